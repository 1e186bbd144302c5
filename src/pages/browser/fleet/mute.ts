import type { FleetDevice, FleetSite } from '#dist/monitoring/fleet/schema.js'
import { part, setText } from '../shared/elements.ts'
import { missingScope } from '../shared/refusals.ts'
import { CHANGES_OFF, type Failure, isRouteMissing, request } from '../shared/request.ts'
import { DEVICES } from '../shared/service.ts'
import { mutedText, zoneOf } from './describe.ts'
import { HOUR_MS, tomorrowAt } from './times.ts'

/** At which hour people are back. */
const MORNING = 9

/** Lets the user mute the alerts of a device, or of its site, for a time. @param onChange called when one was muted or unmuted */
export function attachMute(dialog: HTMLElement, onChange: () => Promise<void>) {
  const form = part<HTMLFormElement>(dialog, 'mute')
  const site = part<HTMLInputElement>(dialog, 'mute-site')
  let key = ''
  let shown: { readonly device: FleetDevice; readonly site: FleetSite | undefined } | undefined

  form.addEventListener('change', draw)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const value = event.submitter instanceof HTMLButtonElement ? event.submitter.value : ''
    void send(value)
  })
  return {
    open(nextKey: string): void {
      key = nextKey
    },
    show(device: FleetDevice, ofDevice: FleetSite | undefined): void {
      if (shown?.device.id !== device.id) setText(part(dialog, 'mute-trouble'), '')
      shown = { device, site: ofDevice }
      draw()
    },
  }

  /** What is to be muted. */
  function subject() {
    if (shown === undefined) return undefined
    const { device, site: ofDevice } = shown
    if (site.checked && ofDevice !== undefined)
      return { path: `/sites/${encodeURIComponent(ofDevice.id)}/mute`, until: ofDevice.muted_until }
    return { path: `/devices/${encodeURIComponent(device.id)}/mute`, until: device.muted_until }
  }

  function draw(): void {
    part(dialog, 'mute-choice').hidden = shown?.site === undefined
    const zone = shown === undefined ? 'UTC' : zoneOf(shown.device)
    const text = mutedText(subject()?.until ?? null, Date.now(), zone)
    setText(part(dialog, 'mute-state'), text === '' ? 'Not muted.' : text)
    part(dialog, 'unmute').hidden = text === ''
  }

  async function send(value: string): Promise<void> {
    const given = subject()
    if (given === undefined || shown === undefined) return
    const options = value === 'unmute' ? { method: 'DELETE' } : putUntil(untilMs(value, zoneOf(shown.device)))
    const answer = await request(DEVICES, given.path, key, options)
    setText(part(dialog, 'mute-trouble'), answer.isOk ? '' : explain(answer))
    await onChange()
  }
}

function putUntil(timeMs: number) {
  const body = JSON.stringify({ until: new Date(timeMs).toISOString() })
  return { method: 'PUT', headers: { 'content-type': 'application/json' }, body }
}

function untilMs(value: string, timeZone: string): number {
  const nowMs = Date.now()
  return value === 'morning' ? tomorrowAt(MORNING, nowMs, timeZone) : nowMs + Number(value) * HOUR_MS
}

function explain(failure: Failure): string {
  if (isRouteMissing(failure)) return CHANGES_OFF
  if (failure.status === 403) return missingScope('alert:mute')
  if (failure.status === 404)
    return 'The user of this key may not update this: it needs the access level update.'
  return 'The service did not do it: try again.'
}
