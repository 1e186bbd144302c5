import { useEffect, useRef, useState } from 'preact/hooks'
import type { DeviceHistory } from '#dist/device/outages/schema.js'
import type { DeviceAlerts } from '#dist/fleet/device-alerts.js'
import type { FleetDevice, FleetSite } from '#dist/fleet/schema.js'
import { type Failure, isRouteMissing, request } from '../../browser/request.ts'
import { DEVICES } from '../../browser/service.ts'
import { keepFresh } from '../parts/keep-fresh.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { requestDevice } from './fleet-requests.ts'

/** The data of a device. After a failure, earlier data stay. */
interface DeviceData {
  readonly device?: FleetDevice
  readonly site?: FleetSite | undefined
  readonly history?: DeviceHistory
  readonly alerts?: DeviceAlerts['data']
  /** The reason why there are no alerts to show; empty if there is none. */
  readonly noAlerts?: string
  readonly isFailing?: boolean
}

/** Reads a device with its outages and alerts, and keeps them up to date. @param onMissing called if the key may not read it */
export function useDevice(id: string, onMissing: () => void) {
  const { apiKey } = useAccess()
  const [known, setKnown] = useState<DeviceData>({})
  const refresh = useRef<() => Promise<Failure | undefined>>(async () => undefined)
  const learn = (part: DeviceData) => setKnown((before) => ({ ...before, ...part }))

  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    const read = <Body>(part: string) =>
      request<Body>(DEVICES, `/devices/${encodeURIComponent(id)}/${part}`, apiKey, { signal })

    refresh.current = async () => {
      const fleet = await requestDevice(apiKey, id, signal)
      if (signal.aborted) return undefined
      if (fleet.isOk) {
        const [device] = fleet.body.devices
        // An address may name a device that the key may not read.
        if (device === undefined) {
          onMissing()
          return undefined
        }
        learn({ device, site: fleet.body.sites[0] })
      }
      const [history, alerts] = await Promise.all([
        read<DeviceHistory>('outages'),
        read<DeviceAlerts>('alerts'),
      ])
      if (signal.aborted) return undefined
      if (history.isOk) learn({ history: history.body })
      if (alerts.isOk) learn({ alerts: alerts.body.data, noAlerts: '' })
      else if (alerts.status === 404) learn({ alerts: [], noAlerts: reasonOf(alerts) })
      // A 404 is no failure, because trying again does not help.
      learn({ isFailing: [fleet, history, alerts].some(({ isOk, status }) => !isOk && status !== 404) })
      return fleet.isOk ? undefined : fleet
    }
    void keepFresh(() => refresh.current(), signal)
    return () => closing.abort()
  }, [])

  return { ...known, refresh: () => refresh.current() }
}

function reasonOf(failure: Failure): string {
  return isRouteMissing(failure)
    ? 'This service does not tell which alerts were sent.'
    : 'The service no longer has this device.'
}
