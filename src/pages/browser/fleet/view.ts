import type { FleetState } from '#dist/monitoring/fleet/schema.js'
import { replaceQuery } from '../shared/address.ts'

/** The states of a device. A state that needs attention comes first. */
export const STATES: readonly FleetState[] = ['offline', 'never', 'asleep', 'online']
export const STATE_NAMES: Readonly<Record<FleetState, string>> = {
  online: 'Online',
  offline: 'Offline',
  asleep: 'Asleep',
  never: 'Never connected',
}

export const SORTS = ['outage', 'name', 'seen'] as const
export type Sort = (typeof SORTS)[number]
export const LAYOUTS = ['cards', 'table'] as const
export type Layout = (typeof LAYOUTS)[number]

/** What the page shows: all of it is in its address. Empty or undefined is what the page shows by default. */
export interface View {
  readonly state: FleetState | undefined
  /** The ID of a site. */
  readonly site: string
  readonly search: string
  readonly sort: Sort
  readonly isGrouped: boolean
  readonly layout: Layout | undefined
  /** The ID of the device whose details are shown. */
  readonly device: string
}

/** Reads the query of an address. What it does not know, it ignores. */
function readView(query: string): View {
  const parameters = new URLSearchParams(query)
  const text = (name: string) => parameters.get(name) ?? ''
  return {
    state: STATES.find((state) => state === text('state')),
    site: text('site'),
    search: text('search'),
    sort: SORTS.find((sort) => sort === text('sort')) ?? 'outage',
    isGrouped: text('group') !== 'none',
    layout: LAYOUTS.find((layout) => layout === text('view')),
    device: text('device'),
  }
}

/** The query of the address of a view, without what is the default. */
function queryOf({ state, site, search, sort, isGrouped, layout, device }: View): string {
  const parameters = new URLSearchParams()
  const all = {
    state: state ?? '',
    site,
    search,
    sort: sort === 'outage' ? '' : sort,
    group: isGrouped ? '' : 'none',
    view: layout ?? '',
    device,
  }
  for (const [name, value] of Object.entries(all)) if (value !== '') parameters.set(name, value)
  return parameters.toString()
}

/** The state of an entry of the history for a device that was opened on the page: the entry before it is the page without it. */
const OPENED = 'opened'

/** Creates the view of the address. `onChange` is called when it has changed, also by the buttons of the browser. */
export function createView(onChange: (view: View, previous: View) => void) {
  let view = readView(location.search)
  addEventListener('popstate', () => use(readView(location.search)))
  return { current: () => view, change, replace, closeDevice }

  /** Changes it, and lets the user go back. */
  function change(part: Partial<View>): void {
    const next = { ...view, ...part }
    const query = queryOf(next)
    if (query === queryOf(view)) return
    const state = next.device === '' ? null : OPENED
    history.pushState(state, '', location.pathname + (query === '' ? '' : `?${query}`))
    use(next)
  }

  /** Changes it, without an entry in the history. */
  function replace(part: Partial<View>): void {
    const next = { ...view, ...part }
    replaceQuery(queryOf(next))
    use(next)
  }

  /** Shows no device, without an entry in the history that going back would open again. */
  function closeDevice(): void {
    if (history.state !== OPENED) {
      replace({ device: '' })
      return
    }
    use({ ...view, device: '' })
    history.back()
  }

  function use(next: View): void {
    const previous = view
    view = next
    onChange(next, previous)
  }
}
