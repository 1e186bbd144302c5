/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { CAFE, LARGE, openBoard, SMALL, startBoardService } from '../support/board.ts'
import { takeScreenshot } from '../support/browser.ts'

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 3840, height: 2160 },
  { width: 2160, height: 3840 },
]
/** The smallest legible text size, as a fraction of the shorter side of the screen. */
const SMALLEST_TEXT = 0.0129

const { server } = await startBoardService([CAFE, LARGE, SMALL])
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
        firstElementChild?.nextElementSibling?.matches('.lead + .rows'),
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

  test('a menu of 15 items fills one page without splitting groups', async () => {
    const page = await openBoard(server.address, 'menus=cafe', { viewport })
    await takeScreenshot(page, `board-cafe-${name}`)
    const layout = await expectValidLayout(page)
    expect(layout).toMatchObject({ pages: 1, items: 15, splitGroups: 0 })
    expect(layout.tallest).toBeGreaterThan(0.6 * layout.frame)
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
    expect(await page.locator('.dot').count()).toBe(pages)
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

test('pages change automatically', async () => {
  const page = await openBoard(server.address, 'menus=large', { hasClock: true })
  const shown = () =>
    page.locator('.page').evaluateAll((pages) => pages.findIndex((one) => one.checkVisibility()))
  expect(await shown()).toBe(0)
  await page.clock.fastForward(12_000)
  await expect.poll(shown).toBe(1)
  expect(await page.locator('.page:visible').count()).toBe(1)
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

test('sizes that items share become price columns', async () => {
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
})

test('options are listed below their item with their prices', async () => {
  const page = await openBoard(server.address, 'menus=cafe')
  const options = page.locator('.option')
  expect(await options.locator('.name').allTextContents()).toEqual(['Poached Egg', 'Smoked Salmon'])
  expect(await options.locator('.price').allTextContents()).toEqual(['1.80', '4.00'])
})

test('sold-out items are struck through and labelled', async () => {
  const page = await openBoard(server.address, 'menus=cafe')
  const row = page.locator('.row', { hasText: 'Iced Oat Latte' })
  expect(await row.locator('s').allTextContents()).toEqual(['Iced Oat Latte', '4.90'])
  expect(await row.locator('.sold-out').textContent()).toBe('Sold out')
  const line = await row
    .locator('s')
    .first()
    .evaluate((struck) => getComputedStyle(struck).textDecorationLine)
  expect(line).toBe('line-through')
})
