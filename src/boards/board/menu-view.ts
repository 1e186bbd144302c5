import { byId, replaceChildrenOf } from '../../browser/elements.ts'
import type { Group, GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import { isHandheld } from '../shared/handheld.ts'
import { labellingFor } from '../shared/labelling.ts'
import { marksFor, tagsIn } from '../shared/marks.ts'
import { formatsFor } from '../shared/number-formats.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import { withoutSoldOut } from '../shared/sold-out.ts'
import type { Words } from '../shared/words.ts'
import { type Blocks, blocksOf } from './blocks.ts'
import { createFootnotes } from './footnotes.ts'
import { highlightsOf } from './highlights.ts'
import { textScale } from './layout/context.ts'
import { type FilledFrame, fillPages, fillScrolling } from './layout/fill.ts'
import { createMeasurer } from './layout/measurer.ts'
import type { SmallestText } from './legible.ts'
import { createPager } from './pager.ts'
import { applySmallestText, sizeOf, smallestBeside } from './screen-size.ts'
import { mayHaveVerticalHeadings } from './vertical-headings.ts'

/** The part of a menu on a screen that does not share the menu: all of it. */
const WHOLE = { number: 1, of: 1 }
/** A menu waits only for the fonts of its first blocks, so that a long one is shown sooner. */
const MAX_BLOCKS_MEASURED_FOR_FONTS = 400
const MAX_FONTS_MS = 3_000
/** How often a menu is laid out to find the space that its footnotes leave it. */
const MAX_ATTEMPTS = 3

/**
 * Shows menus in their frame. A menu is laid out again when its space or its fonts change.
 * @param setMessage sets the message in place of the menu; there is none if it is empty
 */
export function createMenuView(
  parameters: BoardParameters,
  words: Words,
  setMessage: (text: string) => void,
) {
  const frame = byId('menu', HTMLElement)
  const main = byId('main', HTMLElement)
  const marks = marksFor(parameters.marks, parameters.locale)
  const labelling = labellingFor(parameters.labelling, parameters.locale)
  const footnotes = createFootnotes(byId('footnotes', HTMLElement), marks, labelling)
  const pager = createPager(byId('pages', HTMLElement), words, parameters.locale, footnotes.showPage)
  let shown: readonly Group[] | undefined
  let fonts: 'unknown' | 'awaited' | 'ready' = 'unknown'
  let isDrawing = false
  /** The space for the menu and its footnotes when it was last drawn. It includes the footnotes, so that they cause no new drawing. */
  let drawnSize = ''
  applySmallestText(parameters)
  // The screen may be rotated, or its resolution may change.
  new ResizeObserver(() => requestAnimationFrame(onResize)).observe(main)
  document.fonts.addEventListener('loadingdone', redraw)
  return { showMenu, clear }

  function showMenu({ groups }: GroupsEnvelope): void {
    shown = groups
    if (fonts === 'unknown') void awaitFonts(groups)
    else redraw()
  }

  function clear(): void {
    shown = undefined
    removePages()
  }

  function removePages(): void {
    pager.show([])
    replaceChildrenOf(frame)
  }

  function onResize(): void {
    if (sizeOf(main) !== drawnSize) redraw()
  }

  /** Lays the menu out in a moment: once for all changes that arrive until then. */
  function redraw(): void {
    if (isDrawing || fonts !== 'ready') return
    setDrawing(true)
    setTimeout(() => {
      setDrawing(false)
      if (shown) draw(parameters.soldOut === 'hide' ? withoutSoldOut(shown) : shown)
    })
  }

  function setDrawing(isNow: boolean): void {
    isDrawing = isNow
    frame.setAttribute('aria-busy', `${isNow}`)
  }

  /** Makes the browser load the fonts of the first menu. Its texts can be measured only with these. */
  async function awaitFonts(groups: readonly Group[]): Promise<void> {
    fonts = 'awaited'
    const measurer = createMeasurer(
      blocksFor(groups, 0).inOrder.slice(0, MAX_BLOCKS_MEASURED_FOR_FONTS),
    ).element
    frame.append(measurer)
    // The layout of text makes the browser load the fonts that the text needs.
    frame.getBoundingClientRect()
    if (document.fonts.status === 'loading')
      await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, MAX_FONTS_MS))])
    measurer.remove()
    fonts = 'ready'
    redraw()
  }

  function blocksFor(groups: readonly Group[], widthEm: number): Blocks {
    const formats = formatsFor(parameters, words, { groups })
    const presentation = { words, formats, highlights: highlightsOf(groups), marks, labelling, widthEm }
    return blocksOf({ groups }, presentation, mayHaveVerticalHeadings(frame))
  }

  function draw(groups: readonly Group[]): void {
    const footnotesHeight = footnotes.prepare(tagsIn(groups))
    const smallest = smallestBeside(parameters, (textPx) => heightWithFootnotes() - footnotesHeight(textPx))
    // From here on, a screen that is rotated or gets other hints needs another layout.
    drawnSize = sizeOf(main)
    const blocks = blocksFor(groups, frame.clientWidth / (smallest.namePx * textScale(frame)))
    document.documentElement.classList.toggle('vertical-headings', blocks.haveVerticalHeadings)
    if (blocks.inOrder.length === 0) {
      removePages()
      setMessage(words.empty)
    } else if (isHandheld()) showPages(fillScrolling(frame, blocks.inOrder))
    else fillSpace(blocks, smallest, footnotesHeight)
  }

  /** Fills the frame. If footnotes and title leave less space than expected, it is filled again, so that no texts overlap. */
  function fillSpace(
    blocks: Blocks,
    smallest: SmallestText,
    footnotesHeight: (textPx: number) => number,
  ): void {
    let height = heightWithFootnotes()
    const heightFor = (textPx: number) => height - footnotesHeight(textPx)
    const { part = WHOLE, maxPages = 1 } = parameters
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const width = frame.clientWidth
      const filled = fillPages({ frame, smallest, heightFor, part, maxPages }, blocks)
      showPages(filled)
      const missing = heightFor(filled.textPx) - frame.getBoundingClientRect().height
      if (missing < 1 && frame.clientWidth === width) return
      height -= Math.max(0, missing)
    }
  }

  function heightWithFootnotes(): number {
    return frame.getBoundingClientRect().height + footnotes.height()
  }

  function showPages({ pages, textPx }: FilledFrame): void {
    setMessage('')
    footnotes.show(textPx)
    pager.show(pages)
    if (performance.getEntriesByName('menu-shown').length === 0) performance.mark('menu-shown')
  }
}
