import type { Device } from '#dist/device/schema.js'
import { part, setText } from '../shared/elements.ts'
import { formatNumber } from '../shared/format.ts'
import { type Edge, type ScreenShape, shapeOf } from './screen-shape.ts'

/** The longer side of a drawn screen, in a drawing of 64 × 64. */
const LONGER = 56
const MIDDLE = 32

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
  setText(part(card, 'resolution'), screen_resolution.replace(/(\d)\s*x\s*(?=\d)/i, '$1 × '))
  setText(part(card, 'orientation'), screen_orientation)
  setText(part(card, 'ratio'), shape === undefined ? '' : ratioOf(shape))
}

type Box = ReturnType<typeof boxOf>

function boxOf(size: Omit<ScreenShape, 'upperEdge'>) {
  const width = Math.max(4, size.width * LONGER)
  const height = Math.max(4, size.height * LONGER)
  return { x: MIDDLE - width / 2, y: MIDDLE - height / 2, width, height }
}

function edgeOf({ x, y, width, height }: Box, edge: Edge) {
  const isLying = edge === 'top' || edge === 'bottom'
  const length = (isLying ? width : height) * 0.3
  const across = { top: y, bottom: y + height, left: x, right: x + width }[edge]
  return isLying
    ? { x1: MIDDLE - length, x2: MIDDLE + length, y1: across, y2: across }
    : { x1: across, x2: across, y1: MIDDLE - length, y2: MIDDLE + length }
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
