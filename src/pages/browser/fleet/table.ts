import type { FleetDevice, FleetSite } from '#dist/monitoring/fleet/schema.js'
import { focusedIn } from '../shared/elements.ts'
import { createSectionBody, empty, fillSection, type SectionBody } from './section-body.ts'
import { type FleetRow, type TableSection, tableSectionsOf } from './sections.ts'
import { SORTS, type Sort, type View } from './view.ts'

/** How far from the window rows are removed, in window heights. */
const MARGIN = '150% 0px'
const NEXT: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** So many rows are there at once. Those below follow when it is known which of them are in or near the window. */
const FIRST_ROWS = 40

/** Shows devices as a table. Of sections far from the window, there is only an empty space of their height. */
export function createTable(table: HTMLTableElement, onSort: (sort: Sort) => void) {
  const drawn = new Map<string, SectionBody>()
  const ofBody = new WeakMap<Element, SectionBody>()
  let rows: readonly FleetRow[] = []
  /** Sections near the window that are not filled yet. The last one came last. */
  const waiting: SectionBody[] = []
  /** The key of the row whose link can be reached by the Tab key. */
  let current: string | undefined
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries) {
        const given = ofBody.get(target)
        if (given) setNear(given, isIntersecting, boundingClientRect.height)
      }
    },
    { rootMargin: MARGIN },
  )

  for (const sort of SORTS)
    table.querySelector(`[data-sort="${sort}"]`)?.addEventListener('click', () => onSort(sort))
  table.addEventListener('keydown', moveFocus)
  table.addEventListener('focusin', ({ target }) => {
    const key = target instanceof Element ? target.closest('tr')?.dataset['key'] : undefined
    if (key !== undefined) setCurrent(key)
  })
  return {
    show,
    /** Whether a device is in or near the window. */
    isNear: (id: string) => [...drawn.values()].some((given) => given.isNear && hasRow(given, id)),
  }

  function show(
    next: readonly FleetDevice[],
    sites: ReadonlyMap<string, FleetSite>,
    given: View,
    total: number,
  ): void {
    const isGrouped = given.isGrouped && next.some(({ site }) => site !== null)
    table.classList.toggle('grouped', isGrouped)
    for (const sort of SORTS)
      table
        .querySelector(`[data-sort="${sort}"]`)
        ?.closest('th')
        ?.setAttribute('aria-sort', sortOf(sort, given))
    const sections = tableSectionsOf(next, sites, isGrouped)
    rows = sections.flatMap((section) => section.rows).filter(isReachable)
    if (!rows.some(({ key }) => key === current)) current = rows[0]?.key
    drawSections(sections)
    table.ariaRowCount = String(rowCount(sections, next.length < total))
  }

  function drawSections(sections: readonly TableSection[]): void {
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

  function draw(section: TableSection): SectionBody {
    const known = drawn.get(section.key) ?? create(section)
    known.section = section
    if (known.isNear || known.rows.length > 0) fillSection(known, current)
    return known
  }

  function create(section: TableSection): SectionBody {
    const created = createSectionBody(section, section.start < FIRST_ROWS)
    drawn.set(section.key, created)
    ofBody.set(created.body, created)
    observer.observe(created.body)
    return created
  }

  function setNear(given: SectionBody, isNear: boolean, height: number): void {
    if (given.isNear === isNear) return
    given.isNear = isNear
    if (isNear) fillSoon(given)
    else if (!hasRow(given, current)) empty(given, height)
  }

  /** Fills one section a frame, so that scrolling stays smooth. What was passed meanwhile is not filled at all. */
  function fillSoon(given: SectionBody): void {
    waiting.push(given)
    if (waiting.length === 1) requestAnimationFrame(fillNext)
  }

  function fillNext(): void {
    const given = waiting.pop()
    if (given?.isNear && given.rows.length === 0) fillSection(given, current)
    if (waiting.length > 0) requestAnimationFrame(fillNext)
  }

  /** The section of the row that the Tab key reaches stays, wherever the window is. */
  function setCurrent(key: string): void {
    linkOf(current)?.setAttribute('tabindex', '-1')
    linkOf(key)?.setAttribute('tabindex', '0')
    const before = sectionOf(current)
    current = key
    if (before?.isNear === false && !hasRow(before, key)) empty(before, before.body.offsetHeight)
  }

  function sectionOf(key: string | undefined): SectionBody | undefined {
    return [...drawn.values()].find((given) => hasRow(given, key))
  }

  function linkOf(key: string | undefined): HTMLAnchorElement | null {
    return key === undefined ? null : table.querySelector(`tr[data-key="${CSS.escape(key)}"] a`)
  }

  function moveFocus(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLAnchorElement) || event.ctrlKey || event.altKey || event.metaKey) return
    const index = rows.findIndex(({ key }) => key === current)
    const wanted = { Home: 0, End: rows.length - 1 }[event.key] ?? index + (NEXT[event.key] ?? 0)
    const next = rows[Math.max(0, Math.min(rows.length - 1, wanted))]
    if (next === undefined || next.key === current) return
    event.preventDefault()
    const section = sectionOf(next.key)
    if (section) fillSection(section, current)
    setCurrent(next.key)
    linkOf(next.key)?.focus()
  }
}

function hasRow({ section }: SectionBody, key: string | undefined): boolean {
  return section.rows.some((row) => row.key === key)
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

function sortOf(sort: Sort, given: View): string {
  if (sort !== given.sort) return 'none'
  return sort === 'name' ? 'ascending' : 'descending'
}
