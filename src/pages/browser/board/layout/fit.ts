import { columnsNeeded, FLOWING, WHOLE_GROUPS } from './arrange.ts'
import { bisect } from './bisect.ts'
import { calmest } from './calmest.ts'
import { apply, largestSize, type Room, widthOfColumns } from './room.ts'
import { type Fit, spaceOf } from './space.ts'
import { bestTrials, hasRoomForMore, type Trial, type Wanted } from './trials.ts'

/** How many times as large the text must become to justify splitting groups. */
const MIN_GAIN_OF_SPLITTING = 1.18
/**
 * The largest text on several pages, as a multiple of the smallest. If larger text fitted, there would be
 * fewer pages.
 */
const MAX_SIZE_ON_PAGES = 1.4
/** The precision of the text size, relative to the smallest. Line spacing fills the rest of the height. */
const PRECISION = 0.04
/** What uses more of the screen than this share is full. Less is emptier only if it differs by as much as the second. */
const FULL = { share: 0.8, difference: 0.05 }

/** No group is split. */
const WHOLE = { limit: WHOLE_GROUPS, broken: 0 }

/** How the last menu was laid out, and what decides whether another one can be. */
interface Memory {
  readonly key: string
  readonly largest: Filled
  /** The fit that was taken: smaller text may fill pages, or keep groups whole. */
  readonly taken: Fit
}

let memory: Memory | undefined

/**
 * Finds columns and a text size together: of all layouts that guests can read, those with the fewest pages, of these the
 * fullest, and then the one with the largest text. Smaller text may keep groups whole. A menu in which little has changed is mostly
 * laid out as before, so that this is checked first.
 */
export async function bestFit(room: Room, wanted: Wanted): Promise<Fit> {
  const key = keyOf(room, wanted)
  if (memory?.key === key && (await isStillBest(room, memory, wanted))) return memory.taken
  const found: Filled[] = []
  for (const trial of await bestTrials(room, wanted))
    found.push(await largestOf(room, fitOf(room, trial, wanted), trial.need))
  const largest = found.reduce((best, one) => (isBetter(one, best, room) ? one : best))
  const taken = await calmest(room, largest.fit.isEven ? await keepGroupsWhole(room, largest) : largest.fit)
  memory = { key, largest, taken }
  return taken
}

function keyOf({ width, minSize, minColumnEm, maxColumnEm, heightFor, ruler }: Room, wanted: Wanted): string {
  return JSON.stringify([
    width,
    minSize,
    minColumnEm,
    maxColumnEm,
    heightFor(minSize),
    ruler.blocks.length,
    wanted,
  ])
}

/** Returns whether the largest text is the same as before, and what was taken still fits. */
async function isStillBest(room: Room, { largest, taken }: Memory, wanted: Wanted): Promise<boolean> {
  const { fit, allowed } = largest
  const larger = { ...fit, size: fit.size + PRECISION * room.minSize }
  if (larger.size <= maxSizeOf(room, fit) && (await shareOf(room, larger, allowed))) return false
  if (!(await shareOf(room, fit, allowed)) || !(await shareOf(room, taken, allowed))) return false
  return !(await hasRoomForMore(room, fit, wanted))
}

/** Finds what needs the least space, which is the smallest text. */
export async function smallestFit(room: Room, wanted: Wanted): Promise<Fit> {
  const trials = await bestTrials(room, wanted)
  const least = trials.reduce((best, trial) => (trial.pages < best.pages ? trial : best))
  return fitOf(room, least, wanted)
}

/** A fit, and which share of the space for a menu it uses. */
interface Filled {
  readonly fit: Fit
  /** Which breaks are allowed: not more of them than in the smallest text. */
  readonly allowed: Trial['need']
  readonly share: number
}

function fitOf({ minSize }: Room, { style, pages }: Trial, { screens }: Wanted): Fit {
  const whole = Math.max(screens, Math.ceil(pages))
  return { ...style, size: minSize, pages: whole, limits: FLOWING, isEven: whole === screens }
}

/** Returns whether a fit is better than one with more columns: clearly fuller, or else not in smaller text. */
function isBetter(one: Filled, other: Filled, { minSize }: Room): boolean {
  const fuller = Math.min(FULL.share, one.share) - Math.min(FULL.share, other.share)
  if (Math.abs(fuller) > FULL.difference) return fuller > 0
  return one.fit.size > other.fit.size - PRECISION * minSize
}

/** Finds the largest text in which a fit needs no more pages, and splits no more than its limit. */
async function largestOf(
  room: Room,
  fit: Fit,
  allowed: Trial['need'],
  minSize = room.minSize,
): Promise<Filled> {
  let best: Filled = { fit: { ...fit, size: minSize }, allowed, share: 0 }
  const max = Math.max(minSize, maxSizeOf(room, fit))
  await bisect(minSize, max, room.minSize * PRECISION, async (size) => {
    const tried = { ...fit, size }
    const share = await shareOf(room, tried, allowed)
    if (share > 0 && size >= best.fit.size) best = { fit: tried, allowed, share }
    return share > 0
  })
  return best
}

function maxSizeOf(room: Room, { isEven, columns }: Fit): number {
  return Math.min(isEven ? room.maxSize : room.minSize * MAX_SIZE_ON_PAGES, largestSize(room, columns))
}

/** Groups stay whole if the text is nearly as large then. */
async function keepGroupsWhole(room: Room, { fit }: Filled): Promise<Fit> {
  const minSize = Math.max(room.minSize, fit.size / MIN_GAIN_OF_SPLITTING)
  const split = { ...fit, limits: [WHOLE_GROUPS] }
  const whole = await largestOf({ ...room, maxSize: fit.size }, split, WHOLE, minSize)
  return whole.share > 0 ? whole.fit : fit
}

/** Returns which share of the pages of a fit is used; 0 if they are too few. */
async function shareOf(room: Room, fit: Fit, { limit, broken }: Trial['need']): Promise<number> {
  apply(room, fit)
  const [space, measures] = [spaceOf(room, fit), room.ruler.read()]
  await room.pause()
  const needed = columnsNeeded(measures, space)
  if (needed.columns > space.columns || needed.limit > limit || needed.broken > broken) return 0
  const height = (measures.bottoms[measures.bottoms.length - 1] ?? 0) - (measures.tops[0] ?? 0)
  return (height / (space.height * space.columns)) * (widthOfColumns(room, fit) / room.width)
}
