/// <reference lib="dom" />
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { openBoard, startBoardService } from '../support/board.ts'
import { measureLayout } from '../support/board-layout.ts'
import { takeScreenshot } from '../support/browser.ts'
import { measureContrast } from '../support/contrast.ts'
import { group, item, menu } from '../support/documents.ts'

const hall = (id: string, groups: number) =>
  menu(id, {
    groups: Array.from({ length: groups }, (_, index) => ({
      ...group(`Group ${index + 1}`),
      id: `${id}-${index}`,
      items: Array.from({ length: 12 }, (__, n) => ({
        ...item(`Dish ${index}.${n}`, { price: 5 }),
        id: `${id}-${index}-${n}`,
      })),
    })),
  })
const HALL = hall('hall', 30)
const LUNCH = menu('lunch', {
  groups: [
    group('Lunch', {
      items: [
        item('Leek Soup', { price: 6.5, tags: ['label:today'], description: 'With rye bread' }),
        ...['Quiche', 'Tart', 'Salad', 'Toast', 'Bagel'].map((name) => item(name, { price: 7 })),
      ],
    }),
  ],
})
const DEEP = menu('deep', {
  groups: [
    group('Bowls', {
      items: [
        item('Ramen', {
          price: 9,
          items: [
            item('Large', {
              price: 11,
              items: [item('Egg', { price: 2, items: [item('Two', { price: 3 })] })],
            }),
          ],
        }),
      ],
    }),
  ],
})
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
const FOOD_COURT = 'menus=hall&theme=food-court&locale=en'

const { server } = await startBoardService([HALL, LUNCH, DEEP])
const { address } = server
afterAll(() => server.stop())

test.each([
  [55, 3],
  [65, 4],
])('on %i inches the look food-court has %i columns', async (diagonal, columns) => {
  const page = await openBoard(address, `${FOOD_COURT}&diagonal=${diagonal}`, {
    viewport: SCREENS[0] ?? null,
  })
  expect(await page.locator('.page:visible .column').count()).toBe(columns)
})

test.each([
  ['en', 'Today'],
  ['de', 'Heute'],
])('in the look cafe, what is special today has a card at an angle of 3°: %s', async (locale, word) => {
  const page = await openBoard(address, `menus=lunch&theme=cafe&locale=${locale}`)
  await takeScreenshot(page, `cafe-today-${locale}`)
  const card = page.locator('.highlight .badge', { hasText: word })
  const degrees = await card.evaluate((one) => {
    const { a, b } = new DOMMatrix(getComputedStyle(one).transform)
    return (Math.atan2(b, a) * 180) / Math.PI
  })
  expect(degrees).toBeCloseTo(-3)
  const texts = await measureContrast(page)
  const shown = texts.filter(({ text }) => text === word)
  expect(shown).toHaveLength(1)
  expect(shown[0]?.contrast).toBeGreaterThanOrEqual(4.5)
  expect((await measureLayout(page)).overlaps).toEqual([])
})

test('the numbers of groups in the look food-court are in squares, go on from page to page, and are not part of their names', async () => {
  const page = await openBoard(address, FOOD_COURT)
  const boxes = await page
    .locator('.page:visible .level-2 .title')
    .evaluateAll((titles) =>
      titles.map((title) => getComputedStyle(title, '::before')).map(({ width, height }) => [width, height]),
    )
  for (const [width, height] of boxes)
    expect(Number.parseFloat(width ?? '')).toBeCloseTo(Number.parseFloat(height ?? ''), 0)
  expect(await page.locator('.page').count()).toBeGreaterThan(1)
  const pages = await page.locator('.page').evaluateAll((all) =>
    all.map((one) => ({
      reset: getComputedStyle(one).counterReset,
      numbered: [...one.querySelectorAll('.heading.level-2')].filter(
        (heading) => getComputedStyle(heading).counterIncrement === 'group 1',
      ).length,
    })),
  )
  let before = 0
  for (const { reset, numbered } of pages) {
    expect(reset).toBe(`group ${before}`)
    before += numbered
  }
  expect(before).toBe(30)
  expect(await page.locator('.page:visible').count()).toBe(1)
  expect(await page.getByRole('heading', { name: 'Group 1', exact: true }).count()).toBe(1)
})

describe.each(LOOKS)('in the look %s', (look) => {
  test('each level of options is further in than the one around it', async () => {
    const page = await openBoard(address, `menus=deep&theme=${look}&locale=en`)
    const starts = await page
      .locator('.page:visible .row .name > span:first-child')
      .evaluateAll((names) =>
        names.map(
          (name) => name.getBoundingClientRect().left / Number.parseFloat(getComputedStyle(name).fontSize),
        ),
      )
    expect(starts).toHaveLength(4)
    for (const [level, start] of starts.slice(1).entries())
      expect(start - (starts[level] ?? 0)).toBeGreaterThan(0.9)
  })
})
