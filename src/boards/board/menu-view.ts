import { byId } from '../../browser/elements.ts'
import type { Group, GroupsEnvelope } from '../../browser/menu/menu-fields.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import { withoutSoldOut } from '../shared/sold-out.ts'
import type { BoardWords } from '../shared/words.ts'
import { loadFonts } from './fonts.ts'
import { createMenuDrawing } from './menu-drawing.ts'

/**
 * Shows menus in their frame. A menu is drawn again when its space or its fonts change.
 * @param setMessage sets the message in place of the menu; there is none if it is empty
 */
export function createMenuView(
  parameters: BoardParameters,
  words: BoardWords,
  setMessage: (text: string) => void,
) {
  const frame = byId('menu', HTMLElement)
  const drawing = createMenuDrawing(parameters, words, setMessage)
  let shown: readonly Group[] | undefined
  let fonts: 'unknown' | 'awaited' | 'ready' = 'unknown'
  let isDrawPending = false
  // The screen may be rotated, or its resolution may change.
  new ResizeObserver(() => requestAnimationFrame(onResize)).observe(byId('main', HTMLElement))
  document.fonts.addEventListener('loadingdone', redraw)
  return { showMenu, clear }

  function showMenu({ groups }: GroupsEnvelope): void {
    shown = groups
    if (fonts === 'unknown') void awaitFonts(groups)
    else redraw()
  }

  async function awaitFonts(groups: readonly Group[]): Promise<void> {
    fonts = 'awaited'
    await loadFonts(frame, drawing.blocksFor(groups).inOrder)
    fonts = 'ready'
    redraw()
  }

  function clear(): void {
    shown = undefined
    drawing.clear()
  }

  function onResize(): void {
    if (drawing.isOfOtherSize()) redraw()
  }

  /** Draws the menu in a moment: once for all changes that arrive until then. */
  function redraw(): void {
    if (isDrawPending || fonts !== 'ready') return
    setDrawPending(true)
    setTimeout(() => {
      setDrawPending(false)
      if (shown) drawing.draw(parameters.soldOut === 'hide' ? withoutSoldOut(shown) : shown)
    })
  }

  function setDrawPending(isNow: boolean): void {
    isDrawPending = isNow
    frame.setAttribute('aria-busy', `${isNow}`)
  }
}
