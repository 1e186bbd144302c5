/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { CAFE, openBoard, startBoardService } from '../support/board.ts'
import { BURGER_BAR } from '../support/board-menus.ts'
import { LABELLED_BAR, TAKEAWAY, THREE_SIZES } from '../support/more-menus.ts'

const LANDSCAPE = { width: 1920, height: 1080 }
const PORTRAIT = { width: 1080, height: 1920 }
/** In pixels: how far edges may be apart that look in line. */
const IN_LINE = 3

const { server } = await startBoardService([CAFE, BURGER_BAR, LABELLED_BAR, TAKEAWAY, THREE_SIZES])
afterAll(() => server.stop())

const open = (query: string, viewport = LANDSCAPE) => openBoard(server.address, query, { viewport })

/** Returns in how many lines each name is. */
const linesOfNames = (page: Page) =>
  page
    .locator('.page:visible .item > .line > .name > :is([dir], .out)')
    .evaluateAll((names) => names.map((name) => name.getClientRects().length))

describe.each(LOOKS)('in the look %s', (look) => {
  test('names and prices of sizes are in one line in three columns', async () => {
    const page = await open(`menus=cafe&title=Kettle&theme=${look}&currency=EUR&locale=en-IE`)
    expect(await page.locator('.page').count()).toBe(1)
    expect(await page.locator('.row.sized').count()).toBeGreaterThan(0)
    expect(await page.locator('.row.stacked').count()).toBe(0)
    expect(Math.max(...(await linesOfNames(page)))).toBe(1)
  })

  test('a name does not give its last word to the line of its calories', async () => {
    const page = await open(`menus=burger-bar&theme=${look}&currency=USD&locale=en-US`, PORTRAIT)
    expect(Math.max(...(await linesOfNames(page)))).toBe(1)
  })

  test('labels of sizes end where their prices end, and marks are beside names that leave room', async () => {
    const page = await open(`menus=three-sizes&theme=${look}&currency=EUR&locale=en-IE`)
    const distances = await page.locator('.page:visible .column').evaluateAll((columns) =>
      columns.flatMap((column) => {
        const endsOf = (selector: string) =>
          [...(column.querySelector(selector)?.querySelectorAll('.cell > :last-child') ?? [])].map(
            (text) => text.getBoundingClientRect().right,
          )
        const prices = endsOf('.row.sized')
        return endsOf('.heading .cells').map((end, index) => Math.abs(end - (prices[index] ?? 0)))
      }),
    )
    expect(distances.length).toBeGreaterThan(0)
    expect(Math.max(...distances)).toBeLessThan(IN_LINE)

    const rows = await page.locator('.page:visible .name:has(.marks)').evaluateAll((names) =>
      names.map((name) => {
        const [box, text, marks] = [name, name.querySelector('[dir]'), name.querySelector('.marks')].map(
          (one) => one?.getBoundingClientRect() ?? new DOMRect(),
        )
        const room = (box?.right ?? 0) - (text?.right ?? 0) - (marks?.width ?? 0)
        return { room, isBelow: (marks?.top ?? 0) >= (text?.bottom ?? 0) }
      }),
    )
    expect(rows.length).toBeGreaterThan(0)
    // Also where the calories of a name are below it.
    expect(rows.filter(({ room, isBelow }) => isBelow && room > 10)).toEqual([])
  })
})

test('labels of several words are broken in all columns of a group, or in none', async () => {
  const page = await open('menus=three-sizes&theme=wine&currency=EUR&locale=en-IE', PORTRAIT)
  const heights = await page
    .locator('.page:visible .heading:not(.repeated)', { hasText: 'Cookies' })
    .locator('.cell > span')
    .evaluateAll((labels) => labels.map((label) => label.getClientRects().length))
  expect(heights).toHaveLength(3)
  expect(new Set(heights).size).toBe(1)
})

test('a description is directly below its name where calories are below the prices', async () => {
  const page = await open('menus=labelled-bar&labelling=us&currency=USD&locale=en-US', PORTRAIT)
  const rows = await page.locator('.page:visible .row.sized:has(.description)').evaluateAll((all) =>
    all.map((row) => {
      const boxOf = (selector: string) =>
        row.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
      const [name, description] = [boxOf('.name'), boxOf('.description')]
      const lefts = [boxOf('.price').left, boxOf('.cell .calories bdi').left]
      return {
        gap: description.top - name.bottom,
        lineHeight: name.height,
        room: Math.min(...lefts) - description.right,
      }
    }),
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { gap, lineHeight, room } of rows) {
    expect(Math.abs(gap)).toBeLessThan(lineHeight / 2)
    expect(room).toBeGreaterThan(0)
  }
})

test.each(['wine', 'grill', 'ramen', 'food-court'])(
  'in the look %s, a column that continues a group has the line of its heading',
  async (look) => {
    const page = await open(`menus=takeaway&theme=${look}&currency=GBP&locale=en-GB`)
    const colours = await page
      .locator('.repeated > .line')
      .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).borderBottomColor))
    expect(colours.length).toBeGreaterThan(0)
    expect(colours).not.toContain('rgba(0, 0, 0, 0)')
  },
)
