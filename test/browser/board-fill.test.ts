import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { CAFE, LARGE, openBoard, startBoardService } from '../support/board.ts'
import { type Filling, fillingOf } from '../support/board-fill.ts'
import { BURGER_BAR, GRILL, RAMEN, WINE_LIST } from '../support/board-menus.ts'
import { takeScreenshot } from '../support/browser.ts'
import { CELLAR, FIVE, LABELLED_BAR, MEZZE, TAKEAWAY, THAI, THREE_SIZES } from '../support/more-menus.ts'
import { paintedOn } from '../support/painted.ts'

const BOARDS = [
  'menus=burger-bar&title=Stack&currency=USD&locale=en-US',
  'menus=cafe&title=Kettle&currency=EUR&locale=en-IE',
  'menus=wine-list&title=Cellar&currency=GBP&locale=en-GB',
  'menus=large&locale=en-GB',
  'menus=ramen&currency=JPY&locale=ja',
  'menus=grill&currency=EGP&locale=ar-EG',
  'menus=takeaway&title=Dragon&currency=GBP&locale=en-GB',
  'menus=cellar&title=Cellar&currency=EUR&locale=en-IE',
  'menus=three-sizes&title=Corner&currency=EUR&locale=en-IE',
  'menus=labelled-bar&labelling=us&currency=USD&locale=en-US',
  'menus=labelled-bar&labelling=ca-on&currency=CAD&locale=en-CA',
  'menus=labelled-bar&labelling=gb-eng&currency=GBP&locale=en-GB',
  'menus=mezze&currency=KWD&locale=ar-KW',
  'menus=thai&currency=THB&locale=th',
  'menus=five&title=Pizza&currency=EUR&locale=en-IE',
]
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
/** Its layout is that of the first screen in pixels half as large, so every third board is enough. */
const LARGE_SCREEN = { width: 3840, height: 2160 }
const CASES = [
  ...SCREENS.map((viewport) => ({ viewport, boards: BOARDS })),
  { viewport: LARGE_SCREEN, boards: BOARDS.filter((_, index) => index % 3 === 0) },
]
/** Other fonts need other lines, so that these are lower than what was measured with those of most systems. */
const MIN_FILL = { last: 0.58, others: 0.78 }
const MAX_PAGES = 1.3

const { server } = await startBoardService([
  ...[BURGER_BAR, CAFE, WINE_LIST, LARGE, RAMEN, GRILL],
  ...[TAKEAWAY, CELLAR, THREE_SIZES, LABELLED_BAR, MEZZE, THAI, FIVE],
])
afterAll(() => server.stop())

/** Looks at each page, and expects that nothing lies on other text, or reaches out of the screen. */
async function expectGoodPages(page: Page, pages: number, name: string): Promise<void> {
  for (let shown = 1; shown <= pages; shown++) {
    await takeScreenshot(page, `fill-${name}-${shown}`)
    const { overlaps, outside, rows } = await paintedOn(page)
    expect({ overlaps, outside, unseen: rows.flatMap(({ unseen }) => unseen) }).toEqual({
      overlaps: [],
      outside: [],
      unseen: [],
    })
    await page.keyboard.press('ArrowRight')
  }
}

function expectFull({ fills, neededPages }: Filling): void {
  expect(fills.length).toBeLessThanOrEqual(Math.ceil(MAX_PAGES * neededPages))
  expect(Math.min(1, ...fills.slice(0, -1))).toBeGreaterThan(MIN_FILL.others)
  expect(fills.at(-1)).toBeGreaterThan(MIN_FILL.last)
}

/** Menus of few long groups, which are the hardest to divide. */
const HARD = BOARDS.filter((query) => /labelled-bar|three-sizes|wine-list|mezze|takeaway/.test(query))

/** Three of the seven for each of the seven looks: any two of them are in one look. The first look has all of them below. */
const hardFor = (look: (typeof LOOKS)[number]) =>
  [0, 1, 3].map((step) => HARD[(LOOKS.indexOf(look) + step) % HARD.length] ?? '')

describe.each(LOOKS.slice(1))('in the look %s', (look) => {
  test.each(hardFor(look))('the pages of %s are full', async (query) => {
    const viewport = { width: 1920, height: 1080 }
    const page = await openBoard(server.address, `${query}&theme=${look}`, { viewport })
    expectFull(await fillingOf(page))
  })
})

