import { fillPages, type Page } from './fill.ts'
import { write } from './texts.ts'
import type { Unit } from './units.ts'

/** How long a page is shown: long enough to read it. */
var PAGE_MS = { min: 12000, max: 40000, start: 4000, perItem: 900 }
/** Text sizes, the largest first. The last is the smallest that can be read from where guests stand. */
var SIZES = ['large', 'medium', 'small']

/** Shows the pages of a menu in turn. */
export interface Pager {
  readonly show: (units: readonly Unit[], continued: string) => void
  readonly clear: () => void
}

export function createPager(locale: string): Pager {
  var frame = document.getElementById('menu') || document.body
  var numbers = new Intl.NumberFormat(locale)
  var pages: readonly Page[] = []
  var current = 0
  var timer: ReturnType<typeof setTimeout> | undefined
  var draw = function () {}
  addEventListener('resize', function () {
    draw()
  })

  return {
    show: function (units, continued) {
      draw = function () {
        pages = bestPages(frame, units, continued)
        turnTo(Math.min(current, pages.length - 1))
      }
      draw()
    },
    clear: function () {
      draw = function () {}
      clearTimeout(timer)
      frame.textContent = ''
      write('page', '', locale)
    },
  }

  function turnTo(index: number): void {
    current = index
    pages.forEach(function (page, place) {
      page.element.hidden = place !== index
    })
    clearTimeout(timer)
    var isSingle = pages.length < 2
    write('page', isSingle ? '' : numbers.format(index + 1) + ' / ' + numbers.format(pages.length), locale)
    if (isSingle) return
    timer = setTimeout(function () {
      turnTo((index + 1) % pages.length)
    }, dwellMs(pages[index]))
  }
}

function dwellMs(page: Page | undefined): number {
  var items = page === undefined ? 0 : page.units
  return Math.min(PAGE_MS.max, Math.max(PAGE_MS.min, PAGE_MS.start + PAGE_MS.perItem * items))
}

/** Returns one page with the largest text that fits, or else several with the smallest text. */
function bestPages(frame: HTMLElement, units: readonly Unit[], continued: string): readonly Page[] {
  var most = frame.clientWidth > frame.clientHeight ? 2 : 1
  for (var size = 0; size < SIZES.length; size++) {
    // The sentence of a law is as large as the menu, and takes space from it.
    document.body.className = SIZES[size] || ''
    for (var count = 1; count <= most; count++) {
      var single = fillPages(frame, units, { columns: count, maxPages: 1 }, continued)
      if (single) return single
    }
  }
  return fillPages(frame, units, { columns: most, maxPages: Infinity }, continued) || []
}
