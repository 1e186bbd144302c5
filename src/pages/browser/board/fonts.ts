import type { Block } from './blocks.ts'

const LIMIT_MS = 3_000

/** Returns whether the browser loads fonts. It starts when text that needs them is laid out. */
export function areFontsLoading(): boolean {
  return document.fonts.status === 'loading'
}

/** Resolves once all fonts that are being loaded have arrived, or after three seconds. */
export async function fontsReady(): Promise<void> {
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, LIMIT_MS))])
}

/** Calls back whenever fonts have arrived, which changes the size of text. */
export function onFontsLoaded(arrived: () => void): void {
  document.fonts.addEventListener('loadingdone', arrived)
}

/**
 * Returns a few blocks that need the same fonts as all of them: which fonts a text needs depends on its characters and its kind.
 * Descriptions may be in italics, which are a font of their own.
 */
export function withNewCharacters(blocks: readonly Block[]): Block[] {
  const seen = new Set<string>()
  return blocks.filter(({ element, isRow }) => {
    const known = seen.size
    const kind = `${isRow} ${element.querySelector('.description') !== null}`
    for (const character of element.textContent) seen.add(`${kind} ${character}`)
    return seen.size > known
  })
}
