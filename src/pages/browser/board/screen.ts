import { byId, element, fillWith, setTextIn } from '../shared/elements.ts'
import type { Group, GroupsEnvelope } from '../shared/menu/fields.ts'
import { mayHaveBands } from './bands.ts'
import { type Blocks, blocksOf } from './blocks.ts'
import { areFontsLoading, fontsReady, onFontsLoaded, withNewCharacters } from './fonts.ts'
import { formatsFor, timeFormat } from './formats.ts'
import { describeGroups } from './group-strip.ts'
import { highlightsOf } from './highlights.ts'
import { labellingFor } from './labelling.ts'
import { createRuler } from './layout/columns.ts'
import { fillPages } from './layout/fill.ts'
import { fillEndless } from './layout/parts.ts'
import { textScale } from './layout/room.ts'
import { createNotes } from './legend.ts'
import { describeHan } from './letters.ts'
import { marksFor, tagsIn } from './marks.ts'
import { applyParameters } from './page-settings.ts'
import { createPager, type Round, roundOf } from './pager.ts'
import type { Parameters } from './parameters.ts'
import { applySmallestText, isHandheld, sizeOf, smallestBeside, watchSize } from './screen-size.ts'
import { createRepeated, type Pause } from './slices.ts'
import { withoutSoldOut } from './sold-out.ts'
import type { Words } from './words.ts'

/** What a screen shows that does not share a menu with others. */
const WHOLE = { number: 1, of: 1 }
/** How often a menu is laid out to find the space that its notes leave it. */
const MAX_ATTEMPTS = 3

/** The screen of a board. */
export interface Screen {
  readonly showMenu: (body: GroupsEnvelope) => void
  /** Shows a sentence in place of a menu. */
  readonly showMessage: (sentence: string, language: string) => void
  readonly isBlank: () => boolean
  /** Marks the menu as last updated at this time, or as current if it is undefined. */
  readonly markOutdated: (lastUpdate: Date | undefined) => void
  readonly showNotice: (sentence: string, language: string) => void
  /** Shows hints, in English, together with the menu. */
  readonly showHints: (hints: readonly string[]) => void
  /** Shows an English sentence about the pages below them; none if it is empty. */
  readonly advise: (sentence: string) => void
}

/** @param onRound is called when all pages are ready */
export function createScreen(parameters: Parameters, words: Words, onRound: (round: Round) => void): Screen {
  const frame = byId('menu', HTMLElement)
  const main = byId('main', HTMLElement)
  const numbers = new Intl.NumberFormat(parameters.numberLocale)
  const marks = marksFor(parameters.marks, parameters.locale)
  const labelling = labellingFor(parameters.labelling, parameters.numberLocale)
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
  const drawing = createRepeated(draw)
  /** The space for the menu and its notes when it was drawn last. That the notes take some of it is no reason to draw again. */
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
    isBlank: () => shown === undefined,
    markOutdated: (lastUpdate) => setMark(lastUpdate && time(lastUpdate), words),
    showNotice: (sentence, language) => setTextIn(language, byId('notice', HTMLElement), sentence),
    showHints: (hints) =>
      fillWith(byId('hints', HTMLElement), ...hints.map((hint) => element('p', '', hint))),
    advise: pager.advise,
  }

  function redraw(): void {
    if (shown && fonts === 'ready') drawing.start()
  }

  /** The first menu makes the browser load the fonts that it needs. Its texts are measured when these are there. */
  async function awaitFonts({ groups }: GroupsEnvelope): Promise<void> {
    fonts = 'awaited'
    const ruler = createRuler(withNewCharacters(blocksFor(groups, 0))).element
    frame.append(ruler)
    frame.getBoundingClientRect()
    if (areFontsLoading()) await fontsReady()
    ruler.remove()
    fonts = 'ready'
    redraw()
  }

  function blocksFor(groups: readonly Group[], widthEm: number): Blocks {
    const formats = formatsFor(parameters, words, { groups })
    return blocksOf(
      { groups },
      {
        words,
        formats,
        highlights: highlightsOf(groups),
        marks,
        labelling,
        widthEm,
        mayHaveBands: mayHaveBands(frame),
      },
    )
  }

  /** Lays the menu out. What is shown does not change until its pages are ready. */
  async function draw(pause: Pause): Promise<void> {
    if (!shown) return
    const groups = parameters.soldOut === 'hide' ? withoutSoldOut(shown.groups) : shown.groups
    describeGroups(document.documentElement, groups)
    describeHan(document.documentElement, groups)
    const notesHeight = notes.prepare(tagsIn(groups))
    const smallest = smallestBeside(parameters, (sizePx) => {
      return frame.getBoundingClientRect().height + notes.height() - notesHeight(sizePx)
    })
    // From here on, a screen that is rotated or gets other hints needs another layout.
    drawnSize = sizeOf(main)
    const blocks = blocksFor(groups, frame.clientWidth / (smallest.namePx * textScale(frame)))
    document.documentElement.classList.toggle('bands', blocks.haveBands)
    if (blocks.isEmpty) return replaceMenu(words.empty, words.language)
    let space = frame.getBoundingClientRect().height + notes.height()
    const heightFor = (sizePx: number) => space - notesHeight(sizePx)
    const { part = WHOLE, maxPages = 1 } = parameters
    const isFirstEarly = frame.querySelector('.page:not(.ruler)') === null
    const area = { frame, smallest, heightFor, pause, part, maxPages, isFirstEarly, onPages }
    if (isHandheld()) return fillEndless(area, blocks)
    // If less space is left beside notes and title than was foreseen, the menu gets less, so that nothing lies on other text.
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const width = frame.clientWidth
      await fillPages(area, blocks)
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
    onRound(roundOf(pages))
    if (performance.getEntriesByName('menu-shown').length === 0) performance.mark('menu-shown')
  }

  function replaceMenu(sentence: string, language: string): void {
    drawing.stop()
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
