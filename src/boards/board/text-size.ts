import { isHandheld } from '../shared/handheld.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import { legibleSizes, type TextSizes } from './legible.ts'

/** The sizes of text on a phone, which do not depend on the distance. */
const HANDHELD_TEXT: TextSizes = { namePx: 17, detailPx: 14 }

/** The least space for a menu, as a multiple of its text size. */
const MIN_LINES = 6
/** The shares of the legible text size that are tried if the footnotes leave less space. */
const TEXT_SHARES = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35]

/**
 * Tells the style sheet the size of the smallest text.
 * @param share its size, as a share of the smallest text that guests can read
 */
export function applyTextSizes(parameters: BoardParameters, share = 1): TextSizes {
  const legible = legibleSizes(parameters, { width: innerWidth, height: innerHeight })
  const smallest = isHandheld()
    ? HANDHELD_TEXT
    : { namePx: legible.namePx * share, detailPx: legible.detailPx * share }
  const { style, classList } = document.documentElement
  classList.toggle('handheld', isHandheld())
  style.setProperty('--smallest-name', `${smallest.namePx}px`)
  style.setProperty('--smallest-detail', `${smallest.detailPx}px`)
  return smallest
}

/**
 * Applies the smallest text that guests can read, or smaller text if the footnotes leave the menu too little space.
 * @param heightFor returns the height of the menu beside footnotes of a size
 */
export function applyFittingText(
  parameters: BoardParameters,
  heightFor: (textPx: number) => number,
): TextSizes {
  let smallest = applyTextSizes(parameters)
  if (isHandheld()) return smallest
  for (const share of TEXT_SHARES) {
    if (heightFor(smallest.namePx) >= MIN_LINES * smallest.namePx) break
    smallest = applyTextSizes(parameters, share)
  }
  return smallest
}

/** The size of an element, for comparisons. On a phone, its height does not count, because it follows from the menu. */
export function comparableSize({ clientWidth, clientHeight }: HTMLElement): string {
  return isHandheld() ? `${clientWidth}` : `${clientWidth}x${clientHeight}`
}
