import type { Device } from '#dist/device/schema.js'
import { part, setText } from '../shared/elements.ts'
import { formatNumber } from '../shared/format.ts'
import { type Edge, type ScreenShape, shapeOf } from './screen-shape.ts'

/** The longer side of a drawn screen, in a drawing of 64 × 64. */
const LONGER_SIDE = 56
const CENTRE = 32

/** Draws the screen of a device to scale, as it is mounted, with a stroke along its upper edge. */
export function drawScreen(card: Element, { screen_resolution, screen_orientation }: Device): void {
  const shape = shapeOf(screen_resolution, screen_orientation)
  const panel = part<SVGRectElement>(card, 'panel')
  const stroke = part<SVGLineElement>(card, 'upper-edge')
  panel.classList.toggle('unknown', shape === undefined)
  stroke.classList.toggle('unknown', shape === undefined)
  const { upperEdge, ...size } = shape ?? { width: 0.75, height: 0.75, upperEdge: 'top' }
  const box = boxOf(size)
  setAttributes(panel, box)
  setAttributes(stroke, edgeOf(box, upperEdge))
  setText(part(card, 'resolution'), screen_resolution.replace(/(\d)\s*x\s*(\d)/i, '$1 × $2'))
  setText(part(card, 'orientation'), screen_orientation)
  setText(part(card, 'ratio'), shape === undefined ? '' : ratioOf(shape))
}

type Box = ReturnType<typeof boxOf>

function boxOf(size: Omit<ScreenShape, 'upperEdge'>) {
  const width = Math.max(4, size.width * LONGER_SIDE)
  const height = Math.max(4, size.height * LONGER_SIDE)
  return { x: CENTRE - width / 2, y: CENTRE - height / 2, width, height }
}

function edgeOf({ x, y, width, height }: Box, edge: Edge) {
  const isHorizontal = edge === 'top' || edge === 'bottom'
  const length = (isHorizontal ? width : height) * 0.3
  const position = { top: y, bottom: y + height, left: x, right: x + width }[edge]
  return isHorizontal
    ? { x1: CENTRE - length, x2: CENTRE + length, y1: position, y2: position }
    : { x1: position, x2: position, y1: CENTRE - length, y2: CENTRE + length }
}

/** Returns the aspect ratio, for example `16:9`; empty if two small numbers cannot express it. */
function ratioOf({ width, height }: ScreenShape): string {
  for (let part = 1; part <= 32; part++) {
    const other = (part * width) / height
    if (Math.abs(other - Math.round(other)) < 0.001)
      return `${formatNumber(Math.round(other))}:${formatNumber(part)}`
  }
  return ''
}

function setAttributes(element: Element, attributes: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value.toFixed(1))
}
