import type { DeviceHistory } from '#dist/device/outages/schema.js'
import type { DeviceAlerts } from '#dist/monitoring/fleet/device-alerts.js'
import type { Fleet, FleetDevice } from '#dist/monitoring/fleet/schema.js'
import { SECOND_MS } from '../shared/delays.ts'
import { byId, part, setText } from '../shared/elements.ts'
import { formatMoment } from '../shared/format.ts'
import { request } from '../shared/request.ts'
import { DEVICES } from '../shared/service.ts'
import { showAlerts } from './alerts.ts'
import { localTime, remarksOf, seenOf, siteNameOf, stateText, zoneOf } from './describe.ts'
import { showHistory } from './history.ts'
import { attachMute } from './mute.ts'
import { requestDevice } from './requests.ts'
import type { createView } from './view.ts'
import { wait } from './wait.ts'

const REFRESH_MS = 15 * SECOND_MS
/** The `returnValue` of the dialog if not the user has closed it. */
const BY_PAGE = 'by page'

/** Shows one device with its outages: that of `?device=ID` in the address. */
export function createDetail(view: ReturnType<typeof createView>) {
  const dialog = byId('detail', HTMLDialogElement)
  const mute = attachMute(dialog, refresh)
  let key = ''
  let shownId = ''
  let closing = new AbortController()

  addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="?"]') : null
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { device, site } = Object.fromEntries(new URLSearchParams(link.search))
    view.change(device === undefined ? { site: site ?? '' } : { device })
  })
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== BY_PAGE) view.closeDevice()
  })
  return { open, show, close }

  /** Uses another key, and shows the device of the address. */
  function open(nextKey: string): void {
    key = nextKey
    mute.open(key)
    show(view.current().device)
  }

  function show(id: string): void {
    if (id === shownId || key === '') return
    close()
    if (id === '') return
    shownId = id
    // They would be those of another device.
    part(dialog, 'history').hidden = true
    part(dialog, 'alerts-part').hidden = true
    closing = new AbortController()
    void keepFresh(closing.signal)
  }

  async function keepFresh(closed: AbortSignal): Promise<void> {
    while (!closed.aborted) {
      await refresh()
      await wait(REFRESH_MS, closed)
    }
  }

  /** Shows no device until the next call. */
  function close(): void {
    closing.abort()
    shownId = ''
    dialog.close(BY_PAGE)
  }

  async function refresh(): Promise<void> {
    const id = shownId
    if (id === '') return
    const fleet = await requestDevice(key, id)
    if (id !== shownId) return
    // An address may name a device that the key does not show.
    if (fleet.isOk && !showDevice(fleet.body)) return
    const path = `/devices/${encodeURIComponent(id)}`
    const [history, alerts] = await Promise.all([
      request<DeviceHistory>(DEVICES, `${path}/outages`, key),
      request<DeviceAlerts>(DEVICES, `${path}/alerts`, key),
    ])
    if (id !== shownId) return
    if (history.isOk) showHistory(dialog, history.body, Date.now())
    showAlerts(dialog, alerts)
    // What does not exist need not be tried again.
    const isFailing = [fleet, history, alerts].some(({ isOk, status }) => !isOk && status !== 404)
    setText(
      part(dialog, 'trouble'),
      isFailing ? 'Not all of it can be read at the moment. Trying again.' : '',
    )
  }

  function showDevice({ devices: [device], sites }: Fleet): boolean {
    if (device === undefined) {
      view.closeDevice()
      return false
    }
    showFacts(dialog, device)
    mute.show(device, sites[0])
    if (!dialog.open) {
      dialog.returnValue = ''
      dialog.showModal()
    }
    return true
  }
}

function showFacts(dialog: HTMLDialogElement, device: FleetDevice): void {
  const nowMs = Date.now()
  const seenAt = device.last_heartbeat_at
  dialog.dataset['state'] = device.state
  part(dialog, 'icon').setAttribute('href', `#${device.state}`)
  setText(part(dialog, 'state'), stateText(device, nowMs))
  setText(part(dialog, 'name'), device.name)
  setText(part(dialog, 'remarks'), remarksOf(device, nowMs))
  setText(part(dialog, 'id'), device.id)
  setText(part(dialog, 'site'), siteNameOf(device))
  const moment = seenAt === null ? '' : `, ${formatMoment(seenAt)}`
  setText(part(dialog, 'last-seen'), `${seenOf(device, nowMs)}${moment}`)
  const utc = localTime('UTC', nowMs)
  setText(part(dialog, 'local-time'), `${localTime(zoneOf(device), nowMs)} (${utc}), ${zoneOf(device)}`)
  setText(part(dialog, 'screen'), `${device.screen_resolution}, ${device.screen_orientation}`)
}
