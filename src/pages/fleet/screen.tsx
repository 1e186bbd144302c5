import type { FleetDevice } from '#dist/fleet/schema.js'
import { formatNumber } from '../../browser/format-values.ts'
import { type Edge, type ScreenShape, shapeOf } from './screen-shape.ts'

/** The longer side of a drawn screen, in a drawing of 64 × 64. */
const LONGER_SIDE = 56
const CENTRE = 32
const UNKNOWN = { width: 0.75, height: 0.75 }

/** The screen of a device to scale, as it is mounted, with a stroke along its upper edge. */
export function Screen({ device }: { readonly device: FleetDevice }) {
  const shape = shapeOf(device.screen_resolution, device.screen_orientation)
  const box = boxOf(shape ?? UNKNOWN)
  return (
    <div class="screen">
      <svg aria-hidden="true" viewBox="0 0 64 64">
        <rect class={shape ? 'glass' : 'glass unknown'} rx="2" {...box} />
        {shape && <line class="edge" {...edgeOf(box, shape.upperEdge)} />}
      </svg>
      <p class="small soft">{shape && ratioOf(shape)}</p>
    </div>
  )
}

type Box = ReturnType<typeof boxOf>

function boxOf(size: Pick<ScreenShape, 'width' | 'height'>) {
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
