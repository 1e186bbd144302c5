import { useEffect, useRef } from 'preact/hooks'
import { Legend } from './bar.tsx'
import { describeMatches } from './describe.ts'
import { Detail } from './detail.tsx'
import { DeviceList } from './device-list.tsx'
import { Filters } from './filters.tsx'
import { FirstStep } from './first-step.tsx'
import { More } from './more.tsx'
import { Notices } from './notices.tsx'
import { formatAt } from './times.ts'
import { useDevices } from './use-devices.ts'
import { useView } from './view.ts'

/** Larger fleets are a table, unless the address says otherwise. */
const LARGEST_FLEET_OF_CARDS = 50

/** The devices that a key may read. */
export function FleetPage() {
  const { view, change, replace, closeDevice } = useView()
  const list = useRef<HTMLDivElement>(null)
  const near = useRef(new Set<string>()).current
  const { loaded, isFailing, loadNext, showLatest } = useDevices(view, {
    isHeld: () => isHeld(list.current),
    isNear: (id) => near.has(id),
  })
  const fleet = loaded?.fleet
  const layout = view.layout ?? ((fleet?.counts.all ?? 0) > LARGEST_FLEET_OF_CARDS ? 'table' : 'cards')
  const offline = fleet?.counts.offline ?? 0
  useEffect(() => {
    document.title = `${offline > 0 ? `(${offline}) ` : ''}Fleet · signage-service`
  }, [offline])

  return (
    <>
      <Notices loaded={loaded} isFailing={isFailing} />
      <Filters {...{ fleet, layout, view, change, replace }} />
      <div class="matches">
        <p class="soft small" id="matches" role="status">
          {loaded && describeMatches(loaded.fleet, loaded.shown.length, view)}
        </p>
        {view.site !== '' && (
          <button class="quiet" type="button" onClick={() => change({ site: '' })}>
            Show all sites
          </button>
        )}
        {loaded !== undefined && loaded.waiting > 0 && (
          <button class="quiet main" id="changes" type="button" onClick={showLatest}>
            {loaded.waiting === 1 ? '1 change: show' : `${loaded.waiting} changes: show`}
          </button>
        )}
        <p class="soft small" id="keys">
          {layout === 'table'
            ? '↓ ↑ next row, → ← open or close a site, Enter shows a device'
            : 'Arrows: next card, Enter shows a device'}
        </p>
        <p class="soft small" id="updated">
          {loaded ? `Updated ${formatAt(loaded.atMs, 'clockWithZone')}` : 'Loading…'}
        </p>
      </div>
      {layout === 'table' && (
        <div class="wide">
          <Legend />
        </div>
      )}
      {fleet?.counts.all === 0 && <FirstStep />}
      <div id="list" ref={list}>
        {loaded && <DeviceList {...{ loaded, view, change, near }} isTable={layout === 'table'} />}
      </div>
      <More loaded={loaded} load={loadNext} />
      {view.device !== '' && <Detail key={view.device} id={view.device} onClose={closeDevice} />}
    </>
  )
}

/** Whether rows must not move, because somebody points at them, or has the focus in them. */
function isHeld(list: HTMLElement | null): boolean {
  if (list === null) return false
  const isPointedAt = matchMedia('(hover: hover)').matches && list.matches(':hover')
  return isPointedAt || list.contains(document.activeElement)
}
