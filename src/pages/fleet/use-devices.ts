import { useEffect, useRef, useState } from 'preact/hooks'
import type { Fleet, FleetDevice, FleetSite } from '#dist/fleet/schema.js'
import type { Failure } from '../../browser/request.ts'
import { keepFresh } from '../parts/keep-fresh.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { fleetQuery, requestPages } from './fleet-requests.ts'
import type { View } from './view.ts'

/** The loaded devices of a view. */
export interface Loaded {
  /** The last page. */
  readonly fleet: Fleet
  readonly atMs: number
  readonly sites: ReadonlyMap<string, FleetSite>
  /** In the order in which the service has them now. */
  readonly devices: readonly FleetDevice[]
  /** In the order in which they are shown. */
  readonly shown: readonly FleetDevice[]
}

/**
 * Loads devices page by page, and keeps them up to date. The devices of an earlier view stay until the first answer.
 * @param isHeld whether devices stay where they are
 */
export function useDevices(view: View, isHeld: () => boolean) {
  const { apiKey: key, reject } = useAccess()
  const query = fleetQuery(view)
  const [loaded, setLoaded] = useState<Loaded>()
  const [failure, setFailure] = useState<Failure>()
  const loadNext = useRef<() => Promise<unknown>>()

  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    let pages: readonly Fleet[] = []
    /** One at a time, so that none overwrites the pages of another. */
    let lastTask: Promise<unknown> = Promise.resolve()
    loadNext.current = () => inTurn(() => load(pages.length + 1, pages))
    keepFresh(() => inTurn(() => load(Math.max(1, pages.length))), signal)
    return () => closing.abort()

    function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
      const result = lastTask.then(task)
      lastTask = result
      return result
    }

    async function load(maxPages: number, known?: readonly Fleet[]): Promise<Failure | undefined> {
      const answer = await requestPages({ key, query, maxPages, signal }, known)
      if (signal.aborted) return undefined
      if (answer.failure) {
        if (!reject(answer.failure.status)) setFailure(answer.failure)
        return answer.failure
      }
      const mayMove = pages.length === 0 || !isHeld()
      pages = answer.pages
      setFailure(undefined)
      setLoaded((before) => loadedOf(pages, mayMove ? undefined : before))
      return undefined
    }
  }, [query])

  return {
    loaded,
    failure,
    loadNext: () => loadNext.current?.(),
    showLatest: () => setLoaded((before) => before && { ...before, shown: before.devices }),
  }
}

/** @param held what is shown, if it must not move */
function loadedOf(pages: readonly Fleet[], held: Loaded | undefined): Loaded | undefined {
  const fleet = pages[pages.length - 1]
  if (fleet === undefined) return held
  // A device that has moved from one page to another meanwhile is on both.
  const byId = new Map(pages.flatMap((page) => page.devices.map((device) => [device.id, device])))
  const devices = [...byId.values()]
  return {
    fleet,
    atMs: Date.now(),
    sites: new Map(pages.flatMap(({ sites }) => sites.map((site) => [site.id, site]))),
    devices,
    shown: held ? inPlaces(held.shown, byId, devices) : devices,
  }
}

/** The devices in the places that they have, with their new data. Others follow at the end. */
function inPlaces(
  shown: readonly FleetDevice[],
  byId: ReadonlyMap<string, FleetDevice>,
  devices: readonly FleetDevice[],
): readonly FleetDevice[] {
  const known = new Set(shown.map(({ id }) => id))
  return [
    ...shown.map((device) => byId.get(device.id) ?? device),
    ...devices.filter(({ id }) => !known.has(id)),
  ]
}

/** Whether devices are shown in other places than those that they have now. */
export function isOutOfOrder({ shown, devices }: Loaded): boolean {
  return shown.length !== devices.length || shown.some(({ id }, index) => id !== devices[index]?.id)
}
