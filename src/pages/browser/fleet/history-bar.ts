/** A time span in milliseconds since 1970. */
export interface Span {
  readonly startMs: number
  readonly endMs: number
}

/** A part of a bar: which share of it the device was silent, and of which share nothing is known. */
interface Cell {
  readonly silent: number
  readonly unknown: number
  readonly closed: number
}

/** What is known of a device, besides that it was up. */
interface Known {
  readonly outages: readonly Span[]
  readonly unknown?: readonly Span[] | undefined
  /** When its site was closed. */
  readonly closed?: readonly Span[] | undefined
}

/** The span of an answer of the service. One without an end lasts until now. */
export function spanOf(
  { started_at, ended_at }: { started_at: string; ended_at: string | null },
  nowMs: number,
): Span {
  return { startMs: Date.parse(started_at), endMs: ended_at === null ? nowMs : Date.parse(ended_at) }
}

/** In units of the drawing, of which a cell with its gap has four across. */
const HEIGHT = 24
const CELL = 4
const WIDTH = 3
/** An outage of a second must not disappear. */
const LEAST_HEIGHT = 2

/** Divides a period into cells of the same length. */
export function cellsOf(period: Span, count: number, { outages, unknown = [], closed = [] }: Known): Cell[] {
  const lengthMs = (period.endMs - period.startMs) / count
  return Array.from({ length: count }, (_, index) => {
    const startMs = period.startMs + index * lengthMs
    const cell = { startMs, endMs: startMs + lengthMs }
    return { silent: shareOf(outages, cell), unknown: shareOf(unknown, cell), closed: shareOf(closed, cell) }
  })
}

function shareOf(spans: readonly Span[], { startMs, endMs }: Span): number {
  const covered = spans.reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.endMs, endMs) - Math.max(span.startMs, startMs)),
    0,
  )
  return Math.min(1, covered / (endMs - startMs))
}

/** Draws a bar. What is silent is high, what is up is a line, what is unknown is a dot, and closed hours are empty: not only
 * colours differ. */
export function drawBar(svg: SVGSVGElement, cells: readonly Cell[]): void {
  svg.setAttribute('viewBox', `0 0 ${cells.length * CELL} ${HEIGHT}`)
  svg.setAttribute('preserveAspectRatio', 'none')
  const paths = { up: '', silent: '', unknown: '' }
  cells.forEach(({ silent, unknown, closed }, index) => {
    const left = index * CELL
    if (silent > 0) paths.silent += column(left, WIDTH, Math.max(LEAST_HEIGHT, silent * HEIGHT))
    else if (closed >= 0.5) return
    else if (unknown >= 0.5) paths.unknown += column(left + 1, 1, LEAST_HEIGHT)
    else paths.up += column(left, WIDTH, LEAST_HEIGHT)
  })
  // Each is redrawn only if it has changed: a table has hundreds of bars.
  for (const [name, path] of Object.entries(paths)) {
    const drawn = svg.querySelector(`.${name}`)
    if (drawn === null) svg.append(createPath(name, path))
    else if (drawn.getAttribute('d') !== path) drawn.setAttribute('d', path)
  }
}

function column(left: number, width: number, height: number): string {
  return `M${left} ${HEIGHT}v${-height}h${width}v${height}z`
}

function createPath(name: string, path: string): SVGPathElement {
  const created = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  created.setAttribute('class', name)
  created.setAttribute('d', path)
  return created
}
