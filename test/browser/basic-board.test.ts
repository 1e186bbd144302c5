/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { CAFE, EMPTY, LARGE, SMALL, startBoardService } from '../support/board.ts'
import {
  expectAccessible,
  openPage,
  type PageOptions,
  stopClock,
  takeScreenshot,
} from '../support/browser.ts'
import { group, item, KEY, menu } from '../support/documents.ts'
import { DINER, LONG } from '../support/labelled-menu.ts'
import { CELLAR } from '../support/more-menus.ts'
import { withoutNewerThan } from '../support/old-browsers.ts'

const POLL_MS = 60_000
const GRACE_MS = 10 * 60_000
/** Longer than any page is shown. */
const PAGE_MS = 41_000
const DAILY = menu('daily', {
  groups: [group('Daily', { items: [item('Fish', { price: 6.5 }), item('Pie', { price: 7 })] })],
})
const MARKUP = menu('markup', {
  groups: [group('<b>Bold</b>', { items: [item('<img src=x onerror=alert(1)>')] })],
})

const service = await startBoardService([...[CAFE, LARGE, SMALL, EMPTY, DAILY, MARKUP, DINER, LONG, CELLAR]])
const { address } = service.server
afterAll(() => service.server.stop())

/** Opens a page in a browser without what Chromium 53 lacks. */
const openOld = (path: string, options: PageOptions = {}) => openWith(withoutNewerThan(53), path, options)

const openMenu = (query: string, options: PageOptions = {}) => openOld(`/tv?${query}#key=${KEY}`, options)

/** Opens the basic board in a browser that lacks only what leads to it, since no page without the rest can be measured. */
const openToMeasure = (query: string, options: PageOptions = {}) =>
  openWith('delete HTMLScriptElement.prototype.noModule', `/tv?${query}#key=${KEY}`, options)

async function openWith(script: string, path: string, options: PageOptions): Promise<Page> {
  const page = await openPage('about:blank', { viewport: { width: 1920, height: 1080 }, ...options })
  await page.addInitScript(script)
  await page.goto(address + path)
  return page
}

const row = (page: Page, name: string) => page.locator('tr', { hasText: name }).last()

describe('a browser is led to the board that suits it', () => {
  const place = `?menus=small&title=A%20%26%20B&locale=en#key=${KEY}`

  test('from the board to the basic board, if it is too old', async () => {
    const page = await openOld(`/app/board${place}`)
    await page.getByText('Mushroom Pie').waitFor()
    expect(page.url()).toBe(`${address}/tv${place}`)
  })

  test.each(['/tv', '/tv/'])('from %s to the board, if it is new enough', async (path) => {
    const page = await openPage(`${address}${path}${place}`)
    await page.getByText('Mushroom Pie').waitFor()
    expect(page.url()).toBe(`${address}/app/board${place}`)
  })
})

