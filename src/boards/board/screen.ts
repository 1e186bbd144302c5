import { byId, element, replaceChildrenOf, setTextIn } from '../../browser/elements.ts'
import type { Group, GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import { isHandheld } from '../shared/handheld.ts'
import { labellingFor } from '../shared/labelling.ts'
import { marksFor, tagsIn } from '../shared/marks.ts'
import { formatsFor, timeFormat } from '../shared/number-formats.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import { withoutSoldOut } from '../shared/sold-out.ts'
import type { Words } from '../shared/words.ts'
import { mayHaveBands } from './bands.ts'
import { type Blocks, blocksOf } from './blocks.ts'
import { areFontsLoading, fontsReady, onFontsLoaded } from './fonts.ts'
import { highlightsOf } from './highlights.ts'
import { textScale } from './layout/context.ts'
import { fillEndless, fillPages } from './layout/fill.ts'
import { createMeasurer } from './layout/measurer.ts'
import { createNotes } from './notes.ts'
import { applyParameters } from './page-settings.ts'
import { createPager } from './pager.ts'
import { applySmallestText, sizeOf, smallestBeside, watchSize } from './screen-size.ts'

/** The part of a menu on a screen that does not share the menu: all of it. */
const WHOLE = { number: 1, of: 1 }
/** A menu waits only for the fonts of its first blocks, so that a long one is shown sooner. */
const MAX_BLOCKS = 400
/** How often a menu is laid out to find the space that its notes leave it. */
const MAX_ATTEMPTS = 3

export interface BoardScreen {
  readonly showMenu: (body: GroupsEnvelope) => void
  /** Shows a sentence in place of a menu. */
  readonly showMessage: (sentence: string, language: string) => void
  /** Marks the menu as last updated at this time, or as current if it is undefined. */
  readonly markOutdated: (lastUpdate: Date | undefined) => void
  readonly showNotice: (sentence: string, language: string) => void
  /** Shows hints, in English, together with the menu. */
  readonly showHints: (hints: readonly string[]) => void
}

export function createScreen(parameters: BoardParameters, words: Words): BoardScreen {
  const frame = byId('menu', HTMLElement)
  const main = byId('main', HTMLElement)
  const numbers = new Intl.NumberFormat(parameters.locale)
  const marks = marksFor(parameters.marks, parameters.locale)
  const labelling = labellingFor(parameters.labelling, parameters.locale)
  const notes = createNotes(byId('notes', HTMLElement), marks, labelling)
  const pager = createPager(
    byId('pages', HTMLElement),
    words,
    (value) => numbers.format(value),
    notes.showPage,
  )
  const time = timeFormat(parameters.locale)
  let shown: GroupsEnvelope | undefined
  let fonts: 'unknown' | 'awaited' | 'ready' = 'unknown'
  let isDrawing = false
  /** The space for the menu and its notes when it was last drawn. It includes the notes, so that they cause no new drawing. */
  let drawnSize = ''
  let drawnPx = 0
  applyParameters(parameters, words)
  applySmallestText(parameters)
  watchSize(main, () => sizeOf(main) !== drawnSize && redraw())
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
    markOutdated: (lastUpdate) => setMark(lastUpdate && time(lastUpdate), words),
    showNotice: (sentence, language) => setTextIn(language, byId('notice', HTMLElement), sentence),
    showHints: (hints) =>
      replaceChildrenOf(byId('hints', HTMLElement), ...hints.map((hint) => element('p', '', hint))),
  }

  /** Lays the menu out in a moment: once for all changes that arrive until then. */
  function redraw(): void {
    if (isDrawing || fonts !== 'ready') return
    setDrawing(true)
    setTimeout(() => {
      setDrawing(false)
      draw()
    })
  }

  function setDrawing(isNow: boolean): void {
    isDrawing = isNow
    frame.setAttribute('aria-busy', `${isNow}`)
  }

  /** Makes the browser load the fonts of the first menu. Its texts can be measured only with these. */
  async function awaitFonts({ groups }: GroupsEnvelope): Promise<void> {
    fonts = 'awaited'
    const measurer = createMeasurer(blocksFor(groups, 0).all.slice(0, MAX_BLOCKS)).element
    frame.append(measurer)
    frame.getBoundingClientRect()
    if (areFontsLoading()) await fontsReady()
    measurer.remove()
    fonts = 'ready'
    redraw()
  }

  function blocksFor(groups: readonly Group[], widthEm: number): Blocks {
    const formats = formatsFor(parameters, words, { groups })
    const presentation = { words, formats, highlights: highlightsOf(groups), marks, labelling, widthEm }
    return blocksOf({ groups }, presentation, mayHaveBands(frame))
  }

  function draw(): void {
    if (!shown) return
    const groups = parameters.soldOut === 'hide' ? withoutSoldOut(shown.groups) : shown.groups
    const notesHeight = notes.prepare(tagsIn(groups))
    const smallest = smallestBeside(parameters, (sizePx) => {
      return frame.getBoundingClientRect().height + notes.height() - notesHeight(sizePx)
    })
    // From here on, a screen that is rotated or gets other hints needs another layout.
    drawnSize = sizeOf(main)
    const blocks = blocksFor(groups, frame.clientWidth / (smallest.namePx * textScale(frame)))
    document.documentElement.classList.toggle('bands', blocks.haveBands)
    if (blocks.all.length === 0) {
      replaceMenu(words.empty, words.language)
      return
    }
    let space = frame.getBoundingClientRect().height + notes.height()
    const heightFor = (sizePx: number) => space - notesHeight(sizePx)
    const { part = WHOLE, maxPages = 1 } = parameters
    const area = { frame, smallest, heightFor, part, maxPages, onPages }
    if (isHandheld()) {
      fillEndless(area, blocks.all)
      return
    }
    // If notes and title leave less space than expected, the menu is laid out in less space, so that no texts overlap.
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const width = frame.clientWidth
      fillPages(area, blocks)
      const missing = heightFor(drawnPx) - frame.getBoundingClientRect().height
      if (missing < 1 && frame.clientWidth === width) return
      space -= Math.max(0, missing)
    }
  }

  function onPages(pages: readonly HTMLElement[], sizePx: number): void {
    setTextIn(words.language, byId('message', HTMLElement), '')
    notes.show(sizePx)
    drawnPx = sizePx
    pager.show(pages)
    if (performance.getEntriesByName('menu-shown').length === 0) performance.mark('menu-shown')
  }

  function replaceMenu(sentence: string, language: string): void {
    pager.show([])
    replaceChildrenOf(frame)
    setTextIn(language, byId('message', HTMLElement), sentence)
  }
}

function setMark(time: string | undefined, { lastUpdated, language }: Words): void {
  byId('mark', HTMLElement).hidden = time === undefined
  setTextIn(language, byId('reason', HTMLElement), time === undefined ? '' : `${lastUpdated} `)
  byId('time', HTMLElement).textContent = time ?? ''
}
