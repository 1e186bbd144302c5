import { create, createOwnText, shortened } from './texts.ts'
import type { Unit, Units } from './units.ts'

/** After so long, the browser gets time to paint, and to answer a remote control. */
var SLICE_MS = 16

/** What a page contains. */
export interface Page {
  readonly element: HTMLElement
  readonly units: number
}

interface Layout {
  readonly columns: number
  /** Filling ends if there are more pages. */
  readonly maxPages: number
  /** What is added to the heading of a group that goes on in the next column. */
  readonly continued: string
}

/** Divides units into pages. */
export interface Filling {
  /** The pages that are full, or at the end all of them. */
  readonly pages: readonly Page[]
  /** Fills on until the end, or for a slice of time, at first for one page. @returns whether that was the end */
  readonly fill: (isSlice: boolean) => boolean
  /** Removes all pages. */
  readonly remove: () => void
}

/**
 * Divides units into pages of columns, by adding one after the other until a page is too high. Nothing is computed, so this
 * works with any font. The heading of a group stays with its first item, and is repeated in the next column. The pages
 * are hidden.
 */
export function createFilling(frame: HTMLElement, units: Units, layout: Layout): Filling {
  var filled: Page[] = []
  var page: { element: HTMLElement; units: number } | undefined
  var column = 0
  var table: HTMLElement | undefined
  var index = 0
  return { pages: filled, fill: fillOn, remove: removeAll }

  function fillOn(isSlice: boolean): boolean {
    var end = Date.now() + SLICE_MS
    while (units.get(index) && !isTooLong() && (!isSlice || filled.length === 0 || Date.now() < end))
      add(index++)
    var isEnd = !units.get(index) || isTooLong()
    if (isEnd) finishPage()
    return isEnd
  }

  function isTooLong(): boolean {
    return filled.length >= layout.maxPages && page !== undefined
  }

  function removeAll(): void {
    if (page) frame.removeChild(page.element)
    filled.forEach(function (one) {
      if (one.element.parentNode) frame.removeChild(one.element)
    })
  }

  function add(place: number): void {
    var unit = units.get(place)
    if (!page) startPage()
    var before = units.get(place - 1)
    var isContinued = before !== undefined && before.group === (unit as Unit).group
    if (!isContinued) table = undefined
    var isFirst = columnElement().childNodes.length === 0
    var undo = put(unit, isContinued)
    if (!isFirst && isTooHigh()) {
      undo()
      startColumn()
      undo = put(unit, isContinued)
      isFirst = true
    }
    // What is higher than a column is divided, if it can be.
    if (isFirst && isTooHigh()) units.split(place)
    if (page) page.units++
  }

  function isTooHigh(): boolean {
    return page !== undefined && page.element.offsetHeight > frame.clientHeight
  }

  /** @returns removes what was added */
  function put(unit: Unit | undefined, isContinued: boolean): () => void {
    var isNew = table === undefined
    var target = table || tableOf(unit, isContinued, layout.continued)
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
    finishPage()
    startPage()
  }

  function startPage(): void {
    column = 0
    page = { element: createPage(layout.columns), units: 0 }
    frame.appendChild(page.element)
  }

  function finishPage(): void {
    if (!page) return
    page.element.hidden = true
    page.element.classList.remove('filling')
    filled.push(page)
    page = undefined
  }

  function columnElement(): Element {
    var element = page ? page.element : frame
    return element.getElementsByClassName('column')[column] || element
  }
}

function createPage(columns: number): HTMLElement {
  var table = create('table', 'page filling columns-' + columns, '')
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
  caption.appendChild(createOwnText(unit.depth > 0 ? 'h3' : 'h2', '', shortened(unit.group.name, 80)))
  if (isContinued) caption.appendChild(create('small', '', ' (' + continued + ')'))
  if (!isContinued && unit.group.description)
    caption.appendChild(createOwnText('p', 'description', unit.group.description))
  return table
}
