import { create, createOwnText } from './texts.ts'
import type { Unit } from './units.ts'

/** What a page contains. */
export interface Page {
  readonly element: HTMLElement
  readonly units: number
}

/**
 * Divides units into pages of columns, by adding one after the other until a page is too high. Nothing is computed, so this
 * works with any font. The heading of a group stays with its first item, and is repeated in the next column.
 * @param maxPages how many pages there may be
 * @returns undefined if there would be more pages
 */
export function fillPages(
  frame: HTMLElement,
  units: readonly Unit[],
  layout: { readonly columns: number; readonly maxPages: number },
  continued: string,
): Page[] | undefined {
  var pages: { element: HTMLElement; units: number }[] = []
  var page = { element: frame, units: 0 }
  var column = layout.columns
  var table: HTMLElement | undefined
  frame.textContent = ''
  startColumn()
  for (var index = 0; index < units.length && pages.length <= layout.maxPages; index++) add(index)
  return pages.length <= layout.maxPages ? pages : undefined

  function add(index: number): void {
    var isContinued = index > 0 && units[index]?.group === units[index - 1]?.group
    if (!isContinued) table = undefined
    var isFirst = columnElement().childNodes.length === 0
    var undo = place(units[index], isContinued)
    if (!isFirst && page.element.offsetHeight > frame.clientHeight) {
      undo()
      startColumn()
      place(units[index], isContinued)
    }
    page.units++
  }

  /** @returns removes what was added */
  function place(unit: Unit | undefined, isContinued: boolean): () => void {
    var isNew = table === undefined
    var target = table || tableOf(unit, isContinued, continued)
    var body = unit?.body
    if (body) target.appendChild(body)
    if (isNew) columnElement().appendChild(target)
    table = target
    return function () {
      var added = isNew ? target : body
      if (added?.parentNode) added.parentNode.removeChild(added)
    }
  }

  function startColumn(): void {
    table = undefined
    column++
    if (column < layout.columns) return
    column = 0
    page.element.hidden = pages.length > 0
    page = { element: createPage(layout.columns), units: 0 }
    pages.push(page)
    frame.appendChild(page.element)
  }

  function columnElement(): Element {
    return page.element.getElementsByClassName('column')[column] || page.element
  }
}

function createPage(columns: number): HTMLElement {
  var table = create('table', 'page columns-' + columns, '')
  var row = create('tr', '', '')
  table.setAttribute('role', 'presentation')
  for (var column = 0; column < columns; column++) row.appendChild(create('td', 'column', ''))
  table.appendChild(row)
  return table
}

function tableOf(unit: Unit | undefined, isContinued: boolean, continued: string): HTMLElement {
  var table = create('table', 'group', '')
  var caption = create('caption', unit && unit.depth > 0 ? 'inner' : '', '')
  table.appendChild(caption)
  if (unit === undefined) return table
  caption.appendChild(createOwnText(unit.depth > 0 ? 'h3' : 'h2', '', unit.group.name))
  if (isContinued) caption.appendChild(create('small', '', ' (' + continued + ')'))
  if (!isContinued && unit.group.description)
    caption.appendChild(createOwnText('p', 'description', unit.group.description))
  return table
}
