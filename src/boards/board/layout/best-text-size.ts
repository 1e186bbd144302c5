import type { LayoutContext } from './context.ts'
import { crowdedShare } from './crowded.ts'
import { fullnessOf, planOf } from './plan.ts'
import { type Fit, spaceOf } from './space.ts'
import { stretchOf } from './stretch.ts'

/** The shares of the largest text that are tried. */
const SMALLER = [1, 0.96, 0.92, 0.88, 0.84, 0.8]
/** One percent more items with several lines costs as much as text that is this many percent smaller. */
const COST_OF_LINES = 2

/** A fit, with its costs: less is better. */
interface Tried {
  readonly fit: Fit
  /** How far the emptiest page is from being full. */
  readonly emptiness: number
  readonly cost: number
}

/**
 * Tries smaller text. It may fill the pages better, because less space is lost at the ends of columns, or keep more names and
 * prices in one line.
 */
export function bestTextSize(context: LayoutContext, largest: Fit): Fit {
  let best: Tried | undefined
  for (const share of SMALLER) {
    const size = Math.max(context.minSize, largest.size * share)
    const tried = tryFit(context, { ...largest, size }, size / largest.size)
    if (best === undefined || isBetter(tried, best)) best = tried
    if (size === context.minSize || (best.emptiness === 0 && best.cost <= 1 - share)) break
  }
  return best?.fit ?? largest
}

function tryFit(context: LayoutContext, fit: Fit, share: number): Tried {
  const [space, stretch] = [spaceOf(context, fit), stretchOf(context, fit)]
  const fullness = fullnessOf(stretch, planOf(stretch.tight, space), space)
  const cost = COST_OF_LINES * crowdedShare(context) + 1 - share
  return { fit, emptiness: Math.max(0, 1 - fullness), cost }
}

function isBetter(one: Tried, other: Tried): boolean {
  return one.emptiness === other.emptiness ? one.cost < other.cost : one.emptiness < other.emptiness
}
