import { focusedIn } from '../shared/elements.ts'
import { createSectionBody, empty, fillSection, type SectionBody } from './section-body.ts'
import type { FleetRow, TableSection } from './sections.ts'

/** So many rows are there at once. Those below follow when it is known which of them are in or near the window. */
const FIRST_ROWS = 40

/** The sections of a table as they are drawn. */
export interface TableSections {
  readonly element: HTMLTableElement
  /** Tells which sections come near the window, or leave it. */
  readonly observer: IntersectionObserver
  readonly drawn: Map<string, SectionBody>
  readonly ofBody: WeakMap<Element, SectionBody>
  /** The rows that have a link, in their order. */
  rows: readonly FleetRow[]
  /** Sections near the window that are not filled yet. The last one came last. */
  readonly waiting: SectionBody[]
  /** The key of the row whose link can be reached by the Tab key. */
  tabStop: string | undefined
}

/** Returns the section that has a row. */
export function sectionOf({ drawn }: TableSections, key: string | undefined): SectionBody | undefined {
  return [...drawn.values()].find((given) => hasRow(given, key))
}

export function hasRow({ section }: SectionBody, key: string | undefined): boolean {
  return section.rows.some((row) => row.key === key)
}

/** Draws sections in their order, and removes all others. */
export function drawSections(table: TableSections, sections: readonly TableSection[]): void {
  const { element } = table
  const keys = new Set(sections.map(({ key }) => key))
  for (const key of table.drawn.keys()) if (!keys.has(key)) remove(table, key)
  const focused = focusedIn(element)
  let before: Element | null = element.tHead
  for (const section of sections) {
    const { body } = draw(table, section)
    if (before?.nextElementSibling !== body) before?.after(body)
    before = body
  }
  focused?.focus({ preventScroll: true })
}

function remove({ observer, drawn }: TableSections, key: string): void {
  const body = drawn.get(key)?.body
  if (body) observer.unobserve(body)
  body?.remove()
  drawn.delete(key)
}

function draw(table: TableSections, section: TableSection): SectionBody {
  const known = table.drawn.get(section.key) ?? create(table, section)
  known.section = section
  if (known.isNear || known.rows.length > 0) fillSection(known, table.tabStop)
  return known
}

function create({ drawn, ofBody, observer }: TableSections, section: TableSection): SectionBody {
  const created = createSectionBody(section, section.start < FIRST_ROWS)
  drawn.set(section.key, created)
  ofBody.set(created.body, created)
  observer.observe(created.body)
  return created
}

/** Fills a section that comes near the window, and empties one that leaves it. */
export function setNear(table: TableSections, body: Element, isNear: boolean, height: number): void {
  const given = table.ofBody.get(body)
  if (given === undefined || given.isNear === isNear) return
  given.isNear = isNear
  if (isNear) fillSoon(table, given)
  else if (!hasRow(given, table.tabStop)) empty(given, height)
}

/** Fills one section a frame, so that scrolling stays smooth. What was passed meanwhile is not filled at all. */
function fillSoon(table: TableSections, given: SectionBody): void {
  table.waiting.push(given)
  if (table.waiting.length === 1) requestAnimationFrame(() => fillNext(table))
}

function fillNext(table: TableSections): void {
  const given = table.waiting.pop()
  if (given?.isNear && given.rows.length === 0) fillSection(given, table.tabStop)
  if (table.waiting.length > 0) requestAnimationFrame(() => fillNext(table))
}
