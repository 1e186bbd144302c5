import type { GroupsEnvelope } from '#dist/menu/schema.js'
import { blocksOf } from './blocks.ts'
import { element } from './element.ts'
import { fill } from './fit.ts'
import { formatsFor, timeFormat } from './formats.ts'
import { createPager } from './pager.ts'
import type { Parameters } from './parameters.ts'
import type { Words } from './words.ts'

/** The screen of a board. */
export interface Screen {
  readonly show: (body: GroupsEnvelope) => void
  /** Shows a sentence in place of a menu. */
  readonly say: (sentence: string, language: string) => void
  readonly isBlank: () => boolean
  /** Marks the menu as one of an earlier time, or as current if `asOf` is undefined. */
  readonly mark: (asOf: Date | undefined) => void
  readonly notice: (sentence: string) => void
  /** Shows hints, in English, together with the menu. */
  readonly hint: (hints: readonly string[]) => void
}

export function createScreen(parameters: Parameters, words: Words): Screen {
  const frame = part('menu')
  const pager = createPager(part('dots'))
  const time = timeFormat(parameters.locale)
  let shown: GroupsEnvelope | undefined
  dress(parameters, words)
  watchSize(frame, () => shown && draw(shown))

  return {
    show: (body) => {
      shown = body
      draw(body)
    },
    say: (sentence, language) => {
      shown = undefined
      say(sentence, language)
    },
    isBlank: () => shown === undefined,
    mark: (asOf) => mark(asOf && time(asOf), words),
    notice: (sentence) => write(part('notice'), sentence, words.language),
    hint: (hints) => part('hints').replaceChildren(...hints.map((hint) => element('p', '', hint))),
  }

  function draw(body: GroupsEnvelope): void {
    const blocks = blocksOf(body, { words, formats: formatsFor(parameters, words, body) })
    if (blocks.length === 0) {
      say(words.empty, words.language)
      return
    }
    write(part('message'), '', words.language)
    pager.show(fill(frame, blocks))
    if (performance.getEntriesByName('menu-shown').length === 0) performance.mark('menu-shown')
  }

  function say(sentence: string, language: string): void {
    pager.show([])
    frame.replaceChildren()
    write(part('message'), sentence, language)
  }
}

function dress({ theme, locale, direction, title }: Parameters, words: Words): void {
  const { documentElement: root } = document
  root.dataset['theme'] = theme
  root.lang = locale
  root.dir = direction
  const heading = part('title')
  heading.classList.toggle('unseen', title === '')
  write(heading, title || words.menu, title ? locale : words.language)
  document.title = title || words.menu
}

function mark(time: string | undefined, { lastUpdated, language }: Words): void {
  part('mark').hidden = time === undefined
  write(part('reason'), time === undefined ? '' : `${lastUpdated} `, language)
  part('time').textContent = time ?? ''
}

/** Writes a text and marks its language, since not all words are known in the board's language. */
function write(target: HTMLElement, text: string, language: string): void {
  if (target.textContent === text) return
  target.textContent = text
  target.lang = language
}

function part(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (!found) throw new Error(`The page has no ${id}`)
  return found
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
