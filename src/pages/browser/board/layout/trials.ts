import { columnsNeeded, FLOWING, SPLIT_ANYWHERE, SPLIT_GROUPS } from './arrange.ts'
import { apply, columnCounts, type Room, type Style } from './room.ts'

/** The most lines of a description. */
const DESCRIPTION_LINES = [4, 2, 0]
const MANY_PAGES = 1e6

/** How many screens share a menu, and up to how many pages there are descriptions. */
export interface Wanted {
  readonly screens: number
  readonly maxPages: number
}

/** What a style needs in the smallest text. */
export interface Trial {
  readonly style: Omit<Style, 'size'>
  /** Of the last page, only the columns that are used count. */
  readonly pages: number
  /** The highest cost of a break that it needs. */
  readonly limit: number
}

/**
 * Tries columns in the smallest text, and returns all with the fewest pages. Descriptions are shortened, then left out, before
 * there are more pages than wanted.
 */
export async function fewestPages(room: Room, wanted: Wanted): Promise<readonly Trial[]> {
  const tried: Trial[] = []
  const enough = Math.max(wanted.screens, wanted.maxPages)
  const rank = (trial: Trial) => rankOf(trial, wanted.screens)
  for (const lines of room.hasDescriptions ? DESCRIPTION_LINES : [0]) {
    const trials = await tryColumns(room, lines)
    tried.push(...trials)
    if (trials.some((trial) => rank(trial) <= enough)) break
  }
  const best = tried.reduce((first, trial) => (rank(trial) < rank(first) ? trial : first))
  const { descriptionLines } = best.style
  return tried.filter(
    (trial) => rank(trial) === rank(best) && trial.style.descriptionLines === descriptionLines,
  )
}

/** The lower, the better. More pages are better than an item apart from its options, or text that is higher than a column. */
function rankOf({ pages, limit }: Trial, screens: number): number {
  const whole = Math.max(screens, Math.ceil(pages))
  if (limit === SPLIT_ANYWHERE) return whole + 2 * MANY_PAGES
  return limit > SPLIT_GROUPS ? whole + MANY_PAGES : whole
}

async function tryColumns(room: Room, descriptionLines: number): Promise<Trial[]> {
  const trials: Trial[] = []
  for (const columns of columnCounts(room, room.minSize))
    trials.push(await tryStyle(room, { columns, descriptionLines }))
  // In wider columns, rows are lower.
  if (trials.every(({ limit }) => limit === SPLIT_ANYWHERE))
    trials.push(await tryStyle(room, { columns: 1, descriptionLines, isWide: true }))
  return trials
}

async function tryStyle(room: Room, style: Omit<Style, 'size'>): Promise<Trial> {
  apply(room, { ...style, size: room.minSize })
  const [height, measures] = [room.heightFor(room.minSize), room.ruler.read()]
  await room.pause()
  const { columns, limit } = columnsNeeded(measures, { height, limits: FLOWING })
  return { style, pages: columns / style.columns, limit }
}
