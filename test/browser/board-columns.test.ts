import { describe, expect, test } from 'vitest'
import type { Measures } from '../../src/boards/board/layout/arrange.ts'
import { balance, heightsOf } from '../../src/boards/board/layout/balance.ts'
import { planOf } from '../../src/boards/board/layout/plan.ts'
import { spacingsOf, stretchedHeights } from '../../src/boards/board/layout/stretch.ts'

const ROW = 50
const HEADING = 80

/** The measures of groups with this many items each, as the blocks of a board have them. */
function measuresOf(groups: readonly number[], row = ROW): Measures {
  const blocks = groups.flatMap((items, group) => [
    { height: HEADING, lead: 0, cost: 0, group },
    ...Array.from({ length: items }, (_, index) => {
      const cost = index === 0 ? 10 : index === 1 || index === items - 1 ? 0.8 : 0.5
      return { height: row, lead: HEADING, cost, group }
    }),
  ])
  const tops = blocks.map((_, index) => blocks.slice(0, index).reduce((sum, { height }) => sum + height, 0))
  return {
    tops,
    bottoms: tops.map((top, index) => top + (blocks[index]?.height ?? 0)),
    repeatedHeadings: blocks.map(({ lead }) => lead),
    breakCosts: blocks.map(({ cost }) => cost),
  }
}

/** Divides groups among the columns of a page, and returns the first block and the height of each column. */
function divided(groups: readonly number[], columnsOnPage: number, height: number) {
  const measures = measuresOf(groups)
  const to = measures.tops.length
  const space = { columnsOnAllPages: columnsOnPage, columnsOnPage, height }
  const starts = balance(measures, { from: 0, to, starts: [0] }, space)
  return { starts, heights: heightsOf(measures, { starts, to }) }
}

const difference = (heights: readonly number[]) => 1 - Math.min(...heights) / Math.max(...heights)

describe('the columns of a page', () => {
  test('keep groups whole if they are about equally high then', () => {
    expect(divided([6, 7], 2, 900).starts).toEqual([0, 7])
  })

  test('split a group if they are about equally high only then', () => {
    const { starts, heights } = divided([12, 3], 2, 900)
    expect(difference(heights)).toBeLessThan(0.15)
    expect(starts[1]).toBeLessThan(12)
  })

  test('keep groups whole if no division makes them equally high', () => {
    expect(divided([2, 5], 2, 900).starts).toEqual([0, 3])
  })

  test.each([
    [[12, 3], 2],
    [[5, 14, 4], 3],
    [[20, 3, 3], 3],
    [[9, 9, 2, 2], 4],
  ])('have two items of each group at least: %j in %i columns', (groups, columns) => {
    const { starts } = divided(groups, columns, 1_500)
    const { breakCosts } = measuresOf(groups)
    for (const start of starts) expect(breakCosts[start]).toBeLessThanOrEqual(0.5)
  })

  test('are never higher than the page', () => {
    const { heights } = divided([12, 3], 2, 640)
    expect(Math.max(...heights)).toBeLessThanOrEqual(640)
  })

  test('split a group if they are much more equal then, although not equally high', () => {
    expect(divided([5, 3], 2, 700).starts).toEqual([0, 6])
    const { starts } = divided([2, 9], 2, 700)
    expect(starts).not.toEqual([0, 3])
  })
})

describe('the pages of a menu', () => {
  const fillsOf = (groups: readonly number[], columnsOnPage: number) => {
    const measures = measuresOf(groups)
    const space = { columnsOnAllPages: columnsOnPage, columnsOnPage, height: 900 }
    const plan = planOf(measures, space)
    const fills = plan.map(({ starts, to }) =>
      heightsOf(measures, { starts, to }).reduce((sum, height) => sum + height / (columnsOnPage * 900), 0),
    )
    return { plan, fills, count: measures.tops.length }
  }

  test('each have whole groups if these nearly fill them', () => {
    const { plan } = fillsOf([12, 12, 12, 12], 2)
    expect(plan.map(({ starts }) => starts)).toEqual([
      [0, 13],
      [26, 39],
    ])
  })

  test.each([
    [[30, 4, 30, 4], 2],
    [[7, 7, 7, 7, 7, 7, 7, 7], 3],
    [[40, 40], 1],
  ])('are full where more follow, and have each block once: %j in %i columns', (groups, columns) => {
    const { plan, fills, count } = fillsOf(groups, columns)
    expect(Math.min(...fills.slice(0, -1))).toBeGreaterThan(0.65)
    expect(plan.map(({ from }) => from)).toEqual([0, ...plan.slice(0, -1).map(({ to }) => to)])
    expect(plan.at(-1)?.to).toBe(count)
  })
})

describe('the line spacing of a page', () => {
  const groups = [6, 4]
  const stretch = { tight: measuresOf(groups), loose: measuresOf(groups, 2 * ROW) }
  const range = { from: 0, to: 12, starts: [0, 7] }

  const spacingFor = (height: number) => spacingsOf(stretch, [range], height)[0] ?? 0

  test('makes its highest column as high as the page', () => {
    const [first = 0, second = 0] = stretchedHeights(stretch, range, spacingFor(480))
    expect(first).toBeLessThanOrEqual(480)
    expect(first).toBeGreaterThan(478)
    expect((second - HEADING) / 4).toBeCloseTo((first - HEADING) / 6)
  })

  test('is the smallest on a full page, and has a limit on one that is nearly empty', () => {
    expect(spacingFor(380)).toBe(1)
    expect(spacingFor(300)).toBe(1)
    expect(spacingFor(2_000)).toBe(spacingFor(4_000))
    expect(stretchedHeights(stretch, range, spacingFor(4_000))).toEqual([680, 480])
  })

  test('is less at the end of a menu, where a page need not be full', () => {
    const [first = 0, last = 0] = spacingsOf(stretch, [range, range], 4_000)
    expect(last).toBeLessThan(first / 2)
    expect(spacingsOf(stretch, [range, range], 400)).toEqual([spacingFor(400), spacingFor(400)])
  })
})
