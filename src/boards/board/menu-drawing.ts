import { byId, replaceChildrenOf } from '../../browser/elements.ts'
import type { Group } from '../../browser/menu/menu-fields.ts'
import { isHandheld } from '../shared/handheld.ts'
import { labellingFor } from '../shared/labelling.ts'
import { marksFor, tagsIn } from '../shared/marks.ts'
import { formatsFor } from '../shared/number-formats.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import type { BoardWords } from '../shared/words.ts'
import { type Block, type Blocks, blocksOf } from './blocks.ts'
import { createFootnotes } from './footnotes.ts'
import { highlightsOf } from './highlights.ts'
import { type FilledFrame, fillPages, fillScrolling } from './layout/fill.ts'
import { textScale } from './layout/possible-layouts.ts'
import type { TextSizes } from './legible.ts'
import { createPager } from './pager.ts'
import { applyFittingText, applyTextSizes, comparableSize } from './text-size.ts'
import { mayHaveVerticalHeadings } from './vertical-headings.ts'

/** How many times a menu is laid out at most, until it fits above its footnotes. */
const MAX_ATTEMPTS = 3

/**
 * Draws menus in their frame, with pages and footnotes.
 * @param setMessage sets the message in place of the menu; there is none if it is empty
 */
export function createMenuDrawing(
  parameters: BoardParameters,
  words: BoardWords,
  setMessage: (text: string) => void,
) {
  const frame = byId('menu', HTMLElement)
  const main = byId('main', HTMLElement)
  const marks = marksFor(parameters.marks, parameters.locale)
  const labelling = labellingFor(parameters.labelling, parameters.locale)
  const footnotes = createFootnotes(byId('footnotes', HTMLElement), marks, labelling)
  const pager = createPager(byId('pages', HTMLElement), words, parameters.locale, footnotes.showPage)
  /** The size of `main` when the menu was last drawn. It includes the footnotes, which may change without a new drawing. */
  let drawnSize = ''
  applyTextSizes(parameters)
  return { draw, clear, blocksFor, isOfOtherSize: () => comparableSize(main) !== drawnSize }

  function clear(): void {
    pager.show([])
    replaceChildrenOf(frame)
  }

  /** @param widthEm how wide a column can be at most; 0 shows sizes in lines below their items, not in columns of prices */
  function blocksFor(groups: readonly Group[], widthEm = 0): Blocks {
    const formats = formatsFor(parameters, words, { groups })
    const presentation = { words, formats, highlights: highlightsOf(groups), marks, labelling, widthEm }
    return blocksOf({ groups }, presentation, mayHaveVerticalHeadings(frame))
  }

  function draw(groups: readonly Group[]): void {
    const footnotesHeight = footnotes.prepare(tagsIn(groups))
    const smallest = applyFittingText(parameters, (textPx) => heightWithFootnotes() - footnotesHeight(textPx))
    // From here on, a screen that is rotated or gets other hints needs another layout.
    drawnSize = comparableSize(main)
    const widthEm = frame.clientWidth / (smallest.namePx * textScale(frame))
    const { inOrder: blocks, haveVerticalHeadings } = blocksFor(groups, widthEm)
    document.documentElement.classList.toggle('vertical-headings', haveVerticalHeadings)
    if (blocks.length === 0) {
      clear()
      setMessage(words.empty)
    } else if (isHandheld()) showPages(fillScrolling(frame, blocks))
    else fillSpace(blocks, smallest, footnotesHeight)
  }

  /** Fills the frame. If footnotes and title leave less space than expected, it is filled again, so that no texts overlap. */
  function fillSpace(
    blocks: readonly Block[],
    smallest: TextSizes,
    footnotesHeight: (textPx: number) => number,
  ): void {
    let height = heightWithFootnotes()
    const heightFor = (textPx: number) => height - footnotesHeight(textPx)
    const { part, maxPagesWithDescriptions } = parameters
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const width = frame.clientWidth
      const filled = fillPages({ frame, smallest, heightFor, part, maxPagesWithDescriptions }, blocks)
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
    footnotes.fitTo(textPx)
    pager.show(pages)
    if (performance.getEntriesByName('menu-shown').length === 0) performance.mark('menu-shown')
  }
}
