import { byId, element, fillWith, setText } from '../shared/elements.ts'
import type { GroupsEnvelope } from '../shared/feed/fields.ts'
import { blocksOf } from './blocks.ts'
import { formatsFor, timeFormat } from './formats.ts'
import { fill } from './layout/fit.ts'
import { createPager } from './pager.ts'
import type { Parameters } from './parameters.ts'
import type { Words } from './words.ts'

/** The screen of a board. */
export interface Screen {
  readonly showMenu: (body: GroupsEnvelope) => void
  /** Shows a sentence in place of a menu. */
  readonly showMessage: (sentence: string, language: string) => void
  readonly isBlank: () => boolean
  /** Marks the menu as last updated at this time, or as current if it is undefined. */
  readonly markOutdated: (lastUpdate: Date | undefined) => void
  readonly showNotice: (sentence: string) => void
  /** Shows hints, in English, together with the menu. */
  readonly showHints: (hints: readonly string[]) => void
}

export function createScreen(parameters: Parameters, words: Words): Screen {
  const frame = byId('menu', HTMLElement)
  const pager = createPager(byId('dots', HTMLElement))
  const time = timeFormat(parameters.numberLocale)
  let shown: GroupsEnvelope | undefined
  applyParameters(parameters, words)
  watchSize(frame, () => shown && draw(shown))

  return {
    showMenu: (body) => {
      shown = body
      draw(body)
    },
    showMessage: (sentence, language) => {
      shown = undefined
      replaceMenu(sentence, language)
    },
    isBlank: () => shown === undefined,
    markOutdated: (lastUpdate) => setMark(lastUpdate && time(lastUpdate), words),
    showNotice: (sentence) => write(byId('notice', HTMLElement), sentence, words.language),
    showHints: (hints) =>
      fillWith(byId('hints', HTMLElement), ...hints.map((hint) => element('p', '', hint))),
  }

  function draw(body: GroupsEnvelope): void {
    const blocks = blocksOf(body, { words, formats: formatsFor(parameters, words, body) })
    if (blocks.length === 0) {
      replaceMenu(words.empty, words.language)
      return
    }
    write(byId('message', HTMLElement), '', words.language)
    pager.show(fill(frame, blocks))
    if (performance.getEntriesByName('menu-shown').length === 0) performance.mark('menu-shown')
  }

  function replaceMenu(sentence: string, language: string): void {
    pager.show([])
    fillWith(frame)
    write(byId('message', HTMLElement), sentence, language)
  }
}

function applyParameters({ theme, locale, direction, title }: Parameters, words: Words): void {
  const { documentElement: root } = document
  root.dataset['theme'] = theme
  root.lang = locale
  root.dir = direction
  const heading = byId('title', HTMLElement)
  heading.classList.toggle('unseen', title === '')
  write(heading, title || words.menu, title ? locale : words.language)
  document.title = title || words.menu
}

function setMark(time: string | undefined, { lastUpdated, language }: Words): void {
  byId('mark', HTMLElement).hidden = time === undefined
  write(byId('reason', HTMLElement), time === undefined ? '' : `${lastUpdated} `, language)
  byId('time', HTMLElement).textContent = time ?? ''
}

/** Writes a text and marks its language, since not all words are known in the board's language. */
function write(target: HTMLElement, text: string, language: string): void {
  setText(target, text)
  target.lang = language
}

/** Calls back when the space for the menu has changed: the screen was rotated, or its resolution changed. */
function watchSize(frame: HTMLElement, changed: () => void): void {
  let known = sizeOf(frame)
  new ResizeObserver(() => {
    const size = sizeOf(frame)
    if (size !== known) requestAnimationFrame(changed)
    known = size
  }).observe(frame)
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth}x${clientHeight}`
}
