import type { Block } from './blocks.ts'

const LIMIT_MS = 3_000
/** The blocks whose fonts a menu waits for. A long menu does not wait for the fonts of its end. */
const MAX_BLOCKS = 400

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
 * Returns a few of the first blocks of a menu that need the same fonts as all of them. The fonts of a text depend on its
 * characters and its kind: descriptions may be in italics, which are another font.
 */
export function withNewCharacters(blocks: Iterable<Block>): Block[] {
  const seen = new Set<string>()
  return firstOf(blocks).filter(({ element, isRow }) => {
    const known = seen.size
    const kind = `${isRow} ${element.querySelector('.description') !== null}`
    for (const character of element.textContent) seen.add(`${kind} ${character}`)
    return seen.size > known
  })
}

function firstOf(blocks: Iterable<Block>): Block[] {
  const found: Block[] = []
  for (const block of blocks) {
    if (found.length === MAX_BLOCKS) break
    found.push(block)
  }
  return found
}
