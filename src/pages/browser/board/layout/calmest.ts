import { crowdedShare } from './crowded.ts'
import { fullnessOf, planOf } from './plan.ts'
import type { Room } from './room.ts'
import { type Fit, spaceOf } from './space.ts'
import { stretchOf } from './stretch.ts'

/** The shares of the largest text that are tried. */
const SMALLER = [1, 0.96, 0.92, 0.88, 0.84, 0.8]
/** How much larger the text must be for each item with several lines, both as shares. */
const COST_OF_LINES = 2

/** A fit, and what is better if it is less. */
interface Tried {
  readonly fit: Fit
  /** How far the emptiest page is from being full. */
  readonly emptiness: number
  readonly cost: number
}

/**
 * Tries smaller text: it may fill the pages better, as less is lost at the ends of columns, or keep names and prices in one line
 * that are in several in the largest text.
 */
export async function calmest(room: Room, largest: Fit): Promise<Fit> {
  let best: Tried | undefined
  for (const share of SMALLER) {
    const size = Math.max(room.minSize, largest.size * share)
    const tried = tryFit(room, { ...largest, size }, size / largest.size)
    if (best === undefined || isBetter(tried, best)) best = tried
    if (size === room.minSize || (best.emptiness === 0 && best.cost <= 1 - share)) break
    await room.pause()
  }
  return best?.fit ?? largest
}

function tryFit(room: Room, fit: Fit, share: number): Tried {
  const [space, stretch] = [spaceOf(room, fit), stretchOf(room, fit)]
  const fullness = fullnessOf(stretch, planOf(stretch.tight, space), space)
  const cost = COST_OF_LINES * crowdedShare(room) + 1 - share
  return { fit, emptiness: Math.max(0, 1 - fullness), cost }
}

function isBetter(one: Tried, other: Tried): boolean {
  return one.emptiness === other.emptiness ? one.cost < other.cost : one.emptiness < other.emptiness
}