describe('the basic board', () => {
  test('shows names, sizes, descriptions, calories and prices of the chosen part of a menu', async () => {
    const page = await openMenu('menus=cafe&currency=EUR&locale=en-GB&title=Crumb')
    await row(page, 'Lemonade').waitFor()
    expect(await row(page, 'Lemonade').innerText()).toMatch(/^Lemonade 130\skcal\s+€4\.20$/)
    expect(await page.locator('h1').textContent()).toBe('Crumb')
    await takeScreenshot(page, 'basic-board')
    const title = 'Kettle '.repeat(40)
    await page.goto(`${address}/tv?menus=cafe&groups=group-Cold&locale=en&title=${title}#key=${KEY}`)
    await page.getByText('Steeped for eighteen hours').waitFor()
    expect(await page.locator('h1').textContent()).toMatch(/^(Kettle )+\w*…$/)
    expect(await page.getByText('Espresso').count()).toBe(0)
  })

  test('shows sizes that items share in columns of prices, and others in lines below their item', async () => {
    const page = await openToMeasure('menus=cafe&groups=group-Espresso%20Bar&currency=EUR&locale=en-GB')
    await row(page, 'Cappuccino').waitFor()
    expect(await page.locator('th').allTextContents()).toEqual(['Small', 'Large'])
    expect(await row(page, 'Cappuccino').locator('td').allTextContents()).toEqual([
      'Cappuccino  120–180\u00a0kcal',
      '€3.50',
      '€4.20',
    ])
    expect(await row(page, 'Latte').locator('.price').allTextContents()).toEqual(['€3.70', 'Sold out'])
    const ends = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
    expect(new Set(await ends('tbody td:last-child'))).toEqual(new Set(await ends('th:last-child')))
    await page.goto(`${address}/tv?menus=cafe&groups=group-Breakfast&locale=en-GB#key=${KEY}`)
    await row(page, 'Poached Egg').waitFor()
    expect(await page.locator('tr.option').allInnerTexts()).toEqual([
      'Poached Egg\t1.80',
      'Smoked Salmon\t4.00',
    ])
  })

  test('shows a name that is too long for its prices above them', async () => {
    const page = await openToMeasure('menus=cellar&locale=en', { viewport: { width: 1280, height: 720 } })
    await page.locator('.page:visible').waitFor()
    expect(await page.locator('tr.prices .amount').count()).toBeGreaterThan(10)
    expect(await page.locator('tr.prices + tr').count()).toBe(0)
  })

  test('leaves out descriptions before a menu needs more pages, unless its address allows them', async () => {
    const page = await openToMeasure('menus=large&locale=en')
    await page.locator('.page.none:visible').waitFor()
    expect(await page.locator('.page .description:visible').count()).toBe(0)
    await page.goto(`${address}/tv?menus=large&locale=en&maxpages=99#key=${KEY}`)
    await page.locator('.page.all:visible .description').first().waitFor()
  })

  test('goes on with a group below its name and the labels of its sizes', async () => {
    const page = await openToMeasure('menus=cellar&locale=en')
    await page.locator('.page:visible').waitFor()
    const isGroup = await page.evaluate(() => {
      const rows = [...document.querySelectorAll('tr.item')].map((row) => row.getBoundingClientRect())
      const starts = rows.filter(({ left, top }, index) => left > (rows[index - 1]?.left ?? left) && top > 0)
      return starts
        .filter(({ right }) => right < innerWidth)
        .map(({ left, right, top }) =>
          [left, right].map((x) => {
            const heading = document
              .elementFromPoint(x + (x === left ? 20 : -20), top - 10)
              ?.closest('td, th')
            return heading?.className
          }),
        )
    })
    expect(isGroup.length).toBeGreaterThan(0)
    expect(new Set(isGroup.flat())).toEqual(new Set(['group-name', 'label']))
  })

  test('shows a changed price, and what is sold out, within a minute', async () => {
    const page = await openMenu('menus=daily&locale=en', { hasClock: true })
    await row(page, 'Pie').getByText('7.00').waitFor()
    const now = await page.evaluate(() => {
      Math.random = () => 0
      return Date.now()
    })
    await page.clock.pauseAt(now + 20_000)
    await service.run('menus', 'price', 'item-Pie', '7.25')
    await page.clock.runFor(POLL_MS)
    await row(page, 'Pie').getByText('7.25').waitFor()
    await service.run('menus', 'stock', 'item-Fish', 'out')
    await page.clock.runFor(POLL_MS / 2)
    await row(page, 'Fish').getByText('Sold out').waitFor()
  })

  test('shows names as text', async () => {
    const page = await openMenu('menus=markup&locale=en')
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await page.locator('h2').textContent()).toBe('<b>Bold</b>')
  })

  test('is accessible, and shows a group of groups above the first of them', async () => {
    const page = await openToMeasure('menus=cafe&title=Crumb&locale=en')
    await row(page, 'Roast Tomato').waitFor()
    expect(
      await page.locator('table.group', { hasText: 'Roast Tomato' }).locator('h2, h3').allTextContents(),
    ).toEqual(['Lunch', 'Soups'])
    await expectAccessible(page)
  })

  test('has the words, the digits and the direction of its language', async () => {
    const page = await openMenu('menus=cafe&locale=ar-EG&currency=EGP')
    await row(page, 'Lemonade').waitFor()
    expect(await row(page, 'Lemonade').locator('.price').innerText()).toContain('٤٫٢٠')
    const [name, price] = await Promise.all(
      ['.name', '.price'].map((part) => row(page, 'Lemonade').locator(part).boundingBox()),
    )
    expect(price?.x).toBeLessThan(name?.x ?? 0)
    await page.goto(`${address}/tv?menus=cafe&locale=ar-EG-u-nu-latn&currency=EGP#key=${KEY}`)
    await page.getByText('4.20').first().waitFor()
  })
})

