import type { DeviceHistory } from '#dist/device/outages/schema.js'
import type { DeviceAlerts } from '#dist/fleet/device-alerts.js'
import type { Fleet, FleetDevice } from '#dist/fleet/schema.js'
import { SECOND_MS } from '../shared/delays.ts'
import { byId, element, part, setText } from '../shared/elements.ts'
import { formatMoment, formatShortMoment } from '../shared/format.ts'
import { request } from '../shared/request.ts'
import { DEVICES } from '../shared/service.ts'
import { localTime, remarksOf, seenOf, siteNameOf, stateOf, zoneOf } from './describe.ts'
import { showHistory } from './history.ts'
import { attachMute } from './mute.ts'
import { requestDevice } from './requests.ts'
import type { createView } from './view.ts'

const REFRESH_MS = 15 * SECOND_MS

/** Shows one device with its outages: that of `?device=ID` in the address. */
export function createDetail(view: ReturnType<typeof createView>) {
  const dialog = byId('detail', HTMLDialogElement)
  const mute = attachMute(dialog, refresh)
  let key = ''
  let shownId = ''
  let refreshing: ReturnType<typeof setInterval> | undefined

  addEventListener('click', (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="?"]') : null
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { device, site } = Object.fromEntries(new URLSearchParams(link.search))
    view.change(device === undefined ? { site: site ?? '' } : { device })
  })
  dialog.addEventListener('close', () => {
    clearInterval(refreshing)
    if (shownId !== '') view.change({ device: '' })
    shownId = ''
  })
  return { open, show, close: () => dialog.close() }

  /** Uses another key, and shows the device of the address. */
  function open(nextKey: string): void {
    key = nextKey
    mute.open(key)
    show(view.current().device)
  }

  function show(id: string): void {
    if (id === shownId || key === '') return
    clearInterval(refreshing)
    shownId = id
    if (id === '') {
      dialog.close()
      return
    }
    dialog.dataset['isLoading'] = ''
    refreshing = setInterval(refresh, REFRESH_MS)
    void refresh()
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
    if (alerts.isOk) showAlerts(dialog, alerts.body)
    const isRead = fleet.isOk && history.isOk && alerts.isOk
    setText(part(dialog, 'trouble'), isRead ? '' : 'Not all of it can be read at the moment. Trying again.')
    if (isRead) delete dialog.dataset['isLoading']
  }

  function showDevice({ devices: [device], sites }: Fleet): boolean {
    if (device === undefined) {
      view.replace({ device: '' })
      return false
    }
    showFacts(dialog, device)
    mute.show(device, sites[0])
    if (!dialog.open) dialog.showModal()
    return true
  }
}

function showFacts(dialog: HTMLDialogElement, device: FleetDevice): void {
  const nowMs = Date.now()
  const seenAt = device.last_heartbeat_at
  dialog.dataset['state'] = device.state
  part(dialog, 'icon').setAttribute('href', `#${device.state}`)
  setText(part(dialog, 'state'), stateOf(device, nowMs))
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

function showAlerts(dialog: HTMLElement, { data }: DeviceAlerts): void {
  part(dialog, 'alerts').replaceChildren(
    ...data.map(({ sent_at, kind, route, format }) => {
      const what = kind === 'opened' ? 'offline' : 'back'
      const receiver = route === format ? route : `${route} (${format})`
      return element('li', '', `${formatShortMoment(sent_at)}: ${what}, to ${receiver}`)
    }),
  )
  part(dialog, 'alerts-part').hidden = data.length === 0
}
