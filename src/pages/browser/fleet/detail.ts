import type { DeviceHistory } from '#dist/device/outages/schema.js'
import { replaceQuery } from '../shared/address.ts'
import { SECOND_MS } from '../shared/delays.ts'
import { byId, part, setText } from '../shared/elements.ts'
import { formatAge, formatMoment } from '../shared/format.ts'
import { request } from '../shared/request.ts'
import { DEVICES } from '../shared/service.ts'
import { showHistory } from './history.ts'
import { type KnownDevice, STATE_NAMES } from './known-device.ts'
import { localTime } from './local-time.ts'

const PARAMETER = 'device'
const REFRESH_MS = 15 * SECOND_MS

/** Shows one device with its outages: that of `?device=ID` in the address. */
export function createDetail(find: (id: string) => KnownDevice | undefined) {
  const dialog = byId('detail', HTMLDialogElement)
  let key = ''
  let shownId: string | undefined
  let refreshing: ReturnType<typeof setInterval> | undefined

  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.detail') : null
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(new URLSearchParams(link.search).get(PARAMETER) ?? '')
  })
  dialog.addEventListener('close', () => {
    shownId = undefined
    clearInterval(refreshing)
    replaceQuery('')
  })

  function show(id: string): void {
    const known = find(id)
    if (known === undefined || shownId === id) return
    shownId = id
    showFacts(dialog, known)
    dialog.dataset['isLoading'] = ''
    dialog.showModal()
    replaceQuery(queryOf(id))
    refreshing = setInterval(refresh, REFRESH_MS)
    void refresh()
  }

  async function refresh(): Promise<void> {
    const id = shownId
    if (id === undefined) return
    const answer = await request<DeviceHistory>(DEVICES, `/devices/${encodeURIComponent(id)}/outages`, key)
    if (id !== shownId) return
    setText(
      part(dialog, 'trouble'),
      answer.isOk ? '' : 'Its outages cannot be read at the moment. Trying again.',
    )
    if (!answer.isOk) return
    delete dialog.dataset['isLoading']
    showHistory(dialog, answer.body, Date.now())
  }

  return {
    /** Uses another key. */
    open(nextKey: string): void {
      key = nextKey
    },
    close: () => dialog.close(),
    /** Shows the device of the address, once it is known, and what has changed of the one that is shown. */
    update(): void {
      const known = shownId === undefined ? undefined : find(shownId)
      if (known) showFacts(dialog, known)
      else show(new URLSearchParams(location.search).get(PARAMETER) ?? '')
    },
  }
}

/** The query of the address at which a device is shown. */
export function queryOf(id: string): string {
  return new URLSearchParams({ [PARAMETER]: id }).toString()
}

function showFacts(dialog: HTMLDialogElement, { device, state }: KnownDevice): void {
  const nowMs = Date.now()
  const seenAt = device.last_heartbeat_at
  dialog.dataset['state'] = state
  part(dialog, 'icon').setAttribute('href', `#${state}`)
  setText(part(dialog, 'state'), STATE_NAMES[state])
  setText(part(dialog, 'name'), device.name)
  setText(part(dialog, 'id'), device.id)
  setText(part(dialog, 'site'), device.site?.name ?? 'none')
  setText(
    part(dialog, 'last-seen'),
    seenAt === null ? 'never' : `${formatAge(seenAt, nowMs)}, ${formatMoment(seenAt)}`,
  )
  setText(part(dialog, 'local-time'), `${localTime(device.timezone, nowMs)}, ${device.timezone}`)
  setText(part(dialog, 'screen'), `${device.screen_resolution}, ${device.screen_orientation}`)
}
