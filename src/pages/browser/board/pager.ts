import { element, fillWith } from '../shared/elements.ts'

/** Long enough to read a page. */
const PAGE_MS = 12_000

/**
 * Shows several pages in turn, with a dot for each.
 * @param dots the element that the dots are put into
 */
export function createPager(dots: HTMLElement) {
  let pages: readonly HTMLElement[] = []
  let current = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPaused = false
  addEventListener('keydown', onKey)
  return { show }

  function show(given: readonly HTMLElement[]): void {
    pages = given
    fillWith(dots, ...(pages.length > 1 ? pages.map(() => element('span', 'dot')) : []))
    turnTo(Math.min(current, Math.max(0, pages.length - 1)))
  }

  function turnTo(page: number): void {
    current = page
    pages.forEach((shown, index) => {
      shown.hidden = index !== page
      dots.children[index]?.classList.toggle('current', index === page)
    })
    clearTimeout(timer)
    if (pages.length > 1 && !isPaused) timer = setTimeout(() => turn(1), PAGE_MS)
  }

  function turn(by: number): void {
    turnTo((current + by + pages.length) % pages.length)
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
