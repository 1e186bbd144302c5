/// <reference lib="dom" />
import { afterAll, describe, expect, test } from 'vitest'
import { legibleSizes } from '../../src/boards/board/legible.ts'
import { CAFE, LARGE, openBoard, startBoardService } from '../support/board.ts'
import { expectInSafeArea, measureLayout } from '../support/board-layout.ts'
import { BURGER_BAR, GRILL, RAMEN, WINE_LIST } from '../support/board-menus.ts'
import { expectNoSidewaysScroll, openPage, takeScreenshot } from '../support/browser.ts'
import { group, item, KEY, menu } from '../support/documents.ts'

const MENUS = [
  ['burger-bar', 'title=Stack%20%26%20Co&currency=USD&locale=en-US&theme=burger'],
  ['cafe', 'title=The%20Kettle&currency=EUR&locale=en-IE&theme=cafe'],
  ['wine-list', 'title=Cellar&currency=GBP&locale=en-GB&theme=wine'],
  ['large', 'locale=en-GB&theme=food-court'],
  ['ramen', 'title=%E9%BA%BA%E5%B1%8B&currency=JPY&locale=ja&theme=ramen'],
  ['grill', 'title=%D9%85%D8%B4%D8%A7%D9%88%D9%8A&currency=EGP&locale=ar-EG&theme=grill'],
] as const
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
const PHONE = { width: 390, height: 844 }
const LATE_DESCRIPTION = menu('late', {
  groups: [
    group('Bar', {
      items: [item('Bare bread', { price: 1 }), item('Bread bare', { price: 1, description: 'Bare bread' })],
    }),
  ],
})

const { server } = await startBoardService([
  BURGER_BAR,
  CAFE,
  WINE_LIST,
  LARGE,
  RAMEN,
  GRILL,
  LATE_DESCRIPTION,
])
afterAll(() => server.stop())

describe('on a phone', () => {
  test.each(MENUS)('the menu %s is one column that scrolls', async (menu, query) => {
    const page = await openBoard(server.address, `menus=${menu}&${query}`, { viewport: PHONE })
    await takeScreenshot(page, `legible-${menu}-phone`)
    await expectNoSidewaysScroll(page)
    const { texts, columns, overlaps } = await measureLayout(page)
    // The parts of a long menu are below each other.
    expect(new Set(columns.map(({ left }) => left)).size).toBe(1)
    expect(overlaps).toEqual([])
    for (const { text, isMain, sizePx, left, right } of texts) {
      expect(sizePx, text).toBeGreaterThanOrEqual(isMain ? 16 : 14)
      expect(Math.min(left, PHONE.width - right), text).toBeGreaterThanOrEqual(16)
    }
    const lastText = page.locator('.row').last()
    await lastText.scrollIntoViewIfNeeded()
    const box = await lastText.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height)
  })
})

describe('the smallest text follows from the diagonal and the distance', () => {
  test.each([
    [43, 2, 27, 34],
    [43, 5, 67, 84],
    [55, 3, 31, 39],
    [55, 5, 52, 66],
    [65, 4, 35, 44],
    [75, 3, 24, 29],
  ])('%i inches, %i metres', (diagonalInches, distanceMetres, detail, name) => {
    for (const size of SCREENS) {
      const { namePx, detailPx } = legibleSizes({ diagonalInches, distanceMetres }, size)
      expect([Math.round(detailPx), Math.round(namePx)]).toEqual([detail, name])
    }
  })

  test('in a board', async () => {
    const page = await openBoard(server.address, 'menus=cafe&diagonal=43&distance=4', {
      viewport: { width: 1920, height: 1080 },
    })
    const { texts } = await measureLayout(page)
    expectInSafeArea(texts, page.viewportSize())
    expect(Math.min(...texts.filter(({ isMain }) => isMain).map(({ sizePx }) => sizePx))).toBeGreaterThan(66)
    expect(Math.min(...texts.map(({ sizePx }) => sizePx))).toBeGreaterThan(53)
  })
})

test('the smallest text is never below 24 px of 1080, however near the screen is', () => {
  const { detailPx } = legibleSizes({ diagonalInches: 100, distanceMetres: 1 }, { width: 1920, height: 1080 })
  expect(Math.round(detailPx)).toBe(24)
})

test('at most one in six items stands out, and each label is a word', async () => {
  const page = await openBoard(server.address, 'menus=burger-bar&locale=en')
  expect(await page.locator('.highlight').count()).toBe(2)
  expect(await page.locator('.badge').allTextContents()).toEqual(['New', 'Special'])
})

test('sizes are lines where columns of prices would leave no room for names', async () => {
  const portrait = { width: 1080, height: 1920 }
  const query = 'menus=burger-bar&diagonal=43&distance=5'
  const page = await openBoard(server.address, query, { viewport: portrait })
  expect(await page.locator('.cells').count()).toBe(0)
  expect(await page.locator('.option .name').first().textContent()).toBe('Single')
})

test('each screen shows something, even if there are more screens than groups', async () => {
  const page = await openBoard(server.address, 'menus=cafe&groups=group-Cold&screen=3of3')
  expect(await page.locator('.page:visible .item').count()).toBeGreaterThan(0)
})

test('a group that only wraps others is no heading', async () => {
  const page = await openBoard(server.address, 'menus=wine-list')
  expect(await page.locator('.title', { hasText: 'Wines' }).count()).toBe(0)
  expect(await page.locator('h2').first().textContent()).toBe('Sparkling')
})

test('a menu waits for its fonts, but no longer than three seconds', async () => {
  const page = await openPage('about:blank', { expectedErrors: /net::ERR_/ })
  await page.clock.install()
  await page.route('**/slow.woff2', () => undefined)
  const styles = await (await fetch(`${server.address}/app/board/index.css`)).text()
  const font =
    '@font-face { font-family: Slow; src: url(/app/board/slow.woff2) } body { font-family: Slow !important }'
  await page.route('**/app/board/index.css', (route) =>
    route.fulfill({ contentType: 'text/css', body: styles + font }),
  )
  await page.goto(`${server.address}/app/board?menus=cafe#key=${KEY}`, { waitUntil: 'domcontentloaded' })
  await page.locator('.hidden-page').waitFor({ state: 'attached' })
  expect(await page.locator('.page:visible').count()).toBe(0)
  await page.clock.fastForward(3_000)
  await page.locator('.page:visible').first().waitFor()
})

test('a menu waits for the font of its descriptions, also if they have no other letters than the names', async () => {
  const page = await openPage('about:blank')
  await page.route('**/*italic*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.goto(`${server.address}/app/board?menus=late&theme=wine#key=${KEY}`)
  await page.locator('.page:visible').first().waitFor()
  const italics = await page.evaluate(() =>
    [...document.fonts].filter(({ style }) => style === 'italic').map(({ status }) => status),
  )
  expect(italics).toContain('loaded')
  expect(italics).not.toContain('loading')
})
