import { useEffect, useState } from 'preact/hooks'
import { replaceQuery } from '../../browser/address.ts'
import { FLEET_STATES, type FleetState } from '../../fleet/states.ts'

/** The names of the states, in the order in which the page shows them. */
export const STATE_NAMES: Readonly<Record<FleetState, string>> = {
  online: 'Online',
  offline: 'Offline',
  asleep: 'Asleep',
  never: 'Never connected',
}

/** What the address of the page says: a device, and the filters of `GET /fleet`, with their names. By default, all are empty. */
export interface View {
  readonly state: FleetState | undefined
  /** The ID of a site. */
  readonly site: string
  readonly search: string
  /** The ID of the device whose details are shown. */
  readonly device: string
}

/** Reads the query of an address. Unknown values are ignored. */
function readView(query: string): View {
  const parameters = new URLSearchParams(query)
  const text = (name: string) => parameters.get(name) ?? ''
  return {
    state: FLEET_STATES.find((state) => state === text('state')),
    site: text('site'),
    search: text('search'),
    device: text('device'),
  }
}

/** The query of the address of a view, without default values. */
function queryOf({ state, ...texts }: View): string {
  const all = { state: state ?? '', ...texts }
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== '')).toString()
}

/** The query of `GET /fleet` for the devices of a view: its filters. */
export function fleetQuery(view: View): string {
  return queryOf({ ...view, device: '' })
}

export function isFiltered(view: View): boolean {
  return fleetQuery(view) !== ''
}

/** The state of a history entry that opened a device on this page. The entry before it is the page without the device. */
const OPENED = 'opened'

/** The view in the address. The page is drawn again when the address changes, also by the buttons of the browser. */
export function useView() {
  const [view, setView] = useState(() => readView(location.search))
  useEffect(() => {
    const read = () => setView(readView(location.search))
    addEventListener('popstate', read)
    addEventListener('click', followLink)
    return () => {
      removeEventListener('popstate', read)
      removeEventListener('click', followLink)
    }
  }, [])
  return { view, pushView, replaceView, closeDevice }

  /** Changes the view with a new entry in the history, so that the user can go back. */
  function pushView(part: Partial<View>): void {
    const next = { ...readView(location.search), ...part }
    const query = queryOf(next)
    if (query === queryOf(readView(location.search))) return
    const address = location.pathname + (query === '' ? '' : `?${query}`)
    history.pushState(next.device === '' ? null : OPENED, '', address)
    setView(next)
  }

  /** Follows a link to a device or a site without loading the page again. */
  function followLink(event: MouseEvent): void {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="?"]') : null
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { device, site } = Object.fromEntries(new URLSearchParams(link.search))
    pushView(device === undefined ? { site: site ?? '' } : { device })
  }

  /** Changes the view without a new entry in the history. */
  function replaceView(part: Partial<View>): void {
    replaceQuery(queryOf({ ...readView(location.search), ...part }))
    setView(readView(location.search))
  }

  /** Closes the device, so that going back in the history does not open it again. */
  function closeDevice(): void {
    if (history.state === OPENED) {
      setView({ ...readView(location.search), device: '' })
      history.back()
    } else replaceView({ device: '' })
  }
}
