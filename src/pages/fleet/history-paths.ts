import { DAY_MS } from '../../lib/time/durations.ts'

/** In milliseconds since 1970. `lib/time/intervals.ts` is not used, because it calls `at()`, which older browsers lack. */
interface Interval {
  readonly startMs: number
  readonly endMs: number
}

/** A period, as in responses. Without an end, it lasts until now. */
export interface Span {
  readonly started_at: string
  readonly ended_at: string | null
}

/** The times that are not uptime: outages, times without data, and times in which the site was closed. */
export interface HistorySpans {
  readonly outages: readonly Span[]
  readonly unknown: readonly Span[]
  readonly closed: readonly Span[]
}

/** The periods that have a bar. A bar is divided into cells. */
export const LAST_24_HOURS = { longName: '24 hours', shortName: '24 h', lengthMs: DAY_MS, cells: 96 }
export const LAST_30_DAYS = { longName: '30 days', shortName: '30 d', lengthMs: 30 * DAY_MS, cells: 30 }
export type Period = typeof LAST_24_HOURS

/** In units of the drawing. A cell and its gap are 4 wide. */
export const BAR_HEIGHT = 24
export const CELL_WIDTH = 4
const COLUMN_WIDTH = 3
/** The height of the shortest outage, so that an outage of a second does not disappear. */
const MIN_HEIGHT = 2

export function intervalOf({ started_at, ended_at }: Span, nowMs: number): Interval {
  return { startMs: Date.parse(started_at), endMs: ended_at === null ? nowMs : Date.parse(ended_at) }
}

/**
 * Returns the SVG paths of a bar. Outages are high, uptime is a line, unknown times are dots, and closed hours are empty, so that
 * not only colours differ.
 */
export function barPaths(history: HistorySpans, { lengthMs, cells }: Period, nowMs: number) {
  const intervals = (spans: readonly Span[]) => spans.map((span) => intervalOf(span, nowMs))
  const outages = intervals(history.outages)
  const unknown = intervals(history.unknown)
  const closed = intervals(history.closed)
  const cellMs = lengthMs / cells
  const paths = { up: '', offline: '', unknown: '' }
  for (let index = 0; index < cells; index++) {
    const startMs = nowMs - lengthMs + index * cellMs
    const cell = { startMs, endMs: startMs + cellMs }
    const left = index * CELL_WIDTH
    const offline = shareOf(outages, cell)
    if (offline > 0) paths.offline += column(left, COLUMN_WIDTH, Math.max(MIN_HEIGHT, offline * BAR_HEIGHT))
    else if (shareOf(closed, cell) >= 0.5) continue
    else if (shareOf(unknown, cell) >= 0.5) paths.unknown += column(left + 1, 1, MIN_HEIGHT)
    else paths.up += column(left, COLUMN_WIDTH, MIN_HEIGHT)
  }
  return paths
}

function shareOf(intervals: readonly Interval[], { startMs, endMs }: Interval): number {
  const covered = intervals.reduce(
    (sum, one) => sum + Math.max(0, Math.min(one.endMs, endMs) - Math.max(one.startMs, startMs)),
    0,
  )
  return Math.min(1, covered / (endMs - startMs))
}

function column(left: number, width: number, height: number): string {
  return `M${left} ${BAR_HEIGHT}v${-height}h${width}v${height}z`
}
