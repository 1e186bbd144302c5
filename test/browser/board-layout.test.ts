/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { CAFE, LARGE, openBoard, SMALL, startBoardService } from '../support/board.ts'
import { openPage, stopClock, takeScreenshot } from '../support/browser.ts'
import { group, item, KEY, menu } from '../support/documents.ts'

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 3840, height: 2160 },
]
/** The smallest text, as a fraction of the shorter side of the screen: 16 minutes of arc at 3 m from 55 inches. */
const SMALLEST_TEXT = 0.0291

/** As long as names may be. */
const LONGEST = 'Käseküchlein'.repeat(84).slice(0, 998)
const LONG_NAMES = menu('long-names', {
  groups: [
    'Rindfleischetikettierungsüberwachungsaufgabe',
    'Soups, stews and all else that is in a bowl',
    LONGEST,
  ].map((name, index) => ({
    ...group(name),
    id: `long-${index}`,
    items: [1, 2, 3].map((n) => ({
      ...item(`${n} ${name.repeat(5).slice(0, LONGEST.length)}`, { price: 123456.5 }),
      id: `long-${index}-${n}`,
    })),
  })),
})

const { server } = await startBoardService([CAFE, LARGE, SMALL, LONG_NAMES])
afterAll(() => server.stop())

/** Measures a page of a board in the browser. */
function layoutOf(page: Page) {
  return page.evaluate(() => {
    const { innerWidth: width, innerHeight: height } = window
    const shown = document.querySelector('.page:not([hidden])')
    const all = (selector: string) => [...(shown?.querySelectorAll<HTMLElement>(selector) ?? [])]
    const box = (element: Element) => element.getBoundingClientRect()
    const foot = document.querySelector('footer')?.getBoundingClientRect().top ?? 0
    const columns = all('.column')
    const texts = all('.name, .price, .description, .title, .cell')
    const { scrollWidth, scrollHeight } = document.documentElement
    const outside = [...texts, ...columns].filter((element) => {
      const { left, right, top, bottom } = box(element)
      return left < 0 || right > width + 0.5 || top < 0 || bottom > foot + 0.5
    })
    const leaves = all('*').filter(({ children, textContent }) => children.length === 0 && textContent)
    const priced = (column: HTMLElement) =>
      [...column.querySelectorAll('.line > .price, .cell:last-child > .price')].map(
        (price) => box(price).right,
      )
    const lines = all('.row, .heading').map(box)
    return {
      isScrolling: scrollWidth > width || scrollHeight > height,
      outside: outside.map(({ textContent }) => textContent),
      cut: texts.filter((text) => text.scrollWidth > text.clientWidth + 1).map(({ className }) => className),
      overlaps: columns.filter((column, index) => {
        const next = columns[index + 1]
        return next && box(column).right > box(next).left
      }).length,
      overlappingLines: lines.filter((line, index) => {
        const next = lines[index + 1]
        return next && next.left === line.left && next.top < line.bottom - 0.5
      }).length,
      smallest: Math.min(...leaves.map((leaf) => Number.parseFloat(getComputedStyle(leaf).fontSize))),
      tallest: Math.max(...columns.map((column) => box(column).height)),
      frame: document.querySelector('#menu')?.clientHeight ?? 0,
      items: all('.row.item').length,
      orphanHeadings: columns.filter(({ lastElementChild }) => lastElementChild?.matches('.heading')).length,
      splitGroups: columns.filter(({ firstElementChild }) =>
        firstElementChild?.nextElementSibling?.matches('.repeated + .rows'),
      ).length,
      priceEdges: columns.map(priced).map((edges) => Math.max(0, ...edges) - Math.min(Infinity, ...edges)),
      pages: document.querySelectorAll('.page').length,
    }
  })
}

async function expectValidLayout(page: Page): Promise<Awaited<ReturnType<typeof layoutOf>>> {
  const layout = await layoutOf(page)
  expect(layout).toMatchObject({ isScrolling: false, outside: [], cut: [], overlaps: 0, overlappingLines: 0 })
  expect(layout.orphanHeadings).toBe(0)
  for (const spread of layout.priceEdges) expect(spread).toBeLessThan(0.6)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(layout.smallest).toBeGreaterThanOrEqual(Math.min(width, height) * SMALLEST_TEXT)
  return layout
}

