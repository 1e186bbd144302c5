/** How long a menu waits for its fonts. Text that appears in one font and jumps to another is worse than a short wait. */
const MAX_WAIT_MS = 3_000

/** Calls back when fonts that the page uses were loaded, since a text in another font has another size. */
export function watchFonts(changed: () => void): void {
  document.fonts.addEventListener('loadingdone', changed)
}

/** Hides an element until the fonts of its texts are loaded. */
export async function hideUntilFontsAreLoaded(target: HTMLElement): Promise<void> {
  if (document.fonts.status === 'loaded') return
  target.style.visibility = 'hidden'
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  target.style.visibility = ''
}
