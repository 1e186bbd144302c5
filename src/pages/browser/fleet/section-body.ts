import { fillRow, fillSiteRow, rowFor } from './row.ts'
import type { TableSection } from './sections.ts'

/** A section of the table as it is drawn. */
export interface SectionBody {
  section: TableSection
  readonly body: HTMLTableSectionElement
  /** None while it is far from the window. */
  rows: HTMLElement[]
  isNear: boolean
}

/** Creates a section without rows, of about the height that it will have. */
export function createSectionBody(section: TableSection, isNear: boolean): SectionBody {
  const body = document.createElement('tbody')
  keepHeight(body, `calc(${section.rows.length} * var(--row-height))`)
  return { section, body, rows: [], isNear }
}

/** Shows the rows of a section. @param tabStop the key of the row that the Tab key reaches */
export function fillSection(given: SectionBody, tabStop: string | undefined): void {
  const { section, body, rows } = given
  const nowMs = Date.now()
  const unused = new Map(rows.map((row) => [row.dataset['key'], row]))
  given.rows = section.rows.map((row, index) => {
    const shown = unused.get(row.key) ?? rowFor(row)
    if ('device' in row) {
      const above = section.rows[index - 1]
      const isRepeated = above !== undefined && 'device' in above && above.device.reason === row.device.reason
      fillRow(shown, row.device, nowMs, { isTabStop: row.key === tabStop, isRepeated })
    } else fillSiteRow(shown, row.site, nowMs, row.key === tabStop)
    shown.ariaRowIndex = String(section.start + index + 2)
    return shown
  })
  const isSame =
    body.children.length === given.rows.length && given.rows.every((row, n) => body.children[n] === row)
  if (!isSame) body.replaceChildren(...given.rows)
  keepHeight(body, '')
}

/** Removes the rows of a section, which keeps its height. */
export function empty(given: SectionBody, height: number): void {
  given.rows = []
  given.body.replaceChildren()
  keepHeight(given.body, `${height}px`)
}

function keepHeight({ style }: HTMLElement, height: string): void {
  style.minBlockSize = height
}