describe.each(SCREENS)('on a $width × $height screen', (viewport) => {
  const name = `${viewport.width}x${viewport.height}`

  test('a menu of 15 items fills one or two pages without splitting groups', async () => {
    const page = await openBoard(server.address, 'menus=cafe', { viewport })
    await takeScreenshot(page, `board-cafe-${name}`)
    const layout = await expectValidLayout(page)
    expect(layout.pages).toBeLessThanOrEqual(2)
    expect(layout.splitGroups).toBe(0)
    if (layout.pages === 1) expect(layout.tallest).toBeGreaterThan(0.6 * layout.frame)
  })

  test('three items are shown in large text', async () => {
    const page = await openBoard(server.address, 'menus=small', { viewport })
    await takeScreenshot(page, `board-small-${name}`)
    expect(await expectValidLayout(page)).toMatchObject({ pages: 1, items: 3 })
    const size = await page.locator('#menu').evaluate(({ style }) => Number.parseFloat(style.fontSize))
    expect(size).toBeGreaterThan(0.04 * Math.min(viewport.width, viewport.height))
  })

  test('300 items are shown on several pages in legible text, with nothing cut off', async () => {
    const page = await openBoard(server.address, 'menus=large', { viewport })
    await takeScreenshot(page, `board-large-${name}`)
    const { pages } = await layoutOf(page)
    expect(pages).toBeGreaterThan(1)
    expect(await page.locator('.position').textContent()).toBe(`Page 1/${pages}`)
    // Pauses the pages, which would change automatically.
    await page.keyboard.press(' ')
    let items = 0
    for (let shownPages = 0; shownPages < pages; shownPages++) {
      const layout = await expectValidLayout(page)
      items += layout.items
      await page.keyboard.press('ArrowRight')
    }
    expect(items).toBe(300)
  })
})

const shownPage = (page: Page) =>
  page.locator('.page').evaluateAll((pages) => pages.findIndex((one) => one.checkVisibility()))

test.each(LOOKS)('names stay inside of the screen, however long they are, in the look %s', async (look) => {
  const viewport = SCREENS[0] ?? null
  const page = await openBoard(server.address, `menus=long-names&theme=${look}`, { viewport })
  await takeScreenshot(page, `board-long-names-${look}`)
  await page.keyboard.press(' ')
  const { pages } = await layoutOf(page)
  let items = 0
  for (let shownPages = 0; shownPages < pages; shownPages++) {
    items += (await expectValidLayout(page)).items
    await page.keyboard.press('ArrowRight')
  }
  expect(items).toBe(9)
})

test('a long title is cut, so that it leaves room for the menu', async () => {
  const page = await openBoard(server.address, `menus=cafe&title=${'Kettle '.repeat(40)}`)
  expect(await page.locator('#title').textContent()).toMatch(/^(Kettle )+\w*…$/)
  await expectValidLayout(page)
})

/** Stops the clock, and turns to the next page: it is shown from now on, however slow the machine is. */
async function turnAtRest(page: Page): Promise<{ shown: number; following: number; items: number }> {
  await stopClock(page)
  await page.keyboard.press('ArrowRight')
  const shown = await shownPage(page)
  const following = (shown + 1) % (await page.locator('.page').count())
  return { shown, following, items: await page.locator('.page:visible .item').count() }
}

test('a page is shown for 4 seconds and 0.9 for each item, then the next one', async () => {
  const page = await openBoard(server.address, 'menus=large', { hasClock: true })
  const { shown, following, items } = await turnAtRest(page)
  const pageMs = Math.min(40_000, 4_000 + 900 * items)
  expect(pageMs).toBeGreaterThan(12_000)
  const next = await page.locator('.next').textContent()
  await page.clock.fastForward(pageMs - 3_000)
  expect(await shownPage(page)).toBe(shown)
  await page.clock.fastForward(3_000)
  await expect.poll(() => shownPage(page)).toBe(following)
  expect(await page.locator('.page:visible').count()).toBe(1)
  const first = page.locator('.page:visible .title > [dir]').first()
  expect(next).toBe(`Next: ${await first.textContent()}`)
})

test('pages that were paused turn again after the menu had only one page, where nothing could resume them', async () => {
  const page = await openBoard(server.address, 'menus=large', { hasClock: true })
  const position = page.locator('.position')
  await page.keyboard.press(' ')
  const screen = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await position.waitFor({ state: 'detached' })
  await page.setViewportSize(screen ?? { width: 1920, height: 1080 })
  await position.waitFor()
  const { following } = await turnAtRest(page)
  await page.clock.fastForward(40_000)
  await expect.poll(() => shownPage(page)).toBe(following)
})

test('a page that is drawn again is not shown longer', async () => {
  const page = await openBoard(server.address, 'menus=large', { hasClock: true })
  const { following, items } = await turnAtRest(page)
  await page.clock.runFor(Math.min(40_000, 4_000 + 900 * items) - 3_000)
  const drawn = await page.locator('.page').first().elementHandle()
  await page.setViewportSize({ width: 1910, height: 1070 })
  const isDrawnAgain = () => drawn?.evaluate((element) => !element.isConnected)
  await expect.poll(() => page.clock.runFor(20).then(isDrawnAgain)).toBe(true)
  await page.clock.runFor(3_000)
  await expect.poll(() => shownPage(page)).toBe(following)
})

