import { element, elementIn, replaceChildrenOf, withOwnDirection } from '../../browser/elements.ts'
import { pageMs } from '../shared/timing.ts'
import type { BoardWords } from '../shared/words.ts'
import { SHIFT_MS, shiftPage } from './shift.ts'

/** Returns the name of the first group on a page. */
function nameOn(page: HTMLElement | undefined): HTMLElement {
  return withOwnDirection(page?.querySelector('.title > [dir]')?.textContent ?? '')
}

function itemsOn(page: HTMLElement | undefined): number {
  return page?.querySelectorAll('.item').length ?? 0
}

/**
 * Shows several pages in turn.
 * @param label the element that shows the number of the page and the name of the first group on the next page
 * @param onTurn gets the page that is shown from now on; undefined if there is none
 */
export function createPager(
  label: HTMLElement,
  words: BoardWords,
  locale: string,
  onTurn: (page: HTMLElement | undefined) => void,
) {
  const numbers = new Intl.NumberFormat(locale)
  let pages: readonly HTMLElement[] = []
  let current = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPaused = false
  addEventListener('keydown', onKey)
  return { show }

  function show(given: readonly HTMLElement[]): void {
    const isTurning = pages.length > 1 && !isPaused
    pages = given
    // With a single page, no key is handled, so a pause could not be ended.
    if (pages.length < 2) isPaused = false
    showPage(Math.min(current, Math.max(0, pages.length - 1)))
    // A page that is drawn again keeps its timer. Otherwise, a menu that changes often would never turn.
    if (!isTurning) awaitTurn()
  }

  function showPage(page: number): void {
    current = page
    pages.forEach((shown, index) => {
      shown.hidden = index !== page
    })
    onTurn(pages[page])
    writeLabel()
    shiftPage()
  }

  function awaitTurn(): void {
    clearTimeout(timer)
    if (!isPaused) timer = setTimeout(turn, pages.length > 1 ? pageMs(itemsOn(pages[current])) : SHIFT_MS, 1)
  }

  function writeLabel(): void {
    replaceChildrenOf(label, ...(pages.length > 1 ? [positionOf(current), nextAfter(current)] : []))
  }

  function turn(by: number): void {
    showPage(pages.length > 0 ? (current + by + pages.length) % pages.length : 0)
    awaitTurn()
  }

  function positionOf(page: number): HTMLElement {
    return ownWords('position', `${words.page} ${numbers.format(page + 1)}/${numbers.format(pages.length)}`)
  }

  /** Announces the first group of the next page. */
  function nextAfter(page: number): HTMLElement {
    const next = pages[(page + 1) % pages.length]
    return element('span', 'next', ownWords('', `${words.next}: `), nameOn(next))
  }

  function ownWords(className: string, text: string): HTMLElement {
    return elementIn(words.language, 'span', className, text)
  }

  /** With a keyboard, arrow and page keys turn the pages, and the space bar pauses and resumes them. */
  function onKey({ key }: KeyboardEvent): void {
    if (pages.length < 2) return
    if (key === ' ') isPaused = !isPaused
    if (key === ' ') turn(0)
    if (key === 'ArrowRight' || key === 'PageDown') turn(1)
    if (key === 'ArrowLeft' || key === 'PageUp') turn(-1)
  }
}
