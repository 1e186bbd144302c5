import { columnsNeeded, divide, type Measures, type PageRange, type Space, valueAt } from './arrange.ts'
import { balance } from './balance.ts'
import { type Stretch, spacingsOf, stretchedHeights } from './stretch.ts'

/** The shares of the last page, and of each page before it, that should be filled at least. */
const MIN_FILLED_OF_LAST = 0.6
const MIN_FILLED = 0.8

/** Returns which blocks are in each column of each page: on more pages than the space has if it is too small. */
export function planOf(measures: Measures, space: Space): PageRange[] {
  const enough = enoughFor(measures, space)
  return rangesOf(measures, enough).map((range) => ({ ...range, starts: balance(measures, range, enough) }))
}

function enoughFor(measures: Measures, space: Space): Space {
  const { columns } = columnsNeeded(measures, space.height)
  const pages = Math.ceil(columns / space.columnsOnPage)
  return { ...space, columnsOnAllPages: Math.max(space.columnsOnAllPages, pages * space.columnsOnPage) }
}

function rangesOf(measures: Measures, space: Space): PageRange[] {
  const { columnsOnPage } = space
  const starts = divide(measures, space)
  const firsts = starts.filter((_, index) => index % columnsOnPage === 0)
  return firsts.map((from, page) => ({
    from,
    to: firsts[page + 1] ?? measures.tops.length,
    starts: starts.slice(page * columnsOnPage, (page + 1) * columnsOnPage),
  }))
}

/** Returns how full the emptiest page is, as a share of how full it should be at least. */
export function fullnessOf(stretch: Stretch, plan: readonly PageRange[], space: Space): number {
  const spacings = spacingsOf(stretch, plan, space.height)
  const shares = plan.map((range, page) => {
    const heights = stretchedHeights(stretch, range, valueAt(spacings, page))
    const filled = heights.reduce((sum, height) => sum + height, 0)
    const wanted = page === plan.length - 1 ? MIN_FILLED_OF_LAST : MIN_FILLED
    return filled / (space.columnsOnPage * space.height * wanted)
  })
  return Math.min(...shares)
}
