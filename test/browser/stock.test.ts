/// <reference lib="dom" />
import { correction, generate } from 'lean-qr/nano'
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { describeMorning, nextMorning } from '../../src/pages/stock/morning.ts'
import { openBoard } from '../support/board.ts'
import { expectAccessible, expectNoSidewaysScroll, openPage, takeScreenshot } from '../support/browser.ts'
import { startService } from '../support/service.ts'
import {
  KEYS,
  openStock,
  RESTAURANT,
  recordPatches,
  rowOf,
  soldOutNames,
  switchOf,
} from '../support/stock.ts'

const service = await startService(RESTAURANT, { allowsChanges: true })
const address = await service.address()
const ITEM = '**/v1/items/**'
afterEach(() => service.put(RESTAURANT))

const says = (page: Page, text: string | RegExp) => page.locator('#bar-text', { hasText: text }).waitFor()
const soldOut = (page: Page) => page.locator('#sold-out')
const isInStock = (page: Page, name: string) => switchOf(page, name).getAttribute('aria-checked')

describe('the page', () => {
  test.each([
    { name: '320-dark', colorScheme: 'dark', viewport: { width: 320, height: 640 } },
    { name: '390-light', colorScheme: 'light', viewport: { width: 390, height: 780 } },
    { name: '1440-light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  ] as const)('is accessible, and its buttons are large: $name', async ({ name, ...look }) => {
    const page = await openStock(address, look)
    await switchOf(page, 'Lemonade').click()
    await says(page, 'Lemonade is sold out.')
    await page.evaluate(() => scrollTo(0, 0))
    await takeScreenshot(page, `stock-${name}`)
    await rowOf(page, 'Flat White').getByRole('button', { name: '2 options' }).click()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    const sizes = await page.locator('button:visible, a:visible:not(.skip), #search').evaluateAll((all) =>
      // A message that ends in this moment has no size any more.
      all.flatMap((one) => {
        const { width, height } = one.getBoundingClientRect()
        return width === 0 ? [] : Math.min(width, height)
      }),
    )
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(48)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectNoSidewaysScroll(page)
  })

  test('a key for several menus chooses one, and another one later', async () => {
    const page = await openPage(`${address}/app/stock#key=${KEYS.manager}`)
    await page.getByText('Which menu?').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'small' }).click()
    await switchOf(page, 'Treacle Tart').waitFor()
    expect(page.url()).toBe(`${address}/app/stock?menus=small`)
    await page.reload()
    await switchOf(page, 'Treacle Tart').waitFor()
    await page.getByRole('link', { name: 'Other menu' }).click()
    await page.getByRole('link', { name: 'All Day' }).click()
    await switchOf(page, 'Lemonade').waitFor()
    expect(await rowOf(page, 'Treacle Tart').count()).toBe(0)
  })

  test('changes the item of the menu that was chosen, if another menu has the same ids', async () => {
    const [cafe] = RESTAURANT.menus
    const both = { key: 'both', name: 'both', user: 'ops', scopes: ['menu:write'], menus: ['cafe', 'twin'] }
    await service.put({ menus: [{ ...cafe, id: 'twin', name: 'Twin' }], apiKeys: [both] })
    const page = await openPage(`${address}/app/stock?menus=twin#key=both`)
    await switchOf(page, 'Lemonade').click()
    await says(page, 'Lemonade is sold out.')
    const isSoldOutIn = async (menu: string) => {
      const { groups } = (await service.get(`/v1/groups?menus=${menu}`, { 'x-api-key': 'both' })).json()
      return /"name":"Lemonade".*?"inStock":(\w+)/.exec(JSON.stringify(groups))?.[1] === 'false'
    }
    // The page says so at once, and sends it then.
    await expect.poll(() => isSoldOutIn('twin')).toBe(true)
    expect(await isSoldOutIn('cafe')).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(page, 'Lemonade is in stock.')
    await expect.poll(() => isSoldOutIn('twin')).toBe(false)
  })

  test('a phone offers no code for a phone, and the header is as high as on other pages', async () => {
    const viewport = { width: 390, height: 844 }
    const [page, menus] = [
      await openStock(address, { viewport }),
      await openPage(`${address}/app/menus#key=${KEYS.manager}`, { viewport }),
    ]
    expect(await page.getByRole('button', { name: 'Use on a phone' }).count()).toBe(0)
    expect(await page.getByRole('heading', { level: 1, name: 'Stock' }).isVisible()).toBe(true)
    await menus.getByRole('button', { name: 'Forget key' }).waitFor()
    const height = async (one: Page) => (await one.locator('.bar').boundingBox())?.height ?? Number.NaN
    expect(Math.abs((await height(page)) - (await height(menus)))).toBeLessThan(4)
  })

  test('a key without a menu says what to do first', async () => {
    await service.put({
      apiKeys: [{ key: 'new', name: 'new', user: 'ops', scopes: ['menu:write'], menus: [] }],
    })
    const page = await openPage(`${address}/app/stock#key=new`)
    await page.getByText('signage import menu.xlsx').waitFor()
    expect(await page.locator('.notice:visible').count()).toBe(0)
    await expectAccessible(page)
  })

  test('the code for a phone is the address of the page with the key, and is gone with its dialog', async () => {
    const page = await openStock(address, { viewport: { width: 1440, height: 900 } })
    const pixels = () =>
      page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { width } = canvas
        const data = canvas.getContext('2d')?.getImageData(0, 0, width, width).data
        return { width, dark: Array.from({ length: width * width }, (_, pixel) => data?.[pixel * 4] === 0) }
      })
    await page.getByRole('button', { name: 'Use on a phone' }).click()
    await page.getByText('Whoever scans this code can change the menus').waitFor()
    await page.getByText('This address works on this machine only').waitFor()
    await expectAccessible(page)
    await takeScreenshot(page, 'stock-code')

    const text = `${address}/app/stock?menus=cafe#key=${KEYS.cook}`
    const code = generate(text, { minCorrectionLevel: correction.M })
    const { width, dark } = await pixels()
    expect(width).toBe(code.size + 8)
    const isDark = (pixel: number) => code.get((pixel % width) - 4, Math.floor(pixel / width) - 4)
    expect(dark).toEqual(dark.map((_, pixel) => isDark(pixel)))
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.locator('canvas').count()).toBe(0)
  })
})

