import type { FleetDevice, FleetSite } from '#dist/fleet/schema.js'
import { byId, focusedIn } from '../shared/elements.ts'
import { fillRow, fillSiteRow, rowFor } from './row.ts'
import { type Section, sectionsOf } from './sections.ts'
import { SORTS, type Sort, type View } from './view.ts'

/** How far from the window rows are removed, in window heights. */
const MARGIN = '150% 0px'
const NEXT: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

interface Drawn {
  section: Section
  readonly body: HTMLTableSectionElement
  rows: HTMLElement[]
  isNear: boolean
}

/** Shows devices as a table. Rows far from the window are replaced by one of their height: they cost nothing. */
export function createTable(table: HTMLTableElement, onSort: (sort: Sort) => void) {
  const drawn = new Map<string, Drawn>()
  const ofBody = new WeakMap<Element, Drawn>()
  let devices: readonly FleetDevice[] = []
  let view: View | undefined
  /** The ID of the device whose name can be reached by the Tab key. */
  let current: string | undefined
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) setNear(ofBody.get(target), isIntersecting)
    },
    { rootMargin: MARGIN },
  )

  for (const sort of SORTS)
    table.querySelector(`[data-sort="${sort}"]`)?.addEventListener('click', () => onSort(sort))
  table.addEventListener('keydown', moveFocus)
  table.addEventListener('focusin', ({ target }) => {
    const id = target instanceof Element ? target.closest('tr')?.dataset['device'] : undefined
    if (id !== undefined) setCurrent(id)
  })
  return {
    show,
    /** Whether a device is in or near the window. */
    isNear: (id: string) =>
      [...drawn.values()].some(({ isNear, section }) => isNear && section.rows.some(({ key }) => key === id)),
  }

  function show(
    next: readonly FleetDevice[],
    sites: ReadonlyMap<string, FleetSite>,
    given: View,
    total: number,
  ): void {
    devices = next
    view = given
    const isGrouped = given.isGrouped && next.some(({ site }) => site !== null)
    table.classList.toggle('grouped', isGrouped)
    for (const sort of SORTS)
      table
        .querySelector(`[data-sort="${sort}"]`)
        ?.closest('th')
        ?.setAttribute('aria-sort', sortOf(sort, given))
    if (!next.some(({ id }) => id === current)) current = next[0]?.id
    drawSections(sectionsOf(next, sites, isGrouped))
    table.ariaRowCount = String(total + sites.size + 1)
  }

  function drawSections(sections: readonly Section[]): void {
    const keys = new Set(sections.map(({ key }) => key))
    for (const [key, { body }] of drawn) if (!keys.has(key)) remove(key, body)
    const focused = focusedIn(table)
    let before: Element | null = table.tHead
    for (const section of sections) {
      const { body } = draw(section)
      if (before?.nextElementSibling !== body) before?.after(body)
      before = body
    }
    focused?.focus({ preventScroll: true })
  }

  function remove(key: string, body: Element): void {
    observer.unobserve(body)
    body.remove()
    drawn.delete(key)
  }

  function draw(section: Section): Drawn {
    const known = drawn.get(section.key) ?? create(section)
    known.section = section
    if (known.isNear) fill(known)
    return known
  }

  function create(section: Section): Drawn {
    const created: Drawn = { section, body: document.createElement('tbody'), rows: [], isNear: true }
    drawn.set(section.key, created)
    ofBody.set(created.body, created)
    observer.observe(created.body)
    return created
  }

  function fill(given: Drawn): void {
    const { section, body, rows } = given
    const nowMs = Date.now()
    const unused = new Map(rows.map((row) => [row.dataset['key'], row]))
    given.rows = section.rows.map((row, index) => {
      const shown = unused.get(row.key) ?? rowFor(row)
      if ('device' in row) {
        const above = section.rows[index - 1]
        const isRepeated =
          above !== undefined && 'device' in above && above.device.reason === row.device.reason
        fillRow(shown, row.device, nowMs, { isTabStop: row.key === current, isRepeated })
      } else fillSiteRow(shown, row.site, nowMs)
      shown.ariaRowIndex = String(section.start + index + 2)
      return shown
    })
    const isSame =
      body.children.length === given.rows.length && given.rows.every((row, n) => body.children[n] === row)
    if (!isSame) body.replaceChildren(...given.rows)
  }

  function setNear(given: Drawn | undefined, isNear: boolean): void {
    if (given === undefined || given.isNear === isNear) return
    if (!isNear && given.body.contains(document.activeElement)) return
    given.isNear = isNear
    if (isNear) fill(given)
    else empty(given)
  }

  /** Removes rows, but keeps their height. */
  function empty(given: Drawn): void {
    const height = given.body.getBoundingClientRect().height
    given.rows = []
    const spacer = byId('spacer-row', HTMLTemplateElement).content.cloneNode(true)
    given.body.replaceChildren(spacer)
    const cell = given.body.querySelector('td')
    if (cell) cell.style.height = `${height}px`
  }

  function setCurrent(id: string): void {
    for (const [key, index] of [
      [current, -1],
      [id, 0],
    ] as const)
      linkOf(key)?.setAttribute('tabindex', String(index))
    current = id
  }

  function linkOf(id: string | undefined): HTMLAnchorElement | null {
    return id === undefined ? null : table.querySelector(`tr[data-device="${CSS.escape(id)}"] a.detail`)
  }

  function moveFocus(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLAnchorElement) || event.ctrlKey || event.altKey || event.metaKey) return
    const index = devices.findIndex(({ id }) => id === current)
    const wanted = { Home: 0, End: devices.length - 1 }[event.key] ?? index + (NEXT[event.key] ?? 0)
    const next = devices[Math.max(0, Math.min(devices.length - 1, wanted))]
    if (next === undefined || next.id === current || view === undefined) return
    event.preventDefault()
    for (const given of drawn.values())
      if (given.section.rows.some(({ key }) => key === next.id)) setNear(given, true)
    setCurrent(next.id)
    linkOf(next.id)?.focus()
  }
}

function sortOf(sort: Sort, given: View): string {
  if (sort !== given.sort) return 'none'
  return sort === 'name' ? 'ascending' : 'descending'
}
