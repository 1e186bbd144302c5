import { createFilling, type Filling, type Page } from './fill.ts'
import { writeText } from './texts.ts'
import type { Units } from './units.ts'

/** How long a page is shown: long enough to read it. */
var PAGE_MS = { min: 12000, max: 40000, start: 4000, perItem: 900 }
/** Text sizes, the largest first. The last is the smallest that can be read from where guests stand. */
var SIZES = ['large', 'medium', 'small']

/** Shows the pages of a menu in turn. */
export interface Pager {
  /** @param createUnits creates them anew, since those that are shown stay where they are */
  readonly show: (createUnits: () => Units, continued: string) => void
  readonly clear: () => void
}

export function createPager(locale: string): Pager {
  var frame = document.getElementById('menu') || document.body
  var numbers = new Intl.NumberFormat(locale)
  /** What is shown, and what replaces it as soon as the page in the same place is ready. */
  var shown: Filling | undefined
  var coming: Filling | undefined
  var isComplete = false
  var current = 0
  var turning: ReturnType<typeof setTimeout> | undefined
  var filling: ReturnType<typeof setTimeout> | undefined
  var draw = function () {}
  addEventListener('resize', function () {
    draw()
  })

  return {
    show: function (createUnits, continued) {
      draw = function () {
        stop()
        coming = bestFilling(frame, createUnits(), continued)
        fillOn()
      }
      draw()
    },
    clear: function () {
      draw = function () {}
      stop()
      clearTimeout(turning)
      shown = undefined
      frame.textContent = ''
      writeText('page', '', locale)
    },
  }

  /** Ends the filling of what is not shown yet. */
  function stop(): void {
    clearTimeout(filling)
    if (coming && coming !== shown) coming.remove()
    coming = undefined
  }

  /** Fills the coming pages for a slice of time. What is shown does not change until the same page is ready. */
  function fillOn(): void {
    if (!coming) return
    isComplete = coming.fill(true)
    if (!isComplete) filling = setTimeout(fillOn, 0)
    if (coming !== shown && (isComplete || pageOf(coming, current))) replace(coming)
    else if (isComplete) writePosition()
  }

  function replace(filled: Filling): void {
    if (shown) shown.remove()
    shown = filled
    turnTo(Math.min(current, filled.pages.length - 1))
  }

  function turnTo(index: number): void {
    current = index
    if (coming && coming !== shown && pageOf(coming, index)) {
      replace(coming)
      return
    }
    var pages = shown ? shown.pages : []
    pages.forEach(function (page, place) {
      page.element.hidden = place !== index
    })
    writePosition()
    clearTimeout(turning)
    turning = setTimeout(turn, dwellMs(pages[index]))
  }

  /** Turns to the next page; to the first only after the last of all. */
  function turn(): void {
    if (pageOf(shown, current + 1)) turnTo(current + 1)
    else if (shown === coming && !isComplete) turnTo(current)
    else turnTo(0)
  }

  function writePosition(): void {
    var count = shown ? shown.pages.length : 0
    var isKnown = count > 1 && (shown !== coming || isComplete)
    writeText('page', isKnown ? numbers.format(current + 1) + ' / ' + numbers.format(count) : '', locale)
  }
}

function pageOf(filled: Filling | undefined, index: number): Page | undefined {
  return filled ? filled.pages[index] : undefined
}

function dwellMs(page: Page | undefined): number {
  var items = page === undefined ? 0 : page.units
  return Math.min(PAGE_MS.max, Math.max(PAGE_MS.min, PAGE_MS.start + PAGE_MS.perItem * items))
}

/** Returns one page with the largest text that fits, or else several with the smallest text, which are not filled yet. */
function bestFilling(frame: HTMLElement, units: Units, again: string): Filling {
  var most = frame.clientWidth > frame.clientHeight ? 2 : 1
  for (var size = 0; size < SIZES.length; size++) {
    // The sentence of a law is as large as the menu, and takes space from it.
    document.body.className = SIZES[size] || ''
    for (var count = 1; count <= most; count++) {
      var single = createFilling(frame, units, { columns: count, maxPages: 1, continued: again })
      single.fill(false)
      if (single.pages.length === 1) return single
      single.remove()
    }
  }
  return createFilling(frame, units, { columns: most, maxPages: Infinity, continued: again })
}
