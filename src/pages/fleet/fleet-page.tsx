import { useEffect, useRef } from 'preact/hooks'
import { Notice } from '../parts/notice.tsx'
import { describeFailure } from '../parts/use-response.ts'
import { describeMatches } from './describe.ts'
import { DeviceDialog } from './device-dialog.tsx'
import { DeviceList } from './device-list.tsx'
import { Filters } from './filters.tsx'
import { FirstDevices } from './first-devices.tsx'
import { Legend } from './history-bar.tsx'
import { LoadMore } from './load-more.tsx'
import { formatAt } from './times.ts'
import { isOutOfOrder, useDevices } from './use-devices.ts'
import { useView } from './view.ts'

/** The devices that a key may read. */
export function FleetPage() {
  const { view, pushView, replaceView, closeDevice } = useView()
  const list = useRef<HTMLDivElement>(null)
  const { loaded, failure, loadNext, showLatest } = useDevices(view, () => isHeld(list.current))
  const fleet = loaded?.lastPage
  const offline = fleet?.counts.offline ?? 0
  useEffect(() => {
    document.title = `${offline > 0 ? `(${offline}) ` : ''}Fleet · signage-service`
  }, [offline])

  return (
    <>
      <Notice text={describeFailure(failure)} />
      <div id="banner" role="status">
        {fleet?.notices.map((text) => (
          <p key={text} class="notice">
            {text}
          </p>
        ))}
      </div>
      {fleet?.counts.all === 0 ? <FirstDevices /> : <Filters {...{ fleet, view, pushView, replaceView }} />}
      <div class="matches">
        <p class="soft small" id="matches" role="status">
          {loaded && describeMatches(loaded.lastPage, loaded.displayed.length)}
        </p>
        {view.site !== '' && (
          <button class="quiet" type="button" onClick={() => pushView({ site: '' })}>
            Show all sites
          </button>
        )}
        {loaded && isOutOfOrder(loaded) && (
          <button class="quiet main" id="changes" type="button" onClick={showLatest}>
            Show changes
          </button>
        )}
        <p class="soft small" id="keys">
          ↓ ↑ next device, → ← open or close a site, Enter shows a device
        </p>
        <p class="soft small" id="updated">
          {loaded ? `Updated ${formatAt(loaded.atMs, 'clockWithZone')}` : 'Loading…'}
        </p>
      </div>
      <div class="wide">
        <Legend />
      </div>
      <div id="list" ref={list}>
        {loaded && <DeviceList {...{ loaded, view }} />}
      </div>
      <LoadMore loaded={loaded} onLoad={loadNext} />
      {view.device !== '' && <DeviceDialog key={view.device} id={view.device} onClose={closeDevice} />}
    </>
  )
}

/** Whether rows must not move, because somebody points at them, or has the focus in them. */
function isHeld(list: HTMLElement | null): boolean {
  if (list === null) return false
  const isPointedAt = matchMedia('(hover: hover)').matches && list.matches(':hover')
  return isPointedAt || list.contains(document.activeElement)
}
