import { element, fillWith } from '../shared/elements.ts'
import { groupStripOf, nameIn } from './group-strip.ts'
import { SHIFT_MS, shiftPage } from './shift.ts'
import type { Words } from './words.ts'

const FIRST_GLANCE_MS = 4_000
const MS_PER_ITEM = 900
const MIN_PAGE_MS = 12_000
const MAX_PAGE_MS = 40_000

/** Returns how long a page is shown: long enough to read its items. */
export function dwellMs(items: number): number {
  return Math.min(MAX_PAGE_MS, Math.max(MIN_PAGE_MS, FIRST_GLANCE_MS + MS_PER_ITEM * items))
}

/** How a screen shows all of its menu. */
export interface Round {
  readonly pages: number
  readonly durationMs: number
  readonly hasDescriptions: boolean
}

/** @param pages are on the screen, one after the other; a single one stays */
export function roundOf(pages: readonly HTMLElement[]): Round {
  const isDescribed = (page: HTMLElement) =>
    page.querySelector('.row > .description') && !page.closest('.without-descriptions')
  return {
    pages: pages.length,
    durationMs: pages.length > 1 ? pages.reduce((sum, page) => sum + dwellMs(itemsOn(page)), 0) : 0,
    hasDescriptions: pages.some(isDescribed),
  }
}

function itemsOn(page: HTMLElement | undefined): number {
  return page?.querySelectorAll('.item').length ?? 0
}

/**
 * Shows several pages in turn.
 * @param label the element for the number of the page, what the next one begins with, and the groups of all pages
 * @param number formats a number
 * @param onTurn gets the page that is shown from now on; undefined if there is none
 */
export function createPager(
  label: HTMLElement,
  words: Words,
  number: (value: number) => string,
  onTurn: (page: HTMLElement | undefined) => void,
) {
  let pages: readonly HTMLElement[] = []
  let current = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isPaused = false
  let advice = ''
  addEventListener('keydown', onKey)
  return { show, advise }

  /** Shows an English sentence about the pages in place of what the next one begins with, until it is empty. */
  function advise(sentence: string): void {
    advice = sentence
    writeLabel()
  }

  function show(given: readonly HTMLElement[]): void {
    pages = given
    turnTo(Math.min(current, Math.max(0, pages.length - 1)))
  }

  function turnTo(page: number): void {
    current = page
    pages.forEach((shown, index) => {
      shown.hidden = index !== page
    })
    onTurn(pages[page])
    writeLabel()
    shiftPage()
    clearTimeout(timer)
    if (!isPaused) timer = setTimeout(turn, pages.length > 1 ? dwellMs(itemsOn(pages[page])) : SHIFT_MS, 1)
  }

  function writeLabel(): void {
    const others = () => [advice ? adviceElement(advice) : nextAfter(current), groupStripOf(pages, current)]
    fillWith(label, ...(pages.length > 1 ? [positionOf(current), ...others()] : []))
  }

  function turn(by: number): void {
    turnTo(pages.length > 0 ? (current + by + pages.length) % pages.length : 0)
  }

  function positionOf(page: number): HTMLElement {
    return ownWords('position', `${words.page} ${number(page + 1)}/${number(pages.length)}`)
  }

  /** Announces the first group of the next page. */
  function nextAfter(page: number): HTMLElement {
    const next = pages[(page + 1) % pages.length]
    return element('span', 'next', ownWords('', `${words.next}: `), next && nameIn(next))
  }

  function ownWords(className: string, text: string): HTMLElement {
    const created = element('span', className, text)
    created.lang = words.language
    return created
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

function adviceElement(sentence: string): HTMLElement {
  const created = element('span', 'advice', sentence)
  created.lang = 'en'
  created.dir = 'ltr'
  return created
}
