/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { sharedSizes } from '../../src/boards/shared/sizes.ts'
import { openBoard, startBoardService } from '../support/board.ts'
import { takeScreenshot } from '../support/browser.ts'
import { group, item, menu } from '../support/documents.ts'

const THEMES = ['slate', 'cafe', 'wine']
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]

const drinks = (names: readonly string[], sizes: readonly string[], first: number) =>
  names.map((name, n) =>
    item(name, {
      price: first + n * 100,
      items: sizes.map((size, place) => ({
        ...item(size, { price: first + n * 100 + place * 130 }),
        id: `${name}-${size}`,
      })),
    }),
  )
const KISSATEN = menu('kissaten', {
  groups: [
    group('コーヒー', {
      items: drinks(['ブレンド', 'アイスコーヒー', 'カフェラテ', 'ウィンナーコーヒー'], ['中', '大'], 550),
    }),
    group('お茶', { items: drinks(['抹茶', 'ほうじ茶ラテ', '紅茶'], ['レギュラー', 'ラージ'], 1200) }),
    group('甘味', { items: drinks(['あんみつ', 'ぜんざい'], ['小', '中', '大'], 480) }),
  ],
})

const { server } = await startBoardService([KISSATEN])
afterAll(() => server.stop())

/** Returns the space before each price or label that follows another in its row, in em. */
function gaps(page: Page): Promise<number[]> {
  return page.locator('.page:visible .cells').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const texts = [...row.querySelectorAll('.price, .heading .cell > span')]
      const places = texts.map((text) => text.getBoundingClientRect())
      const em = Number.parseFloat(getComputedStyle(row).fontSize)
      return places.slice(1).map(({ left }, index) => (left - (places[index]?.right ?? 0)) / em)
    }),
  )
}

test.each([
  [null, true],
  [0, true],
  [8, true],
  [7, false],
])('sizes of items that have the price %s themselves are columns: %s', (price, areColumns) => {
  const plain = { id: '', tags: [], description: null, calories: null, inStock: true, items: [] }
  const items = ['Margherita', 'Funghi'].map((name) => ({
    ...{ ...plain, name, price },
    items: [8, 12].map((amount, index) => ({ ...plain, name: `Size ${index}`, price: amount })),
  }))
  const options = { formats: { price: String }, labelling: undefined, widthEm: 40 }
  expect(sharedSizes(items, options) !== undefined).toBe(areColumns)
})

describe.each(SCREENS)('on a $width × $height screen', (viewport) => {
  test.each(THEMES)('full-width prices in columns do not touch: theme %s', async (theme) => {
    const query = `menus=kissaten&currency=JPY&locale=ja&theme=${theme}`
    const page = await openBoard(server.address, query, { viewport })
    await takeScreenshot(page, `board-kissaten-${theme}-${viewport.width}`)
    const found = await gaps(page)
    expect(found.length).toBe(4 + 1 + 3 + 1 + 4 + 2)
    expect(Math.min(...found)).toBeGreaterThan(0.25)
  })
})
