import { byId, setText } from '../shared/elements.ts'
import { formatClock, formatMinutes, formatNumber } from '../shared/format.ts'
import { cycleMinutes } from './polling.ts'

interface Progress {
  readonly known: number
  readonly total: number
  readonly atMs: number
}

/** Shows when the devices were last updated, and whether the service is unavailable. */
export function createStatus() {
  const updatedText = byId('updated', HTMLElement)
  const notice = byId('notice', HTMLElement)
  const wall = byId('wall', HTMLElement)
  let updatedAtMs: number | undefined
  return { showLoading, showProgress, showUnavailable, clear }

  function showLoading(): void {
    setText(updatedText, 'Loading…')
  }

  function showProgress({ known, total, atMs }: Progress): void {
    updatedAtMs = atMs
    setText(notice, total === 0 ? 'This key has no device access yet.' : '')
    setText(updatedText, known < total ? loading(known, total) : updated(atMs, total))
    wall.ariaBusy = String(known < total)
  }

  function showUnavailable(): void {
    const age = updatedAtMs === undefined ? '' : ` This page shows the state at ${formatClock(updatedAtMs)}.`
    setText(notice, `The service is not responding.${age} Retrying automatically.`)
  }

  function clear(): void {
    updatedAtMs = undefined
    setText(notice, '')
    setText(updatedText, '')
  }
}

function loading(known: number, total: number): string {
  return `Loading ${formatNumber(known)} of ${formatNumber(total)} devices…`
}

function updated(atMs: number, total: number): string {
  const minutes = cycleMinutes(total)
  return `Updated ${formatClock(atMs)}${minutes > 0 ? `, each device every ${formatMinutes(minutes)}` : ''}`
}
