import { columnsNeeded, FLOWING, type Need, SPLIT_ANYWHERE, SPLIT_GROUPS } from './arrange.ts'
import { crowdedShare } from './crowded.ts'
import { apply, columnCounts, type Room, type Style } from './room.ts'

/** The most lines of a description. */
const DESCRIPTION_LINES = [4, 2, 0]
/** In a layout that is not crowded, no more of the items need several lines for a name and its prices. */
const MAX_CROWDED = 0.5
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
  readonly need: Pick<Need, 'limit' | 'broken'>
  /** Whether most items have a name in several lines, or prices below it. */
  readonly isCrowded: boolean
}

/**
 * Tries columns in the smallest text, and returns those to choose from. The fewest pages come first: descriptions are shortened,
 * then left out, before there are more than wanted. Next are wide columns: a board in which most names are broken, or above their
 * prices, is harder to read than one without descriptions. Then the more of the descriptions there are, the better.
 */
export async function bestTrials(room: Room, wanted: Wanted): Promise<readonly Trial[]> {
  const tried: Trial[] = []
  const enough = Math.max(wanted.screens, wanted.maxPages)
  const rank = (trial: Trial) => rankOf(trial, wanted.screens)
  for (const lines of room.hasDescriptions ? DESCRIPTION_LINES : [0]) {
    const trials = await tryColumns(room, lines)
    tried.push(...trials)
    if (trials.some((trial) => rank(trial) <= enough)) break
  }
  const least = Math.min(...tried.map(rank))
  const shortest = tried.filter((trial) => rank(trial) === least)
  const calm = shortest.filter(({ isCrowded }) => !isCrowded)
  const best = calm.length > 0 ? calm : shortest
  return best.filter(({ style }) => style.descriptionLines === best[0]?.style.descriptionLines)
}

/** Returns whether a layout on some pages could be on fewer, or have more of the descriptions on as many. */
export async function hasRoomForMore(
  room: Room,
  { pages, ...style }: Omit<Style, 'size'> & { readonly pages: number },
  { screens, maxPages }: Wanted,
): Promise<boolean> {
  const { columns, descriptionLines, isWide = false } = style
  const rank = async (lines: number) =>
    rankOf(await tryStyle(room, { columns, isWide, descriptionLines: lines }), screens)
  if (pages > screens && (await rank(descriptionLines)) < pages) return true
  const more = DESCRIPTION_LINES[DESCRIPTION_LINES.indexOf(descriptionLines) - 1]
  if (more === undefined || !room.hasDescriptions) return false
  return (await rank(more)) <= Math.max(pages, maxPages)
}

/** The lower, the better. More pages are better than an item apart from its options, or text that is higher than a column. */
function rankOf({ pages, need: { limit, broken } }: Trial, screens: number): number {
  const whole = Math.max(screens, Math.ceil(pages))
  if (limit === SPLIT_ANYWHERE) return whole + (1 + broken) * MANY_PAGES
  return limit > SPLIT_GROUPS ? whole + MANY_PAGES : whole
}

async function tryColumns(room: Room, descriptionLines: number): Promise<Trial[]> {
  const trials: Trial[] = []
  for (const columns of columnCounts(room, room.minSize))
    trials.push(await tryStyle(room, { columns, descriptionLines }))
  // In wider columns, rows are lower.
  if (trials.every(({ need }) => need.broken > 0))
    trials.push(await tryStyle(room, { columns: 1, descriptionLines, isWide: true }))
  return trials
}

async function tryStyle(room: Room, style: Omit<Style, 'size'>): Promise<Trial> {
  apply(room, { ...style, size: room.minSize })
  const [height, measures] = [room.heightFor(room.minSize), room.ruler.read()]
  await room.pause()
  const { columns, ...need } = columnsNeeded(measures, { height, limits: FLOWING })
  return { style, pages: columns / style.columns, need, isCrowded: crowdedShare(room) > MAX_CROWDED }
}
