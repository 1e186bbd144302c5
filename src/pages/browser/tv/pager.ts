import { dwellMs } from '../board/pager.ts'
import { byId, setText } from '../shared/elements.ts'
import { createFilling, type Filling } from './fill.ts'
import type { Units } from './units.ts'

/** Text sizes, the largest first. The last is the smallest that can be read from where guests stand. */
const SIZES = ['large', 'medium', 'small']

/** Shows the pages of a menu in turn. */
export interface Pager {
  /** @param createUnits creates them anew, since those that are shown stay where they are */
  readonly show: (createUnits: () => Units, continued: string) => void
  readonly clear: () => void
}

export function createPager(locale: string): Pager {
  const frame = byId('menu', HTMLElement)
  const position = byId('page', HTMLElement)
  const numbers = new Intl.NumberFormat(locale)
  /** What is shown, and what replaces it as soon as the page in the same place is ready. */
  let shown: Filling | undefined
  let coming: Filling | undefined
  let isComplete = false
  let current = 0
  let turning: ReturnType<typeof setTimeout> | undefined
  let filling: ReturnType<typeof setTimeout> | undefined
  let draw = () => {}
  addEventListener('resize', () => draw())

  return {
    show: (createUnits, continued) => {
      draw = () => {
        stop()
        coming = bestFilling(frame, createUnits(), continued)
        fillOn()
      }
      draw()
    },
    clear: () => {
      draw = () => {}
      stop()
      clearTimeout(turning)
      shown = undefined
      frame.textContent = ''
      setText(position, '')
    },
  }

  /** Ends the filling of what is not shown yet. */
  function stop(): void {
    clearTimeout(filling)
    if (coming !== shown) coming?.remove()
    coming = undefined
  }

  /** Fills the coming pages for a slice of time. What is shown does not change until the same page is ready. */
  function fillOn(): void {
    if (!coming) return
    isComplete = coming.fill(true)
    if (!isComplete) filling = setTimeout(fillOn, 0)
    if (coming !== shown && (isComplete || coming.pages[current])) replace(coming)
    else if (isComplete) writePosition()
  }

  function replace(filled: Filling): void {
    shown?.remove()
    shown = filled
    turnTo(Math.min(current, filled.pages.length - 1))
  }

  function turnTo(index: number): void {
    current = index
    if (coming && coming !== shown && coming.pages[index]) {
      replace(coming)
      return
    }
    const pages = shown?.pages ?? []
    pages.forEach((page, place) => {
      page.element.hidden = place !== index
    })
    writePosition()
    clearTimeout(turning)
    turning = setTimeout(turn, dwellMs(pages[index]?.units ?? 0))
  }

  /** Turns to the next page; to the first only after the last of all. */
  function turn(): void {
    if (shown?.pages[current + 1]) turnTo(current + 1)
    else if (shown === coming && !isComplete) turnTo(current)
    else turnTo(0)
  }

  function writePosition(): void {
    const count = shown?.pages.length ?? 0
    const isKnown = count > 1 && (shown !== coming || isComplete)
    setText(position, isKnown ? `${numbers.format(current + 1)} / ${numbers.format(count)}` : '')
  }
}

/** Returns one page with the largest text that fits, or else several with the smallest text, which are not filled yet. */
function bestFilling(frame: HTMLElement, units: Units, continued: string): Filling {
  const most = frame.clientWidth > frame.clientHeight ? 2 : 1
  for (const size of SIZES) {
    // The sentence of a law is as large as the menu, and takes space from it.
    document.body.className = size
    for (let columns = 1; columns <= most; columns++) {
      const single = createFilling(frame, units, { columns, maxPages: 1, continued })
      single.fill(false)
      if (single.pages.length === 1) return single
      single.remove()
    }
  }
  return createFilling(frame, units, { columns: most, maxPages: Infinity, continued })
}