/** Televisions tell pages that they have one of these sizes, also those with more pixels. */
describe.each([
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1280, height: 720 },
])('on a screen of $width × $height, the basic board', (viewport) => {
  const side = Math.min(viewport.width, viewport.height)

  test('shows all of a long menu on pages in turn, in legible sizes and inside of the screen', async () => {
    const page = await openToMeasure('menus=large&locale=en', { viewport, hasClock: true })
    await page.locator('.page:visible').waitFor()
    await takeScreenshot(page, `basic-board-${viewport.width}`)
    expect(await namesOnPages(page, side)).toHaveLength(300)
  })

  test('keeps the sizes of an item in one column with it', async () => {
    const page = await openToMeasure('menus=cellar', { viewport })
    await page.locator('.page:visible').waitFor()
    const starts = await page
      .locator('tbody')
      .evaluateAll((items) =>
        items.map(({ children }) =>
          Array.from(children, (row) => Math.round(row.getBoundingClientRect().left)),
        ),
      )
    expect(starts).toHaveLength(30)
    expect(new Set(starts.flat()).size).toBeGreaterThan(1)
    for (const columns of starts) expect(new Set(columns).size).toBe(1)
  })

  test('shows a short menu on one page, in larger text', async () => {
    const page = await openToMeasure('menus=small&locale=en', { viewport })
    await page.getByText('Treacle Tart').waitFor()
    const { sizes, outside } = await measure(page)
    expect(outside).toEqual([])
    expect(await page.locator('#page').textContent()).toBe('')
    expect(Math.min(...sizes.name)).toBeGreaterThan(side * 0.045)
  })
})

/** Returns the names on all pages, and checks each page. */
async function namesOnPages(page: Page, side: number): Promise<string[]> {
  const seen = new Set<string>()
  const position = () => page.locator('#page').textContent()
  const pages = Number(/\d+$/.exec((await position()) ?? '') ?? 1)
  await stopClock(page)
  const first = await position()
  expect(first).toMatch(pages === 1 ? /^$/ : new RegExp(`^\\d+ / ${pages}$`))
  for (let turn = 0; turn < pages; turn++) {
    const { names, sizes, outside } = await measure(page)
    for (const name of names) seen.add(name)
    expect(outside).toEqual([])
    expect(Math.min(...sizes.name, ...sizes.price)).toBeGreaterThanOrEqual(side * 0.036)
    expect(Math.min(...sizes.small)).toBeGreaterThanOrEqual(side * 0.0287)
    await page.clock.fastForward(PAGE_MS)
  }
  expect(await position()).toBe(first)
  return [...seen]
}

/** Measures the shown page. */
function measure(page: Page) {
  return page.evaluate(() => {
    const frame = document.querySelector('#menu')?.getBoundingClientRect() ?? new DOMRect()
    const isOnPage = (element: Element) => {
      const { left, right } = element.getBoundingClientRect()
      return left < frame.right && right > frame.left
    }
    const all = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(`.page ${selector}`)].filter(isOnPage)
    const sizesOf = (selector: string) =>
      all(selector).map((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const outside = all('tbody td').filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return left < 0 || right > innerWidth || top < 0 || bottom > frame.bottom + 0.5
    })
    return {
      names: all('.name > span')
        .concat(all('.name > s'))
        .map(({ textContent }) => textContent ?? ''),
      sizes: { name: sizesOf('.name'), price: sizesOf('.price'), small: sizesOf(':is(small, .description)') },
      outside: outside.map(({ textContent }) => textContent),
    }
  })
}

