import { describe, expect, test } from 'vitest'
import { divide, heightsOf } from '../../src/boards/board/layout/divide.ts'
import type { Measures } from '../../src/boards/board/layout/measure.ts'
import { largestSpacing, stretchedHeights } from '../../src/boards/board/layout/spacing.ts'

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

/** Divides groups among pages, and returns the first block and the height of each column of each page. */
function divided(groups: readonly number[], columnsOnPage: number, height: number, minPages = 1) {
  const measures = measuresOf(groups)
  const ranges = divide(measures, { columnsOnPage, height, minPages })
  const heights = ranges.map((range) => heightsOf(measures, range))
  return { ranges, heights, starts: ranges.map(({ starts }) => starts) }
}

const difference = (heights: readonly number[]) => 1 - Math.min(...heights) / Math.max(...heights)

describe('the columns of a page', () => {
  test('keep groups whole if they are about equally high then', () => {
    expect(divided([6, 7], 2, 900).starts).toEqual([[0, 7]])
  })

  test('split a group if they are about equally high only then', () => {
    const { starts, heights } = divided([12, 3], 2, 900)
    expect(difference(heights[0] ?? [])).toBeLessThan(0.15)
    expect(starts[0]?.[1]).toBeLessThan(12)
  })

  test('keep groups whole if no division makes them equally high', () => {
    expect(divided([2, 5], 2, 900).starts).toEqual([[0, 3]])
  })

  test.each([
    [[12, 3], 2],
    [[5, 14, 4], 3],
    [[20, 3, 3], 3],
    [[9, 9, 2, 2], 4],
  ])('have two items of each group at least: %j in %i columns', (groups, columns) => {
    const { breakCosts } = measuresOf(groups)
    for (const start of divided(groups, columns, 1_500).starts.flat())
      expect(breakCosts[start]).toBeLessThanOrEqual(0.5)
  })

  test('are never higher than the page', () => {
    expect(Math.max(...divided([12, 3], 2, 640).heights.flat())).toBeLessThanOrEqual(640)
  })

  test('split a group if they are much more equal then, although not equally high', () => {
    expect(divided([5, 3], 2, 700).starts).toEqual([[0, 6]])
    expect(divided([2, 9], 2, 700).starts).not.toEqual([[0, 3]])
  })
})

describe('the pages of a menu', () => {
  test('each have whole groups if these nearly fill them', () => {
    expect(divided([12, 12, 12, 12], 2, 900).starts).toEqual([
      [0, 13],
      [26, 39],
    ])
  })

  test.each([
    [[30, 4, 30, 4], 2],
    [[7, 7, 7, 7, 7, 7, 7, 7], 3],
    [[40, 40], 1],
  ])('are about equally full, and have each block once: %j in %i columns', (groups, columns) => {
    const { ranges, heights } = divided(groups, columns, 900)
    const fills = heights.map((own) => own.reduce((sum, height) => sum + height, 0))
    expect(difference(fills)).toBeLessThan(0.3)
    const firsts = ranges.map(({ starts }) => starts[0])
    expect(firsts).toEqual([0, ...ranges.slice(0, -1).map(({ to }) => to)])
    expect(ranges.at(-1)?.to).toBe(measuresOf(groups).tops.length)
  })

  test('are as many as screens share the menu', () => {
    expect(divided([6, 7], 1, 900).starts).toHaveLength(1)
    expect(divided([6, 7], 1, 900, 2).starts).toEqual([[0], [7]])
  })
})

describe('the line spacing of a page', () => {
  const groups = [6, 4]
  const stretch = { tight: measuresOf(groups), loose: measuresOf(groups, 2 * ROW) }
  const range = { to: 12, starts: [0, 7] }

  const spacingFor = (height: number) => largestSpacing(stretch, range, height)

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
})
