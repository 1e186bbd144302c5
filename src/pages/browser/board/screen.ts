import { byId, element, fillWith, setTextIn } from '../shared/elements.ts'
import type { GroupsEnvelope } from '../shared/feed/fields.ts'
import { type Block, blocksOf } from './blocks.ts'
import { areFontsLoading, fontsReady, onFontsLoaded, withNewCharacters } from './fonts.ts'
import { formatsFor, timeFormat } from './formats.ts'
import { highlightsOf } from './highlights.ts'
import { labellingFor } from './labelling.ts'
import { createRuler } from './layout/columns.ts'
import { fill, fillEndless } from './layout/fill.ts'
import { textScale } from './layout/room.ts'
import { createNotes } from './legend.ts'
import type { SmallestText } from './legible.ts'
import { marksFor } from './marks.ts'
import { applyParameters } from './page-settings.ts'
import { createPager } from './pager.ts'
import type { Parameters } from './parameters.ts'
import { applySmallestText, isHandheld, sizeOf, watchSize } from './screen-size.ts'
import { withoutSoldOut } from './sold-out.ts'
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
  const numbers = new Intl.NumberFormat(parameters.numberLocale)
  const marks = marksFor(parameters.marks, parameters.locale)
  const labelling = labellingFor(parameters.labelling, parameters.locale)
  const notes = createNotes(byId('notes', HTMLElement), marks, labelling)
  const pager = createPager(
    byId('pages', HTMLElement),
    words,
    (value) => numbers.format(value),
    notes.showPage,
  )
  const time = timeFormat(parameters.numberLocale)
  let shown: GroupsEnvelope | undefined
  let fonts: 'unknown' | 'awaited' | 'ready' = 'unknown'
  /** The notes take space from the frame while the menu is drawn, which is no reason to draw it again. */
  let drawnSize = ''
  applyParameters(parameters, words)
  applySmallestText(parameters)
  watchSize(frame, () => sizeOf(frame) !== drawnSize && redraw())
  onFontsLoaded(redraw)

  return {
    showMenu: (body) => {
      shown = body
      if (fonts === 'unknown') void awaitFonts(body)
      else redraw()
    },
    showMessage: (sentence, language) => {
      shown = undefined
      replaceMenu(sentence, language)
    },
    isBlank: () => shown === undefined,
    markOutdated: (lastUpdate) => setMark(lastUpdate && time(lastUpdate), words),
    showNotice: (sentence) => setTextIn(words.language, byId('notice', HTMLElement), sentence),
    showHints: (hints) =>
      fillWith(byId('hints', HTMLElement), ...hints.map((hint) => element('p', '', hint))),
  }

  function redraw(): void {
    if (shown && fonts === 'ready') draw(shown)
  }

  /** The first menu makes the browser load the fonts that it needs. Its texts are measured when these are there. */
  async function awaitFonts(body: GroupsEnvelope): Promise<void> {
    fonts = 'awaited'
    fillWith(frame, createRuler(withNewCharacters(blocksFor(body, 0))).element)
    frame.getBoundingClientRect()
    if (areFontsLoading()) await fontsReady()
    fonts = 'ready'
    redraw()
  }

  function blocksFor(body: GroupsEnvelope, widthEm: number): Block[] {
    const groups = parameters.soldOut === 'hide' ? withoutSoldOut(body.groups) : body.groups
    const formats = formatsFor(parameters, words, body)
    return blocksOf(
      { groups },
      { words, formats, highlights: highlightsOf(groups), marks, labelling, widthEm },
    )
  }

  function draw(body: GroupsEnvelope): void {
    const smallest = applySmallestText(parameters)
    const blocks = blocksFor(body, frame.clientWidth / (smallest.namePx * textScale(frame)))
    if (blocks.length === 0) {
      replaceMenu(words.empty, words.language)
      return
    }
    setTextIn(words.language, byId('message', HTMLElement), '')
    pager.show(pagesOf(blocks, smallest))
    drawnSize = sizeOf(frame)
    if (performance.getEntriesByName('menu-shown').length === 0) performance.mark('menu-shown')
  }

  function pagesOf(blocks: readonly Block[], smallest: SmallestText): HTMLElement[] {
    notes.reserve(blocks.map((block) => block.element))
    notes.resize()
    return isHandheld() ? fillEndless(frame, blocks) : fillAbove(blocks, smallest)
  }

  /** Fills the frame above the notes. Sentences as large as the menu's text leave it less space than small ones. */
  function fillAbove(blocks: readonly Block[], smallest: SmallestText): HTMLElement[] {
    const pages = fill(frame, blocks, smallest, parameters.part)
    if (labelling === undefined) return pages
    notes.resize(frame)
    const smallerPages = fill(frame, blocks, smallest, parameters.part)
    notes.resize(frame)
    return smallerPages
  }

  function replaceMenu(sentence: string, language: string): void {
    pager.show([])
    fillWith(frame)
    setTextIn(language, byId('message', HTMLElement), sentence)
  }
}

function setMark(time: string | undefined, { lastUpdated, language }: Words): void {
  byId('mark', HTMLElement).hidden = time === undefined
  setTextIn(language, byId('reason', HTMLElement), time === undefined ? '' : `${lastUpdated} `)
  byId('time', HTMLElement).textContent = time ?? ''
}
