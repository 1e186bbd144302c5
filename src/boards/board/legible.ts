import type { BoardParameters } from '../shared/parameters.ts'

const METRES_PER_INCH = 0.0254
/** The height of capitals in most fonts. The angles below concern a capital. */
const CAPITAL_EM = 0.7
/** ISO 9241-3 asks for 16 minutes of arc at least, and prefers 20. */
const NAME_ARC_MINUTES = 20
const DETAIL_ARC_MINUTES = 16
const RADIANS_PER_ARC_MINUTE = Math.PI / 180 / 60
/** 24 px of 1080, the smallest text that makers of televisions allow at any distance. */
const SMALLEST_SHARE = 24 / 1080
/** Larger text leaves no room for a menu. */
const LARGEST_SHARE = 0.1

/** The smallest sizes of text on a screen, in pixels. */
export interface TextSizes {
  /** The size of names, prices and sizes. */
  readonly namePx: number
  /** The size of all other text, such as descriptions and calories. */
  readonly detailPx: number
}

interface Size {
  readonly width: number
  readonly height: number
}

type Viewing = Pick<BoardParameters, 'diagonalInches' | 'distanceMetres'>

/** Returns the smallest text that guests can read, on a screen of this diagonal from this distance. */
export function legibleSizes(viewing: Viewing, window: Size): TextSizes {
  const side = Math.min(window.width, window.height)
  const atLeast = (arcMinutes: number) => {
    const legible = sideShare(viewing, window, arcMinutes)
    return side * Math.min(LARGEST_SHARE, Math.max(SMALLEST_SHARE, legible))
  }
  return { namePx: atLeast(NAME_ARC_MINUTES), detailPx: atLeast(DETAIL_ARC_MINUTES) }
}

/** Whether text that can be read from this distance leaves room for a menu. */
export function isLegible(viewing: Viewing): boolean {
  return sideShare(viewing, { width: 16, height: 9 }, NAME_ARC_MINUTES) <= LARGEST_SHARE
}

/** Returns the size of text whose capitals appear under this angle, as a share of the shorter side of the screen. */
function sideShare({ diagonalInches, distanceMetres }: Viewing, { width, height }: Size, arcMinutes: number) {
  const sideMetres = (diagonalInches * METRES_PER_INCH * Math.min(width, height)) / Math.hypot(width, height)
  const capitalMetres = distanceMetres * Math.tan(arcMinutes * RADIANS_PER_ARC_MINUTE)
  return capitalMetres / CAPITAL_EM / sideMetres
}