/** Notes in a page when a switch was tapped last, or when an item was struck through last. */
async function noteTimes(page: Page, struckName = ''): Promise<() => Promise<number>> {
  await page.evaluate((name) => {
    let wasStruck = false
    const note = () => {
      document.documentElement.dataset['notedMs'] = `${Date.now()}`
    }
    addEventListener(
      'click',
      ({ target }) => target instanceof Element && target.closest('.switch') && note(),
      true,
    )
    new MutationObserver(() => {
      const isStruck = [...document.querySelectorAll('s')].some(({ textContent }) => textContent === name)
      if (isStruck && !wasStruck) note()
      wasStruck = isStruck
    }).observe(document, { childList: true, subtree: true })
  }, struckName)
  return async () => Number(await page.evaluate(() => document.documentElement.dataset['notedMs']))
}

describe('a tap', () => {
  test('strikes an item through on a board within a second, and undo brings it back', async () => {
    const [board, page] = await Promise.all([
      openBoard(address, 'menus=cafe', {}, KEYS.board),
      openStock(address),
    ])
    const [struckMs, tappedMs] = await Promise.all([noteTimes(board, 'Lemonade'), noteTimes(page)])
    const soldOut = board.locator('.row', { hasText: 'Lemonade' }).locator('.sold-out')
    const delaysMs: number[] = []
    // Other tests keep the machine busy, which may delay some taps.
    for (let taps = 0; taps < 20 && Math.min(...delaysMs) >= 1000; taps++) {
      await switchOf(page, 'Lemonade').click()
      await soldOut.waitFor()
      delaysMs.push((await struckMs()) - (await tappedMs()))
      expect(await soldOutNames(page)).toContain('Lemonade')
      await page.getByRole('button', { name: 'Undo' }).click()
      await soldOut.waitFor({ state: 'detached' })
      await says(page, 'Lemonade is in stock.')
      expect(await isInStock(page, 'Lemonade')).toBe('true')
      expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    }
    expect(Math.min(...delaysMs)).toBeLessThan(1000)
  })

  test('is seen by everybody, and a row whose change is on its way takes no other', async () => {
    const [one, other] = await Promise.all([openStock(address), openStock(address)])
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await one.route(ITEM, async (route) => {
      await held
      await route.continue()
    })
    const sent = recordPatches(one)
    await switchOf(one, 'Espresso').click()
    const row = rowOf(one, 'Espresso')
    expect(await row.getAttribute('aria-busy')).toBe('true')
    expect(await isInStock(one, 'Espresso')).toBe('false')
    await switchOf(one, 'Espresso').click({ force: true })
    release()
    await switchOf(other, 'Espresso').and(other.locator('[aria-checked="false"]')).waitFor()
    expect(sent).toEqual([{ inStock: false, inStockAgainAt: null }])
    await expect.poll(() => row.getAttribute('aria-busy')).toBe('false')

    await switchOf(other, 'Espresso').click()
    await switchOf(one, 'Espresso').and(one.locator('[aria-checked="true"]')).waitFor()
  })

  test('never hits another item because the list has changed', async () => {
    const page = await openStock(address)
    const top = async () => (await rowOf(page, 'Lemonade').boundingBox())?.y
    await switchOf(page, 'Lemonade').scrollIntoViewIfNeeded()
    const before = await top()
    await switchOf(page, 'Lemonade').click()
    await says(page, 'Lemonade is sold out.')
    expect(await top()).toBe(before)
    await switchOf(page, 'Lemonade').focus()
    await service.setStock('item-Espresso', false)
    await expect.poll(() => soldOutNames(page)).toContain('Espresso')
    expect(await top()).toBe(before)
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    expect(await focused()).toBe('Lemonade, in stock')
  })

  test('on a size sells out only that', async () => {
    const page = await openStock(address)
    await rowOf(page, 'Flat White').getByRole('button', { name: '2 options' }).click()
    await page.getByRole('switch', { name: 'Flat White, Large' }).click()
    await says(page, 'Flat White, Large is sold out.')
    await rowOf(page, 'Flat White').getByRole('button', { name: '2 options, 1 sold out' }).waitFor()
    expect(await isInStock(page, 'Flat White')).toBe('true')
    await soldOut(page).click()
    expect(await page.locator('#items .name').allTextContents()).toContain('Flat White, Large')
  })
})

