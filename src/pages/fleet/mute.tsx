import { useState } from 'preact/hooks'
import type { FleetDevice, FleetSite } from '#dist/fleet/schema.js'
import { missingScope } from '../../browser/failures.ts'
import { CHANGES_OFF, type Failure, isEndpointMissing, request } from '../../browser/request.ts'
import { DEVICE_API } from '../../browser/service.ts'
import { HOUR_MS } from '../../lib/time/durations.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { muteEnd, zoneOf } from './describe.ts'

interface MuteProps {
  readonly device: FleetDevice
  readonly site: FleetSite | undefined
  readonly nowMs: number
  /** Called when a mute was added or removed. */
  readonly onChange: () => void
}

/** Lets the user mute the alerts of a device, or of its site, for a time. */
export function Mute({ device, site, nowMs, onChange }: MuteProps) {
  const { apiKey, askIfNeeded } = useAccess()
  const [isOfSite, setOfSite] = useState(false)
  const [problem, setProblem] = useState('')
  const [kind, subject] = isOfSite && site ? (['sites', site] as const) : (['devices', device] as const)
  const end = muteEnd(subject.muted_until, nowMs, zoneOf(device))

  async function send(options: RequestInit & { headers?: Record<string, string> }): Promise<void> {
    const path = `/${kind}/${encodeURIComponent(subject.id)}/mute`
    const response = await request(DEVICE_API, path, apiKey, options)
    if (response.status === 401 && askIfNeeded(401)) return
    setProblem(response.isOk ? '' : describeFailedMute(response))
    onChange()
  }

  const button = (name: string, hours: number) => (
    <button class="quiet" type="button" onClick={() => send(muteFor(hours))}>
      {name}
    </button>
  )
  const choice = (name: string, ofSite: boolean) => (
    <label class="chip">
      <input type="radio" name="subject" checked={isOfSite === ofSite} onChange={() => setOfSite(ofSite)} />
      {name}
    </label>
  )
  return (
    <section class="mute" aria-labelledby="mute-name">
      <h3 id="mute-name">Mute alerts</h3>
      {site && (
        <fieldset aria-label="What to mute">
          {choice('This device', false)}
          {choice('Its site', true)}
        </fieldset>
      )}
      <div class="buttons">
        {button('For 1 hour', 1)}
        {button('For 4 hours', 4)}
        {button('For 24 hours', 24)}
        {end !== '' && (
          <button class="quiet" type="button" onClick={() => send({ method: 'DELETE' })}>
            Unmute
          </button>
        )}
      </div>
      <p class="soft">{end === '' ? 'Not muted.' : `Muted until ${end}.`}</p>
      <p class="notice" role="status">
        {problem}
      </p>
    </section>
  )
}

function muteFor(hours: number) {
  const body = JSON.stringify({ until: new Date(Date.now() + hours * HOUR_MS).toISOString() })
  return { method: 'PUT', headers: { 'content-type': 'application/json' }, body }
}

function describeFailedMute(failure: Failure): string {
  if (isEndpointMissing(failure)) return CHANGES_OFF
  if (failure.status === 403) return missingScope('alert:mute')
  if (failure.status === 404)
    return 'The user of this key needs the access level “update” to the device, or to every device of the site.'
  return 'The mute was not changed: try again.'
}