describe('the marks and the labelling of the basic board', () => {
  const nameOf = async (page: Page, name: string) =>
    (await row(page, name).locator('.name').textContent())?.trim()
  const text = (page: Page, id: string) => page.locator(`#${id}`).textContent()

  test('are those of the board: letters by default, with a legend', async () => {
    const page = await openMenu('menus=diner&locale=en-GB')
    await takeScreenshot(page, 'basic-board-marks')
    expect(await nameOf(page, 'Fish Pie')).toBe('Fish Pie G F M 1,256\u00a0kcal')
    expect(await nameOf(page, 'House Salad')).toBe('House Salad GF star anise 4\u00a0kcal')
    expect(await nameOf(page, 'Roast Lamb')).toBe('Roast Lamb H')
    const legend = (await text(page, 'legend'))?.replaceAll('\u00a0', ' ')
    expect(legend).toBe(
      'G gluten · F fish · S soya · M milk · N nuts · V vegetarian · VG vegan · GF gluten-free · H halal',
    )
    await expectAccessible(page)
  })

  test.each([
    ['none', 'Chai G M V'],
    ['us', 'Chai G M V 150/200\u00a0Cal'],
  ])('of what is sold out are in its only line, as on the board: labelling=%s', async (law, name) => {
    const page = await openMenu(`menus=diner&locale=en-GB&labelling=${law}`)
    await row(page, 'Mocha').waitFor()
    const chai = page.locator('tbody', { hasText: 'Chai' })
    expect(await chai.locator('tr').count()).toBe(1)
    expect(await nameOf(page, 'Chai')).toBe(name)
    expect(await page.locator('tbody', { hasText: 'Mocha' }).locator('tr').count()).toBe(1)
  })

  test('are numbers, in the language of the board', async () => {
    const page = await openMenu('menus=diner&locale=zh-TW&marks=numbers')
    expect(await nameOf(page, 'Fish Pie')).toMatch(/^Fish Pie 1 4 7 /)
    expect(await text(page, 'legend')).toMatch(/^1\u00a0麩質 · 4\u00a0魚類/)
  })

  test('are a sentence, or left out, if the address says so', async () => {
    const page = await openMenu('menus=diner&locale=fr&marks=ask')
    await page.getByText('Allergènes : demandez-nous').waitFor()
    expect(await page.locator('.mark').count()).toBe(0)
    await page.goto(`${address}/tv?menus=diner&locale=en&marks=none#key=${KEY}`)
    await row(page, 'Fish Pie').waitFor()
    expect([
      await page.locator('.mark').count(),
      await text(page, 'legend'),
      await text(page, 'statement'),
    ]).toEqual([0, '', ''])
  })

  test.each([
    ['us', '1,260\u00a0Cal', /^2,000 calories a day/],
    ['ca-on', '1,256\u00a0Cals', /^Adults and youth/],
    ['gb-eng', '1,256\u00a0kcal', /^adults need around 2000 kcal/],
  ])('show calories as large as names, and the sentence as large: %s', async (law, calories, sentence) => {
    for (const menu of ['diner', 'long']) {
      const page = await openToMeasure(`menus=${menu}&locale=en&labelling=${law}`)
      await page.locator('.page:visible').waitFor()
      await takeScreenshot(page, `basic-board-${menu}-${law}`)
      if (menu === 'diner') expect((await row(page, 'Fish Pie').innerText()).includes(calories)).toBe(true)
      expect(await text(page, 'statement')).toMatch(sentence)
      const sizes = await page.evaluate(() => {
        const styles = (selector: string) =>
          Array.from(
            document.querySelectorAll(`.page:not([hidden]) ${selector}, footer > ${selector}`),
            (one) => {
              const { fontSize, color, fontWeight } = getComputedStyle(one)
              return `${fontSize} ${color} ${fontWeight}`
            },
          )
        return {
          names: styles('.item > .name'),
          calories: styles('.item .calories'),
          statement: styles('#statement'),
        }
      })
      expect(sizes.calories.length).toBeGreaterThan(3)
      expect(new Set(sizes.calories)).toEqual(new Set(sizes.names))
      expect(sizes.statement[0]?.split(' ')[0]).toBe(sizes.names[0]?.split(' ')[0])
      expect((await measure(page)).outside).toEqual([])
      const bottom = await page.locator('.page:visible').evaluate((one) => one.getBoundingClientRect().bottom)
      expect(bottom).toBeLessThanOrEqual(((await page.locator('#legend').boundingBox())?.y ?? 0) + 1)
    }
  })

  test('go with the menu', async () => {
    const page = await openMenu('menus=empty&locale=en&labelling=us')
    await page.getByText('Nothing on the menu right now.').waitFor()
    expect([await text(page, 'legend'), await text(page, 'statement')]).toEqual(['', ''])
  })
})

