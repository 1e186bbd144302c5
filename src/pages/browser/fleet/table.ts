import type { FleetDevice, FleetSite } from '#dist/monitoring/fleet/schema.js'
import { drawSections, sectionOf, setNear, type TableSections } from './drawn-sections.ts'
import { type FleetRow, type TableSection, tableSectionsOf } from './sections.ts'
import { keepTabStop, moveFocus, setTabStop } from './tab-stop.ts'
import { SORTS, type Sort, type View } from './view.ts'

/** How far from the window rows are removed, in window heights. */
const MARGIN = '150% 0px'

/** Shows devices as a table. Of sections far from the window, there is only an empty space of their height. */
export function createTable(element: HTMLTableElement, onSort: (sort: Sort) => void) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries)
        setNear(table, target, isIntersecting, boundingClientRect.height)
    },
    { rootMargin: MARGIN },
  )
  const table: TableSections = {
    element,
    observer,
    drawn: new Map(),
    ofBody: new WeakMap(),
    rows: [],
    waiting: [],
    tabStop: undefined,
  }
  for (const sort of SORTS)
    element.querySelector(`[data-sort="${sort}"]`)?.addEventListener('click', () => onSort(sort))
  element.addEventListener('keydown', (event) => moveFocus(table, event))
  element.addEventListener('focusin', ({ target }) => {
    const key = target instanceof Element ? target.closest('tr')?.dataset['key'] : undefined
    if (key !== undefined) setTabStop(table, key)
  })
  return {
    show: (
      devices: readonly FleetDevice[],
      sites: ReadonlyMap<string, FleetSite>,
      view: View,
      total: number,
    ) => show(table, devices, sites, view, total),
    /** Whether a device is in or near the window. */
    isNear: (id: string) => sectionOf(table, id)?.isNear === true,
  }
}

function show(
  table: TableSections,
  devices: readonly FleetDevice[],
  sites: ReadonlyMap<string, FleetSite>,
  view: View,
  total: number,
): void {
  const { element } = table
  const isGrouped = view.isGrouped && devices.some(({ site }) => site !== null)
  element.classList.toggle('grouped', isGrouped)
  for (const sort of SORTS)
    element
      .querySelector(`[data-sort="${sort}"]`)
      ?.closest('th')
      ?.setAttribute('aria-sort', sortOf(sort, view))
  const sections = tableSectionsOf(devices, sites, isGrouped)
  table.rows = sections.flatMap((section) => section.rows).filter(isReachable)
  keepTabStop(table)
  drawSections(table, sections)
  element.ariaRowCount = String(rowCount(sections, devices.length < total))
}

/** Whether a row has a link. That of devices without a site has none. */
function isReachable(row: FleetRow): boolean {
  return 'device' in row || row.site !== undefined
}

/** The number of rows with the header; -1 if it is unknown, because not all devices are loaded, nor how many sites they have. */
function rowCount(sections: readonly TableSection[], hasMore: boolean): number {
  const last = sections[sections.length - 1]
  return hasMore || last === undefined ? -1 : last.start + last.rows.length + 1
}

function sortOf(sort: Sort, view: View): string {
  if (sort !== view.sort) return 'none'
  return sort === 'name' ? 'ascending' : 'descending'
}
