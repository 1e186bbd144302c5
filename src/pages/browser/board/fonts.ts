import { element } from '../shared/elements.ts'

/** How long the first menu waits for its fonts. A menu that jumps into another font is worse than a short wait. */
const MAX_WAIT_MS = 3_000

/**
 * Watches the fonts of the page. Menus are measured, and a text in another font has another size.
 * @param redraw called when fonts that the menu uses were loaded, and when the first menu has waited long enough
 */
export function createFontWatch(redraw: () => void) {
  let isReady = false
  let isWaiting = false
  document.fonts.addEventListener('loadingdone', redraw)
  return { areReady }

  /** Returns whether a menu can be drawn. If not, its texts are in the frame, unseen, so that their fonts are loaded. */
  function areReady(frame: HTMLElement, texts: readonly HTMLElement[]): boolean {
    if (isReady) return true
    frame.replaceChildren(element('div', 'ruler', ...texts))
    // Fonts are requested when texts are laid out.
    frame.getBoundingClientRect()
    isReady = document.fonts.status === 'loaded'
    if (!isReady && !isWaiting) setTimeout(stopWaiting, MAX_WAIT_MS)
    isWaiting = true
    return isReady
  }

  function stopWaiting(): void {
    if (isReady) return
    isReady = true
    redraw()
  }
}
