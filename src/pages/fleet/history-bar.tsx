import { BAR_HEIGHT, barPaths, CELL_WIDTH, type HistorySpans, type Period } from './history-paths.ts'

interface HistoryBarProps {
  readonly history: HistorySpans
  readonly period: Period
  readonly nowMs: number
}

/** A bar with the times in which a device was up, offline or unknown, in a period until now. */
export function HistoryBar({ history, period, nowMs }: HistoryBarProps) {
  return (
    <svg
      class="history-bar"
      aria-hidden="true"
      viewBox={`0 0 ${period.cells * CELL_WIDTH} ${BAR_HEIGHT}`}
      preserveAspectRatio="none"
    >
      {Object.entries(barPaths(history, period, nowMs)).map(([name, path]) => (
        <path key={name} class={name} d={path} />
      ))}
    </svg>
  )
}

/** The scale of a bar, such as from `24 h ago` until `now`. */
export function Scale({ from }: { readonly from: string }) {
  return (
    <p class="scale" aria-hidden="true">
      <span>{from} ago</span>
      <span>now</span>
    </p>
  )
}

export function Legend() {
  return (
    <p class="legend small soft" aria-hidden="true">
      <span class="up">online</span>
      <span class="offline">offline</span>
      <span class="unknown">not known</span>
      <span class="closed">closed</span>
    </p>
  )
}
