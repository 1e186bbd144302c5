import { byId, setText } from '../../browser/elements.ts'
import { dwellMs } from '../shared/dwell.ts'
import type { Filling } from './fill.ts'
import { bestFilling, type FillSource } from './fit.ts'

/** Shows the pages of a menu in turn. */
export interface Pager {
  readonly show: (menu: Omit<FillSource, 'frame'>) => void
  readonly clear: () => void
}

export function createPager(locale: string): Pager {
  const frame = byId('menu', HTMLElement)
  const position = byId('page', HTMLElement)
  const numbers = new Intl.NumberFormat(locale)
  /** The pages on the screen, and the coming pages, which replace them when the page with the same number is ready. */
  let shown: Filling | undefined
  let coming: Filling | undefined
  let isComplete = false
  let current = 0
  let turning: ReturnType<typeof setTimeout> | undefined
  let filling: ReturnType<typeof setTimeout> | undefined
  let draw = () => {}
  addEventListener('resize', () => draw())

  return {
    show: (menu) => {
      draw = () => {
        stop()
        coming = bestFilling({ ...menu, frame })
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

  /** Ends the filling of the coming pages. */
  function stop(): void {
    clearTimeout(filling)
    if (coming !== shown) coming?.remove()
    coming = undefined
  }

  /** Fills the coming pages for a slice of time. The screen does not change until the same page is ready. */
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
      page.hidden = place !== index
    })
    writePosition()
    clearTimeout(turning)
    turning = setTimeout(turn, dwellMs(pages[index]?.getElementsByClassName('item').length ?? 0))
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
