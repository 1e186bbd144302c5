import { byId, setText } from '../shared/elements.ts'
import { formatClock, formatMinutes, formatNumber } from '../shared/format.ts'
import { minutesOfRound } from './rounds.ts'

interface Progress {
  readonly known: number
  readonly total: number
  readonly atMs: number
}

/** Shows when the devices were last updated, and whether the service is unavailable. */
export function createNews() {
  const mark = byId('updated', HTMLElement)
  const notice = byId('notice', HTMLElement)
  const wall = byId('wall', HTMLElement)
  let lastMs: number | undefined
  return { begin, tell, tellAway, clear }

  function begin(): void {
    setText(mark, 'Loading…')
  }

  function tell({ known, total, atMs }: Progress): void {
    lastMs = atMs
    setText(notice, total === 0 ? 'This key has no device access yet.' : '')
    setText(mark, known < total ? loading(known, total) : updated(atMs, total))
    wall.ariaBusy = String(known < total)
  }

  function tellAway(): void {
    const age = lastMs === undefined ? '' : ` This page shows the state at ${formatClock(lastMs)}.`
    setText(notice, `The service is not responding.${age} Retrying automatically.`)
  }

  function clear(): void {
    lastMs = undefined
    setText(notice, '')
    setText(mark, '')
  }
}

function loading(known: number, total: number): string {
  return `Loading ${formatNumber(known)} of ${formatNumber(total)} devices…`
}

function updated(atMs: number, total: number): string {
  const minutes = minutesOfRound(total)
  return `Updated ${formatClock(atMs)}${minutes > 0 ? `, each device every ${formatMinutes(minutes)}` : ''}`
}