describe('without a service or a valid key, the basic board', () => {
  const lost: PageOptions = { hasClock: true, expectedErrors: /net::ERR_|a status of 401/ }
  const rejected = {
    status: 401,
    headers: { 'WWW-Authenticate': 'ApiKey' },
    json: { statusCode: 401, error: 'Unauthorized', message: 'Invalid key' },
  }

  test.each([
    ['at night', '2026-11-25T22:20:00Z', /^No connection\. Last updated 4:\d\d$/],
    ['in the afternoon', '2026-11-26T10:20:00Z', /^No connection\. Last updated 16:\d\d$/],
  ])('keeps the last menu, with its time %s, until the service is back', async (_, clockStart, notice) => {
    const page = await openMenu('menus=small&locale=en-GB', {
      ...lost,
      timezoneId: 'Asia/Kathmandu',
      clockStart,
    })
    await page.getByText('Treacle Tart').waitFor()
    await page.route('**/v1/groups?**', (route) => route.abort())
    await page.clock.runFor(POLL_MS)
    await page.getByText(notice).waitFor()
    expect(await page.getByText('Treacle Tart').count()).toBe(1)
    await page.unroute('**/v1/groups?**')
    await page.clock.runFor(POLL_MS)
    await expect.poll(() => page.locator('#notice').textContent()).toBe('')
  })

  test.each(['<html>Log in</html>', '{"groups":[{"name":1}]}', '[]'])(
    'does not take %s for a menu',
    async (body) => {
      const page = await openMenu('menus=small&locale=en', lost)
      await page.getByText('Treacle Tart').waitFor()
      await page.route('**/v1/groups?**', (route) => route.fulfill({ body }))
      await page.clock.runFor(POLL_MS)
      await page.getByText('Last updated').waitFor()
      expect(await page.getByText('Treacle Tart').count()).toBe(1)
    },
  )

  test('shows a menu for ten minutes after its key was rejected, and again when it is valid', async () => {
    const page = await openMenu('menus=small&locale=en', lost)
    await page.getByText('Treacle Tart').waitFor()
    await page.route('**/v1/groups?**', (route) => route.fulfill(rejected))
    await page.clock.runFor(POLL_MS)
    await page.getByText('This screen’s access has expired.').waitFor()
    expect(await page.getByText('Treacle Tart').count()).toBe(1)
    await page.clock.runFor(GRACE_MS)
    await page.locator('#message', { hasText: 'This screen’s access has expired.' }).waitFor()
    expect(await page.getByText('Treacle Tart').count()).toBe(0)
    await page.unroute('**/v1/groups?**')
    // A request that was refused before may still be on its way, so the next one may be a minute later.
    await expect
      .poll(async () => {
        await page.clock.runFor(POLL_MS)
        return page.getByText('Treacle Tart').count()
      })
      .toBe(1)
    expect(await page.locator('#message').textContent()).toBe('')
  })

  test.each(['mistyped', 'k%C3%BCche%20%E2%82%AC'])('says that the key %s is not valid', async (key) => {
    const page = await openOld(`/tv?menus=small&locale=en#key=${key}`, lost)
    await page.getByText('The key in this screen’s address is not valid.').waitFor()
  })

  test('explains its address if that has no key', async () => {
    const page = await openOld('/tv?menus=small')
    await page
      .getByText(
        `To show a menu on this screen, make its link on a computer, on this page: ${address}/app/menus`,
      )
      .waitFor()
  })

  test('says that a menu is empty', async () => {
    const page = await openMenu('menus=empty&locale=en')
    await page.getByText('Nothing on the menu right now.').waitFor()
  })
})

test('the basic board reports its device as running', async () => {
  const page = await openPage('about:blank', { expectedErrors: /a status of 404/ })
  await page.addInitScript(withoutNewerThan(53))
  const report = page.waitForRequest('**/devices/tv%201/heartbeats')
  await page.goto(`${address}/tv?menus=small&device=tv%201&locale=en#key=${KEY}`)
  expect((await report).method()).toBe('POST')
  expect((await report).headers()['authorization']).toBe(`Bearer ${KEY}`)
})
