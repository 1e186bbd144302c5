import { createPage, type Style } from './page.ts'
import { centre, stretch } from './stretch.ts'
import { tableOf } from './tables.ts'
import type { Unit, Units } from './units.ts'

/** The time after which the browser may paint, and react to a remote control. */
const SLICE_MS = 16
/** How often the range of heights is halved. */
const BALANCING_STEPS = 5

interface Layout extends Style {
  /** Filling ends if there are more pages. */
  readonly maxPages: number
  /** The greatest height of pages. By default, it is the height of the screen. */
  readonly height?: number | undefined
  /** The units of a single page while its columns are balanced. */
  readonly attempt?: { readonly from: number; readonly to: number }
}

/** Divides units into pages. */
export interface Filling {
  /** The pages that are full, or at the end all of them. */
  readonly pages: readonly HTMLElement[]
  /** How many units are on the pages. */
  readonly placed: () => number
  /** Fills pages until the end, or for a slice of time, but at least the first page. @returns whether the end is reached */
  readonly fill: (isSlice: boolean) => boolean
  /** Whether there is room for all units. */
  readonly fits: () => boolean
  readonly remove: () => void
}

/**
 * Divides units into pages of columns, by adding one after the other until a page is too high. Nothing is computed, so this
 * works with any font. The heading of a group stays with its first items, and is repeated in the next column. The pages
 * are hidden.
 */
export function createFilling(frame: HTMLElement, units: Units, layout: Layout): Filling {
  const { columns, maxPages, height, attempt } = layout
  const filled: HTMLElement[] = []
  /** The first unit of each page. */
  const starts = [attempt?.from ?? 0]
  let page: HTMLElement | undefined
  let [index = 0] = starts
  let column = 0
  let isOver = false
  return { pages: filled, placed, fits: () => !isOver, fill: fillOn, remove: removeAll }

  function fillOn(isSlice: boolean): boolean {
    const end = Date.now() + SLICE_MS
    while (!isEnd() && (!isSlice || filled.length === 0 || Date.now() < end)) add(index++)
    if (!isEnd()) return false
    if (page) finishPage(index)
    return true
  }

  function isEnd(): boolean {
    return isOver || index === attempt?.to || units.get(index) === undefined
  }

  function placed(): number {
    return starts[starts.length - 1] ?? 0
  }

  function removeAll(): void {
    for (const one of page ? [...filled, page] : filled) if (one.parentNode) frame.removeChild(one)
  }

  function add(place: number): void {
    if (isOver) return
    const current = page ?? startPage()
    const isFirst = columnOf(current).childNodes.length === 0
    put(place, columnOf(current))
    if (!isTooHigh(current)) return
    if (isFirst) divide(place, current)
    else moveOn(place, current)
  }

  /** Divides a unit that is higher than a column, if possible. */
  function divide(place: number, current: HTMLElement): void {
    const isLower = height !== undefined && height < frame.clientHeight
    while (!isLower && isTooHigh(current) && units.split(place)) {}
    // The filling of a long menu continues.
    isOver = isLower || (maxPages < Infinity && !attempt && isTooHigh(current))
  }

  function moveOn(place: number, current: HTMLElement): void {
    const first = place - othersMoved(place, columnOf(current))
    for (let moved = place; moved >= first; moved--) take(moved)
    column++
    if (column === columns) finishPage(first)
    for (let moved = first; moved <= place; moved++) add(moved)
  }

  /** Returns how many units go with one to the next column, so that at least two items of a group are on each side. */
  function othersMoved(place: number, { childNodes, lastElementChild }: Element): number {
    const before = (lastElementChild?.getElementsByTagName('tbody').length ?? 1) - 1
    const isLast = units.get(place + 1)?.group !== units.get(place)?.group
    if (isLast && before > 2) return 1
    return childNodes.length > 1 && (before === 1 || isLast) ? before : 0
  }

  function isTooHigh(current: HTMLElement): boolean {
    return current.offsetHeight > (height ?? frame.clientHeight)
  }

  function put(place: number, target: Element): void {
    const unit = units.get(place)
    if (!unit) return
    const isContinued = units.get(place - 1)?.group === unit.group
    const table = isContinued ? target.lastElementChild : null
    const own = table ?? target.appendChild(tableOf(unit, isContinued))
    own.appendChild(unit.body)
  }

  function take(place: number): void {
    const body = (units.get(place) as Unit).body
    const table = body.parentElement
    table?.removeChild(body)
    if (table?.lastElementChild?.tagName === 'THEAD') table.parentElement?.removeChild(table)
  }

  function startPage(): HTMLElement {
    column = 0
    page = frame.appendChild(createPage(layout))
    return page
  }

  /** @param end the first unit after the page */
  function finishPage(end: number): void {
    if (!page) return
    page.hidden = true
    page.classList.remove('filling')
    filled.push(page)
    page = undefined
    starts.push(end)
    const isLast = end === attempt?.to || units.get(end) === undefined
    isOver = isOver || (filled.length === maxPages && !isLast)
    if (attempt || isOver) return
    // Failed attempts need no balance. Of a long menu, only the last page is balanced.
    if (maxPages === Infinity) settle(filled.length - 1, isLast)
    else if (isLast) for (let n = 0; n < filled.length; n++) settle(n, true)
  }

  /** Spreads a page over the height of the screen. @param isBalanced whether its columns are balanced first */
  function settle(number: number, isBalanced: boolean): void {
    const settled = isBalanced && columns > 1 ? balanced(number) : filled[number]
    if (!settled) return
    filled[number] = settled
    settled.hidden = false
    settled.classList.add('filling')
    const space = stretch(settled, frame.clientHeight)
    if (maxPages === 1) centre(settled, space)
    settled.hidden = true
    settled.classList.remove('filling')
  }

  /** Returns a page with columns that are about as high as each other. */
  function balanced(number: number): HTMLElement | undefined {
    const [from = 0, to = 0] = starts.slice(number)
    const old = filled[number]
    if (old) frame.removeChild(old)
    const create = (high: number) =>
      createFilling(frame, units, { ...layout, maxPages: 1, height: high, attempt: { from, to } })
    const [best] = lowest(frame.clientHeight, create).pages
    return best
  }

  function columnOf(current: HTMLElement): Element {
    return current.getElementsByClassName('column')[column] ?? current
  }
}

/** Fills pages that are as low as possible instead of as high as the screen, so that columns and pages are equally full. */
export function lowest(height: number, create: (height: number) => Filling): Filling {
  let low = 0
  let high = height
  for (let step = 0; step < BALANCING_STEPS; step++) {
    const middle = (low + high) / 2
    const one = create(middle)
    one.fill(false)
    if (one.fits()) high = middle
    else low = middle
    one.remove()
  }
  const best = create(high)
  best.fill(false)
  return best
}
