import { type SmallestText, smallestText } from './legible.ts'
import type { Parameters } from './parameters.ts'

/** The shorter side of a screen that is held in a hand. There is no such television. */
const MAX_HANDHELD_PX = 500
/** What browsers and phones use for text. */
const HANDHELD_TEXT: SmallestText = { namePx: 17, detailPx: 14 }

/** How many times as high as its text the space for a menu is at least. */
const FEWEST_LINES = 6
/** The shares of legible text that are tried where it leaves no such space. */
const SMALLER = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35]

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

/**
 * Applies the smallest text that guests can read; smaller text if the notes are so large in it that they leave a menu no room.
 * @param heightFor how high the menu may be beside notes of a size
 */
export function smallestBeside(parameters: Parameters, heightFor: (sizePx: number) => number): SmallestText {
  let smallest = applySmallestText(parameters)
  if (isHandheld()) return smallest
  for (const share of SMALLER) {
    if (heightFor(smallest.namePx) >= FEWEST_LINES * smallest.namePx) break
    smallest = applySmallestText(parameters, share)
  }
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