test('what is sold out is listed on request, and stays in that list when it comes back', async () => {
  const page = await openStock(address)
  await switchOf(page, 'Lemonade').click()
  await says(page, 'Lemonade is sold out.')
  await soldOut(page).click()
  const listed = page.locator('#items .name')
  const names = await listed.allTextContents()
  expect(names).toEqual(await soldOutNames(page))
  expect(await soldOut(page).innerText()).toBe(`Sold out (${names.length})`)
  await expectAccessible(page)
  await switchOf(page, 'Lemonade').click()
  await says(page, 'Lemonade is in stock.')
  expect(await listed.allTextContents()).toEqual(names)
  expect(await soldOut(page).innerText()).toBe(`Sold out (${names.length - 1})`)
  await soldOut(page).click()
  expect(await listed.count()).toBeGreaterThan(names.length)
})

test('the search forgives case, accents and the order of words', async () => {
  const page = await openStock(address)
  for (const [text, name] of [
    ['leek POTATO', 'Leek and Potato'],
    ['gruyere', 'Ham and Gruyère'],
    ['soup tomato', 'Roast Tomato'],
  ] as const) {
    await page.getByRole('searchbox').fill(text)
    await expect.poll(() => page.locator('#items .name').allTextContents(), { message: text }).toEqual([name])
  }
  await page.getByRole('searchbox').fill('pizza')
  await page.getByText('Nothing matches “pizza”').waitFor()
})