describe.each(CASES)('on a $viewport.width × $viewport.height screen', ({ viewport, boards }) => {
  test.each(boards)('the pages of %s are full, and not more than needed', async (query) => {
    const page = await openBoard(server.address, query, { viewport })
    await page.keyboard.press(' ')
    const filling = await fillingOf(page)
    expect(filling.clipped).toEqual([])
    expect(filling.scale).toBeGreaterThan(0.999)
    expectFull(filling)
    await expectGoodPages(
      page,
      filling.fills.length,
      `${/menus=([\w-]+)/.exec(query)?.[1]}-${viewport.width}`,
    )
  })
})

test('three sizes that items share become price columns', async () => {
  const page = await openBoard(server.address, 'menus=three-sizes&currency=EUR&locale=en-IE')
  const labels = page.locator('.heading:not(.repeated) .cell')
  expect(await labels.allTextContents()).toEqual([
    ...['Small', 'Medium', 'Large'],
    ...['2 pieces', '6 pieces', '12 pieces'],
    ...['0.2 l', '0.3 l', '0.5 l'],
  ])
  expect(await page.locator('.option').count()).toBe(0)
})

test.each(['us', 'ca-on', 'gb-eng'])(
  'labelling=%s shows the calories of sizes below their prices',
  async (law) => {
    const page = await openBoard(
      server.address,
      `menus=labelled-bar&labelling=${law}&currency=USD&locale=en-US`,
    )
    expect(await page.locator('.option').count()).toBe(0)
    const cells = page.locator('.row', { hasText: 'Onion Rings' }).locator('.cell')
    expect(
      await cells.evaluateAll((all) => all.map((cell) => cell.querySelector('.calories') !== null)),
    ).toEqual([true, true, true])
  },
)

test.each(['slate', 'burger', 'wine', 'food-court'])(
  'long names are in one line in the look %s, in a column as wide as they need',
  async (look) => {
    const page = await openBoard(server.address, `menus=cellar&theme=${look}&currency=EUR&locale=en-IE`, {
      viewport: { width: 1920, height: 1080 },
    })
    expect(await page.locator('.page:visible .column').count()).toBe(1)
    const lines = await page
      .locator('.page:visible .name > [dir]')
      .evaluateAll((names) => names.map((name) => name.getClientRects().length))
    expect(lines.filter((count) => count > 1).length).toBeLessThan(lines.length / 4)
  },
)

test('wide columns without descriptions are better than prices below names on as many pages', async () => {
  const query = 'menus=labelled-bar&labelling=us&theme=burger&currency=USD&locale=en-US'
  const page = await openBoard(server.address, query, { viewport: { width: 1920, height: 1080 } })
  expect(await page.locator('.page').count()).toBe(2)
  expect(await page.locator('.row.stacked').count()).toBe(0)
  expect(await page.locator('.page:visible .column').count()).toBe(2)
})

const spacingsOf = (page: Page) =>
  page
    .locator('.page')
    .evaluateAll((pages) => pages.map((one) => getComputedStyle(one).getPropertyValue('--spacing')))

test('lines are further apart on a page with room, but the same on screens side by side', async () => {
  const query = 'menus=labelled-bar&labelling=us&currency=USD&locale=en-US'
  const viewport = { width: 1920, height: 1080 }
  const alone = await openBoard(server.address, query, { viewport })
  const [first, second] = await spacingsOf(alone)
  expect(Number(first)).toBeGreaterThan(Number(second))
  const [left, right] = [
    await openBoard(server.address, `${query}&screen=1of2`, { viewport }),
    await openBoard(server.address, `${query}&screen=2of2`, { viewport }),
  ]
  expect(await spacingsOf(left)).toEqual(await spacingsOf(right))
})

test('an item and its sizes are in one column', async () => {
  const viewport = { width: 1080, height: 1920 }
  const query = 'menus=cellar&diagonal=43&distance=5&currency=EUR'
  const page = await openBoard(server.address, query, { viewport })
  expect(await page.locator('.option').count()).toBe(60)
  expect(await page.locator('.column > :first-child > .option:first-child').count()).toBe(0)
  expect(await page.locator('.column > .repeated + .rows > .option:first-child').count()).toBe(0)
})