test('a page with few items is shown for twelve seconds', async () => {
  const page = await openBoard(server.address, 'menus=cafe,small&diagonal=30', { hasClock: true })
  const { shown, following, items } = await turnAtRest(page)
  expect(items).toBeLessThan(9)
  await page.clock.fastForward(11_000)
  expect(await shownPage(page)).toBe(shown)
  await page.clock.fastForward(1_000)
  await expect.poll(() => shownPage(page)).toBe(following)
})

test('three screens show one menu: each item is on one of them', async () => {
  const shown = await Promise.all(
    ['1of3', '2of3', '3of3'].map(async (screen) => {
      const page = await openBoard(server.address, `menus=large&screen=${screen}`)
      return page.locator('.item .name > [dir]').allTextContents()
    }),
  )
  for (const names of shown) expect(names.length).toBeGreaterThan(60)
  expect(new Set(shown.flat()).size).toBe(300)
  expect(shown.flat()).toHaveLength(300)
})

test('the page moves by a few pixels every five minutes, against burn-in', async () => {
  const page = await openBoard(server.address, 'menus=small', { hasClock: true })
  const place = () => page.locator('#menu').evaluate((menu) => menu.getBoundingClientRect().left)
  const before = await place()
  await page.clock.fastForward(5 * 60_000)
  await expect.poll(place).not.toBe(before)
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(4)
})

test('a rotated screen gets a new layout', async () => {
  const [landscape, portrait] = [SCREENS[0] ?? null, SCREENS[1] ?? null]
  const page = await openBoard(server.address, 'menus=cafe', { viewport: landscape })
  const before = await page.locator('.page:visible .column').count()
  await page.setViewportSize(portrait ?? { width: 0, height: 0 })
  await expect.poll(() => page.locator('.page:visible .column').count()).toBeLessThan(before)
  const layout = await expectValidLayout(page)
  expect(layout.tallest).toBeGreaterThan(0.6 * layout.frame)
})

test('a screen that is rotated while a menu is laid out gets a layout for its new size', async () => {
  const page = await openPage('about:blank', { viewport: SCREENS[0] ?? null, reducedMotion: 'reduce' })
  // In the last moment, when the pages that were laid out for the wide screen are put into it.
  await page.addInitScript(() => {
    const { append } = Element.prototype
    Element.prototype.append = function (this: Element, ...nodes) {
      const isLaidOut =
        this.id === 'menu' && nodes.some((node) => node instanceof Element && !node.matches('.hidden-page'))
      if (isLaidOut) document.body.style.paddingInline = '33vw'
      append.apply(this, nodes)
    }
  })
  await page.goto(`${server.address}/app/board?menus=cafe#key=${KEY}`)
  const isInFrame = () =>
    page.evaluate(() => {
      const edges = [...document.querySelectorAll('.page:not([hidden], .hidden-page) .column')].map(
        (column) => column.getBoundingClientRect().right,
      )
      const frame = document.querySelector('#menu')?.getBoundingClientRect().right ?? 0
      return edges.length > 0 && Math.max(...edges) <= frame + 1
    })
  await expect.poll(isInFrame).toBe(true)
})

test('sizes that items share become price columns, others are below their item, and what is sold out is said', async () => {
  const page = await openBoard(server.address, 'menus=cafe')
  const head = page.locator('.heading', { hasText: 'Espresso Bar' }).locator('.cell')
  expect(await head.allTextContents()).toEqual(['Small', 'Large'])
  const rights = (selector: string) =>
    page.locator(selector).evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right))
  for (const place of ['first', 'last']) {
    const edges = await rights(`.cell:${place}-child`)
    expect(edges.length).toBe(4)
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(0.6)
  }
  const options = page.locator('.option')
  expect(await options.locator('.name').allTextContents()).toEqual(['Poached Egg', 'Smoked Salmon'])
  expect(await options.locator('.price').allTextContents()).toEqual(['1.80', '4.00'])

  const soldOut = page.locator('.row', { hasText: 'Iced Oat Latte' })
  expect(await soldOut.locator('s').allTextContents()).toEqual(['Iced Oat Latte'])
  expect(await soldOut.locator('.sold-out').textContent()).toBe('Sold out')
  expect(await soldOut.locator('.price').count()).toBe(0)
  const sizes = page.locator('.row', { hasText: /^Latte/ }).locator('.cell')
  expect(await sizes.allTextContents()).toEqual(['Small 3.70', 'Large Sold out'])
})

test('soldout=hide leaves sold-out items out where two of their group remain', async () => {
  const page = await openBoard(server.address, 'menus=cafe&soldout=hide')
  expect(await page.getByText('Iced Oat Latte').count()).toBe(0)
  expect(await page.getByText('Lemonade').count()).toBe(1)
})
