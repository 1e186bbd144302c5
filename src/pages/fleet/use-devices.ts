import { useEffect, useRef, useState } from 'preact/hooks'
import type { Fleet, FleetDevice, FleetSite } from '#dist/fleet/schema.js'
import { useAccess } from '../parts/key-gate.tsx'
import { fleetQuery } from './fleet-requests.ts'
import { holdOrder } from './held-order.ts'
import { createPages } from './loaded-pages.ts'
import { inNaturalOrder } from './natural-order.ts'
import type { View } from './view.ts'

/** The loaded devices of a view. */
export interface Loaded {
  readonly fleet: Fleet
  readonly atMs: number
  readonly sites: ReadonlyMap<string, FleetSite>
  readonly hasNext: boolean
  /** In the order in which the service has them now. */
  readonly devices: readonly FleetDevice[]
  /** In the order in which they are shown. */
  readonly shown: readonly FleetDevice[]
  /** How many changes of that order wait. */
  readonly waiting: number
}

interface Options {
  /** Whether devices stay where they are. */
  readonly isHeld: () => boolean
  /** Whether a device is in or near the window. */
  readonly isNear: (id: string) => boolean
}

/** Loads devices, and keeps them up to date. The devices of an earlier view stay until the first answer. */
export function useDevices(view: View, { isHeld, isNear }: Options) {
  const { apiKey, reject } = useAccess()
  const query = fleetQuery(view)
  const [loaded, setLoaded] = useState<Loaded>()
  const [isFailing, setFailing] = useState(false)
  const loading = useRef<ReturnType<typeof createPages>>()

  useEffect(() => {
    const closing = new AbortController()
    let isFirst = true
    const pages = createPages(apiKey, query, { onAnswer, onFailure, isNear }, closing.signal)
    loading.current = pages
    return () => closing.abort()

    function onAnswer(fleet: Fleet, added: readonly FleetDevice[]): void {
      const devices = inNaturalOrder(pages.devices(), view)
      const latest = { fleet, atMs: Date.now(), sites: pages.sites(), hasNext: pages.hasNext(), devices }
      const mayMove = isFirst || !isHeld()
      isFirst = false
      setFailing(false)
      setLoaded((before) => ({
        ...latest,
        ...(mayMove || !before ? { shown: devices, waiting: 0 } : holdOrder(before.shown, devices, added)),
      }))
    }

    function onFailure({ status }: { readonly status: number }): void {
      if (!reject(status)) setFailing(true)
    }
  }, [query])

  return {
    loaded,
    isFailing,
    loadNext: () => loading.current?.loadNext(),
    showLatest: () => setLoaded((before) => before && { ...before, shown: before.devices, waiting: 0 }),
  }
}
