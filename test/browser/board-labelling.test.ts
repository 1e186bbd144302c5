/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { labellingFor } from '../../src/boards/shared/labelling.ts'
import { openBoard, startBoardService } from '../support/board.ts'
import { expectAccessible, takeScreenshot } from '../support/browser.ts'
import { DINER, LONG } from '../support/labelled-menu.ts'

const { server } = await startBoardService([DINER, LONG])
const { address } = server
afterAll(() => server.stop())

const SENTENCES = {
  us: '2,000 calories a day is used for general nutrition advice, but calorie needs vary. Additional nutrition information available upon request.',
  'ca-on':
    'Adults and youth (ages 13 and older) need an average of 2,000 calories a day, and children (ages 4 to 12) need an average of 1,500 calories a day. However, individual needs vary.',
  'gb-eng': 'adults need around 2000 kcal a day',
}

const calories = async (page: Page, name: string) => {
  const texts = await page.locator('.row', { hasText: name }).locator('.calories').allTextContents()
  return texts.map((text) => text.replace('\u00a0', ' '))
}

describe('labelling=us', () => {
  const open = (options = {}) =>
    openBoard(address, 'menus=diner&labelling=us&locale=en-US&currency=USD', options)

  test('rounds calories, and shows none where they are unknown', async () => {
    const page = await open()
    await takeScreenshot(page, 'board-labelling-us')
    expect(await calories(page, 'Tofu Bowl')).toEqual(['50 Cal'])
    expect(await calories(page, 'Fish Pie')).toEqual(['1,260 Cal'])
    expect(await calories(page, 'House Salad')).toEqual(['0 Cal'])
    expect(await calories(page, 'Soup of the Day')).toEqual([])
    await expectAccessible(page)
  })

  test('shows the calories of each size, and of each extra', async () => {
    const page = await open()
    expect(await calories(page, 'Latte')).toEqual(['150 Cal', '200 Cal'])
    expect(await calories(page, 'Burger')).toEqual(['700 Cal'])
    expect(await calories(page, 'Cheese')).toEqual(['90 Cal'])
  })

  test('shows two choices with a slash, more as a range, and nothing if one of them is unknown', async () => {
    const page = await open()
    expect(await calories(page, 'Lemonade')).toEqual(['150/250 Cal'])
    expect(await calories(page, 'Ice Cream')).toEqual(['150–300 Cal'])
    expect(await calories(page, 'Muffin')).toEqual([])
  })

  test('keeps the calories of what is sold out', async () => {
    const page = await open()
    expect(await calories(page, 'Roast Lamb')).toEqual(['640 Cal'])
    expect(await calories(page, 'Chai')).toEqual(['150/200 Cal'])
  })
})

test.each(['us', 'ca-on', 'gb-eng'] as const)(
  'labelling=%s has its sentences below the menu',
  async (law) => {
    const viewport = { width: 1920, height: 1080 }
    const page = await openBoard(address, `menus=long&labelling=${law}&locale=en`, { viewport })
    await takeScreenshot(page, `board-labelling-${law}-long`)
    expect(await page.locator('#footnotes .statement').textContent()).toBe(SENTENCES[law])
    const [columns, notes] = [
      await page
        .locator('.page:visible .column')
        .evaluateAll((all) => all.map((column) => column.getBoundingClientRect().bottom)),
      await page.locator('#footnotes').boundingBox(),
    ]
    expect(Math.max(...columns)).toBeLessThanOrEqual((notes?.y ?? 0) + 1)
    expect((notes?.y ?? 0) + (notes?.height ?? 0)).toBeLessThanOrEqual(viewport.height)
  },
)

test.each([
  ['ca-on', '1,256 Cals'],
  ['gb-eng', '1,256 kcal'],
])('labelling=%s shows calories as they are, with its unit', async (labelling, expected) => {
  const page = await openBoard(address, `menus=diner&labelling=${labelling}&locale=en`)
  expect(await calories(page, 'Fish Pie')).toEqual([expected])
})

test('the sentences and units are marked as English on a board in another language', async () => {
  const page = await openBoard(address, 'menus=diner&labelling=us&locale=ar')
  await takeScreenshot(page, 'board-labelling-rtl')
  const statement = page.locator('#footnotes .statement')
  expect([await statement.getAttribute('lang'), await statement.getAttribute('dir')]).toEqual(['en', 'ltr'])
  const unit = page.locator('.calories bdi').first()
  expect([await unit.getAttribute('lang'), await unit.getAttribute('dir')]).toEqual(['en', 'ltr'])
  await expectAccessible(page)
})

test('without labelling there are no sentences, and calories stay small', async () => {
  const page = await openBoard(address, 'menus=diner&locale=en-US')
  expect(await page.locator('.statement').count()).toBe(0)
  expect(await calories(page, 'Latte')).toEqual(['148–203 cal'])
})

test.each([
  [0, '0'],
  [4.9, '0'],
  [5, '5'],
  [7.4, '5'],
  [7.5, '10'],
  [47, '45'],
  [50, '50'],
  [51, '50'],
  [55, '60'],
  [64, '60'],
])('in the United States %d calories are %s', (given, shown) => {
  expect(labellingFor('us', 'en-US')?.calories([given])).toBe(`${shown}\u00a0Cal`)
})

test('choices that are the same after rounding are one number', () => {
  expect(labellingFor('us', 'en-US')?.calories([101, 99])).toBe('100\u00a0Cal')
  expect(labellingFor('us', 'en-US')?.calories([101, 99, 103])).toBe('100\u00a0Cal')
})
