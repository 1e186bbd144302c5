import { hasRow, sectionOf, type TableSections } from './drawn-sections.ts'
import { empty, fillSection } from './section-body.ts'

const NEXT: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }

/** Lets the Tab key reach the first row, if the row that it reached is gone. */
export function keepTabStop(table: TableSections): void {
  if (!table.rows.some(({ key }) => key === table.tabStop)) table.tabStop = table.rows[0]?.key
}

/** Lets the Tab key reach another row. The section of this row stays, wherever the window is. */
export function setTabStop(table: TableSections, key: string): void {
  linkOf(table, table.tabStop)?.setAttribute('tabindex', '-1')
  linkOf(table, key)?.setAttribute('tabindex', '0')
  const before = sectionOf(table, table.tabStop)
  table.tabStop = key
  if (before?.isNear === false && !hasRow(before, key)) empty(before, before.body.offsetHeight)
}

/** Moves the focus from row to row with the keys for this. */
export function moveFocus(table: TableSections, event: KeyboardEvent): void {
  if (!(event.target instanceof HTMLAnchorElement) || event.ctrlKey || event.altKey || event.metaKey) return
  const key = keyAfter(table, event.key)
  if (key === undefined || key === table.tabStop) return
  event.preventDefault()
  const section = sectionOf(table, key)
  if (section) fillSection(section, table.tabStop)
  setTabStop(table, key)
  linkOf(table, key)?.focus()
}

/** The row to which a key leads. */
function keyAfter({ rows, tabStop }: TableSections, pressed: string): string | undefined {
  const index = rows.findIndex(({ key }) => key === tabStop)
  const wanted = { Home: 0, End: rows.length - 1 }[pressed] ?? index + (NEXT[pressed] ?? 0)
  return rows[Math.max(0, Math.min(rows.length - 1, wanted))]?.key
}

function linkOf({ element }: TableSections, key: string | undefined): HTMLAnchorElement | null {
  return key === undefined ? null : element.querySelector(`tr[data-key="${CSS.escape(key)}"] a`)
}
