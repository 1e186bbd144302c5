import type { Fleet } from '#dist/monitoring/fleet/schema.js'
import { byId, element, setText } from '../shared/elements.ts'
import { formatClock } from '../shared/format.ts'

/** Shows when the devices were last updated, what concerns all of them, and whether the service is unavailable. */
export function createStatus() {
  const updatedText = byId('updated', HTMLElement)
  const notice = byId('notice', HTMLElement)
  const banner = byId('banner', HTMLElement)
  let updatedAtMs: number | undefined
  let banners = ''
  return { showLoading, showProgress, showUnavailable, clear }

  function showLoading(): void {
    setText(updatedText, 'Loading…')
  }

  function showProgress({ counts, notices }: Fleet, atMs: number): void {
    updatedAtMs = atMs
    setText(notice, counts.all === 0 ? 'This key has no device access yet.' : '')
    setText(updatedText, `Updated ${formatClock(atMs)}`)
    showBanners(notices)
  }

  function showBanners(notices: readonly string[]): void {
    if (notices.join('\n') === banners) return
    banners = notices.join('\n')
    banner.replaceChildren(...notices.map((text) => element('p', 'notice', text)))
  }

  function showUnavailable(): void {
    const age = updatedAtMs === undefined ? '' : ` This page shows the state at ${formatClock(updatedAtMs)}.`
    setText(notice, `The service is not responding.${age} Retrying automatically.`)
  }

  function clear(): void {
    updatedAtMs = undefined
    setText(notice, '')
    setText(updatedText, '')
    showBanners([])
  }
}
