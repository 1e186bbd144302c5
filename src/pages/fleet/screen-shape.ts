/** The side on which the upper edge of a mounted screen is. */
export type Edge = 'top' | 'right' | 'bottom' | 'left'

/** The shape of a mounted screen. Its longer side is 1. */
export interface ScreenShape {
  readonly width: number
  readonly height: number
  readonly upperEdge: Edge
}

const EDGES: Readonly<Record<string, Edge>> = {
  left: 'left',
  '270': 'left',
  right: 'right',
  '90': 'right',
  inverted: 'bottom',
  flipped: 'bottom',
  '180': 'bottom',
}

/**
 * Returns the shape that a resolution and an orientation amount to. A screen that is turned to the left or
 * right is upright, whatever the order of its sides: some players report the native resolution, some the
 * current one. Returns undefined if the resolution is not a size.
 */
export function shapeOf(resolution: string, orientation: string): ScreenShape | undefined {
  const sides = /^\s*(\d{1,6})\s*[x×*]\s*(\d{1,6})\s*$/i.exec(resolution)?.slice(1).map(Number)
  const [width = 0, height = 0] = sides ?? []
  if (width === 0 || height === 0) return undefined
  const text = orientation.toLowerCase()
  const upperEdge = Object.entries(EDGES).find(([word]) => text.includes(word))?.[1] ?? 'top'
  return { ...scaled(isUpright(text, upperEdge), width, height), upperEdge }
}

/** Returns whether the orientation says that the screen is upright; undefined if the resolution decides. */
function isUpright(orientation: string, upperEdge: Edge): boolean | undefined {
  if (orientation.includes('portrait')) return true
  if (orientation.includes('landscape')) return false
  return upperEdge === 'left' || upperEdge === 'right' ? true : undefined
}

function scaled(
  isUpright: boolean | undefined,
  ...sides: [number, number]
): { width: number; height: number } {
  const [width, height] = isUpright === undefined ? sides : sides.sort((a, b) => (isUpright ? a - b : b - a))
  const longer = Math.max(width, height)
  return { width: width / longer, height: height / longer }
}
