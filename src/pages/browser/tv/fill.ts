import { shownText } from '../board/shown-text.ts'
import { element, ownText } from '../shared/elements.ts'
import type { Unit, Units } from './units.ts'

/** After so long, the browser gets time to paint, and to answer a remote control. */
const SLICE_MS = 16

/** What a page contains. */
interface Page {
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
  const filled: Page[] = []
  let page: { element: HTMLElement; units: number } | undefined
  let column = 0
  let table: HTMLElement | undefined
  let index = 0
  return { pages: filled, fill: fillOn, remove: removeAll }

  function fillOn(isSlice: boolean): boolean {
    const end = Date.now() + SLICE_MS
    let unit = units.get(index)
    while (unit && !isTooLong() && (!isSlice || filled.length === 0 || Date.now() < end)) {
      add(unit, index++)
      unit = units.get(index)
    }
    const isEnd = !unit || isTooLong()
    if (isEnd) finishPage()
    return isEnd
  }

  function isTooLong(): boolean {
    return filled.length >= layout.maxPages && page !== undefined
  }

  function removeAll(): void {
    if (page) frame.removeChild(page.element)
    for (const { element: one } of filled) if (one.parentNode) frame.removeChild(one)
  }

  function add(unit: Unit, place: number): void {
    if (!page) startPage()
    const isContinued = units.get(place - 1)?.group === unit.group
    if (!isContinued) table = undefined
    let isFirst = columnElement().childNodes.length === 0
    let undo = put(unit, isContinued)
    if (!isFirst && isTooHigh()) {
      undo()
      startColumn()
      undo = put(unit, isContinued)
      isFirst = true
    }
    // What is higher than a column is divided, if it can be.
    let canSplit = isFirst
    while (canSplit && isTooHigh()) canSplit = units.split(place)
    if (page) page.units++
  }

  function isTooHigh(): boolean {
    return page !== undefined && page.element.offsetHeight > frame.clientHeight
  }

  /** @returns removes what was added */
  function put(unit: Unit, isContinued: boolean): () => void {
    const isNew = table === undefined
    const target = table ?? tableOf(unit, isContinued, layout.continued)
    const { body } = unit
    if (body) target.appendChild(body)
    if (isNew) columnElement().appendChild(target)
    table = target
    return () => {
      const added = isNew ? target : body
      added?.parentNode?.removeChild(added)
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
    const whole = page?.element ?? frame
    return whole.getElementsByClassName('column')[column] ?? whole
  }
}

function createPage(columns: number): HTMLElement {
  const cells = Array.from({ length: columns }, () => element('td', 'column'))
  const table = element('table', `page filling columns-${columns}`, element('tr', '', ...cells))
  table.setAttribute('role', 'presentation')
  return table
}

function tableOf({ group, depth }: Unit, isContinued: boolean, continued: string): HTMLElement {
  const heading = element(depth > 0 ? 'h3' : 'h2', '', shownText('group', group.name))
  const note = isContinued ? element('small', '', ` (${continued})`) : undefined
  const description =
    !isContinued && group.description
      ? element('p', 'description', ownText('', group.description))
      : undefined
  const caption = element('caption', depth > 0 ? 'inner' : '', heading, note, description)
  return element('table', 'group', caption)
}
