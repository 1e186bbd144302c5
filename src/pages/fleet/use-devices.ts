import { useEffect, useRef, useState } from 'preact/hooks'
import type { Fleet, FleetDevice, FleetSite } from '#dist/fleet/schema.js'
import type { Failure } from '../../browser/request.ts'
import { keepFresh } from '../parts/keep-fresh.ts'
import { useAccess } from '../parts/key-gate.tsx'
import { requestPages } from './request-pages.ts'
import { fleetQuery, type View } from './view.ts'

/** The loaded devices of a view. */
export interface LoadedDevices {
  readonly lastPage: Fleet
  readonly atMs: number
  readonly sites: ReadonlyMap<string, FleetSite>
  /** In the order in which the service has them now. */
  readonly latest: readonly FleetDevice[]
  /** In the order in which the page shows them. */
  readonly displayed: readonly FleetDevice[]
}

/**
 * Loads devices page by page, and keeps them up to date. After a change of the view, the old devices are shown until the first
 * response.
 * @param isHeld whether rows must not move at the moment
 */
export function useDevices(view: View, isHeld: () => boolean) {
  const { apiKey, askIfNeeded } = useAccess()
  const query = fleetQuery(view)
  const [loaded, setLoaded] = useState<LoadedDevices>()
  const [failure, setFailure] = useState<Failure>()
  const loadNext = useRef<() => Promise<unknown>>()

  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    let pages: readonly Fleet[] = []
    /** Tasks run one after another, so that none overwrites the pages of another. */
    let lastTask: Promise<unknown> = Promise.resolve()
    loadNext.current = () => inTurn(() => load(pages.length + 1, pages))
    keepFresh(() => inTurn(() => load(Math.max(1, pages.length))), signal)
    return () => closing.abort()

    function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
      const result = lastTask.then(task)
      // The caller of a task gets its error. Later tasks run all the same.
      lastTask = result.catch(() => undefined)
      return result
    }

    async function load(maxPages: number, known?: readonly Fleet[]): Promise<Failure | undefined> {
      // The view may have changed while the task waited.
      if (signal.aborted) return undefined
      const result = await requestPages({ apiKey, query, maxPages, signal }, known)
      if (signal.aborted) return undefined
      if (result.failure) {
        if (!askIfNeeded(result.failure.status)) setFailure(result.failure)
        return result.failure
      }
      const mayMove = pages.length === 0 || !isHeld()
      pages = result.pages
      setFailure(undefined)
      setLoaded((before) => toLoaded(pages, mayMove ? undefined : before))
      return undefined
    }
  }, [query])

  return {
    loaded,
    failure,
    loadNext: () => loadNext.current?.(),
    showLatest: () => setLoaded((before) => before && { ...before, displayed: before.latest }),
  }
}

/** @param held the devices on the page, if they must not move */
function toLoaded(pages: readonly Fleet[], held: LoadedDevices | undefined): LoadedDevices | undefined {
  const lastPage = pages[pages.length - 1]
  if (lastPage === undefined) return held
  // A device that has moved from one page to another meanwhile is on both.
  const byId = new Map(pages.flatMap((page) => page.devices.map((device) => [device.id, device])))
  const latest = [...byId.values()]
  return {
    lastPage,
    atMs: Date.now(),
    sites: new Map(pages.flatMap(({ sites }) => sites.map((site) => [site.id, site]))),
    latest,
    displayed: held ? inDisplayedOrder(held.displayed, byId) : latest,
  }
}

/** Updates devices and keeps their order. New devices follow at the end. */
function inDisplayedOrder(
  displayed: readonly FleetDevice[],
  byId: ReadonlyMap<string, FleetDevice>,
): readonly FleetDevice[] {
  const merged = new Map(displayed.map((device) => [device.id, device]))
  for (const [id, device] of byId) merged.set(id, device)
  return [...merged.values()]
}

/** Whether the page shows devices in another order than the service has them now. */
export function isOutOfOrder({ displayed, latest }: LoadedDevices): boolean {
  return displayed.length !== latest.length || displayed.some(({ id }, index) => id !== latest[index]?.id)
}