describe('a price', () => {
  const priceIn = async (id: string): Promise<unknown> => {
    const { groups } = (await service.get('/v1/groups', { 'x-api-key': KEYS.board })).json()
    const found = JSON.stringify(groups).match(new RegExp(`"id":"${id}".*?"price":([\\d.]+|null)`))
    return Number(found?.[1])
  }

  test('is shown beside the old one before it is changed, and is written with a comma or a point', async () => {
    const page = await openStock(address)
    await rowOf(page, 'Lemonade').getByRole('button', { name: 'price' }).click()
    for (const text of ['1,234', 'four']) {
      await page.getByLabel('New price').fill(text)
      await page.keyboard.press('Enter')
      const field = page.getByLabel('New price')
      expect(await field.evaluate((input: HTMLInputElement) => input.validationMessage)).toMatch(
        /^Write a price/,
      )
    }
    await page.getByLabel('New price').fill('4,75')
    await page.getByText('4.20 → 4.75').waitFor()
    await expectAccessible(page)
    expect(await priceIn('item-Lemonade')).toBe(4.2)
    await page.getByRole('button', { name: 'Change price' }).click()
    await says(page, 'Lemonade costs 4.75 now.')
    expect(await priceIn('item-Lemonade')).toBe(4.75)
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(page, 'Lemonade costs 4.20 now.')
    expect(await priceIn('item-Lemonade')).toBe(4.2)
  })

  test('is that of now while somebody else changes it, and Undo returns to that', async () => {
    const page = await openStock(address)
    await rowOf(page, 'Lemonade').getByRole('button', { name: 'price' }).click()
    await page.getByLabel('New price').fill('4.75')
    const headers = { 'x-api-key': KEYS.manager, 'content-type': 'application/json' }
    const body = JSON.stringify({ price: 6 })
    await fetch(`${address}/v1/items/item-Lemonade?menu=cafe`, { method: 'PATCH', headers, body })
    await page.getByText('6.00 → 4.75').waitFor()
    await page.getByRole('button', { name: 'Change price' }).click()
    await says(page, 'Lemonade costs 4.75 now.')
    await page.getByRole('button', { name: 'Undo' }).click()
    await says(page, 'Lemonade costs 6.00 now.')
  })

  test('may be as high as in currencies without decimals', async () => {
    const page = await openStock(address)
    await rowOf(page, 'Lemonade').getByRole('button', { name: 'price' }).click()
    await page.getByLabel('New price').fill('12500000')
    await page.keyboard.press('Enter')
    await says(page, 'Lemonade costs 12,500,000.00 now.')
  })

  test('of a size changes with the price of the item that boards show as one with it', async () => {
    const page = await openStock(address)
    const prices = () => Promise.all(['item-Flat White', 'flat-small', 'flat-large'].map(priceIn))
    const change = async (name: string, price: string) => {
      await rowOf(page, name).getByRole('button', { name: 'price' }).click()
      await page.getByLabel('New price').fill(price)
      await page.keyboard.press('Enter')
    }
    await rowOf(page, 'Flat White').getByRole('button', { name: '2 options' }).click()
    await change('Small', '3.8')
    await says(page, 'Flat White, Small costs 3.80 now.')
    expect(await prices()).toEqual([3.8, 3.8, 4.3])
    await page.reload()
    await change('Flat White', '3.9')
    await says(page, 'Flat White costs 3.90 now.')
    expect(await prices()).toEqual([3.9, 3.9, 4.3])
  })
})

describe('until the morning', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('an item is sold out until the next day, 6:00 in the time zone of the phone', async () => {
    const page = await openPage('about:blank', {
      timezoneId: 'Europe/Berlin',
      locale: 'en-GB',
      hasClock: true,
    })
    // The clocks go back in the night that follows.
    await page.clock.setFixedTime('2026-10-24T18:30:00Z')
    const sent = recordPatches(page)
    await page.goto(`${address}/app/stock#key=${KEYS.cook}`)
    await switchOf(page, 'Lemonade').click()
    await page.locator('#bar').getByRole('button', { name: 'Until tomorrow 6:00' }).click()
    await says(page, 'Lemonade is sold out until tomorrow 6:00.')
    expect(sent.at(-1)).toEqual({ inStock: false, inStockAgainAt: '2026-10-25T05:00:00.000Z' })
    await soldOut(page).click()
    await rowOf(page, 'Lemonade').getByRole('button', { name: 'Until tomorrow 6:00' }).click()
    await says(page, 'Lemonade is sold out until tomorrow 6:00.')
  })

  test('an item has no Undo that would lose the time at which it comes back', async () => {
    const page = await openStock(address)
    const undo = page.getByRole('button', { name: 'Undo' })
    await switchOf(page, 'Granola Bowl').click()
    await says(page, 'Granola Bowl is sold out.')
    expect(await undo.count()).toBe(1)
    await page.locator('#bar').getByRole('button', { name: 'Until' }).click()
    await says(page, /^Granola Bowl is sold out until/)
    expect(await undo.count()).toBe(0)
    await switchOf(page, 'Granola Bowl').click()
    await says(page, 'Granola Bowl is in stock.')
    expect(await undo.count()).toBe(0)
  })

  test.each([
    ['Europe/Berlin', '2026-03-28T20:00:00+01:00', '2026-03-29T06:00:00+02:00', 'tomorrow'],
    ['Europe/Berlin', '2026-10-25T01:30:00+02:00', '2026-10-25T06:00:00+01:00', 'Sun'],
    ['America/St_Johns', '2026-06-02T04:00:00-02:30', '2026-06-03T06:00:00-02:30', 'tomorrow'],
    ['Asia/Tokyo', '2026-12-31T03:00:00+09:00', '2026-12-31T06:00:00+09:00', 'Thu'],
  ])('in %s at %s, the morning is %s', (timeZone, now, morning, day) => {
    vi.stubEnv('TZ', timeZone)
    const found = nextMorning(new Date(now))
    expect(found).toEqual(new Date(morning))
    expect(describeMorning(found, new Date(now))).toBe(`${day}\u00a06:00`)
  })
})
