import { type SmallestText, smallestText } from './legible.ts'
import type { Parameters } from './parameters.ts'

/** The shorter side of a screen that is held in a hand. There is no such television. */
const MAX_HANDHELD_PX = 500
/** What browsers and phones use for text. */
const HANDHELD_TEXT: SmallestText = { namePx: 17, detailPx: 14 }

/** Returns whether the screen is that of a phone. A small window on a large screen is none. */
export function isHandheld(): boolean {
  return Math.min(screen.width, screen.height) < MAX_HANDHELD_PX
}

/**
 * Tells the style sheet what the smallest text is.
 * @param share how large it is, as a share of what guests can read
 */
export function applySmallestText(parameters: Parameters, share = 1): SmallestText {
  const legible = smallestText(parameters, { width: innerWidth, height: innerHeight })
  const smallest = isHandheld()
    ? HANDHELD_TEXT
    : { namePx: legible.namePx * share, detailPx: legible.detailPx * share }
  const { style, classList } = document.documentElement
  classList.toggle('handheld', isHandheld())
  style.setProperty('--smallest-name', `${smallest.namePx}px`)
  style.setProperty('--smallest-detail', `${smallest.detailPx}px`)
  return smallest
}

/** Calls back when the space for the menu has changed: the screen was rotated, or its resolution changed. */
export function watchSize(space: HTMLElement, changed: () => void): void {
  let known = sizeOf(space)
  new ResizeObserver(() => {
    const size = sizeOf(space)
    if (size !== known) requestAnimationFrame(changed)
    known = size
  }).observe(space)
}

/** The size of an element, to compare with a later one. On a phone, its height is that of the menu in it. */
export function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return isHandheld() ? `${clientWidth}` : `${clientWidth}x${clientHeight}`
}
