import type { Block } from './blocks.ts'
import { pageOf } from './layout/measure.ts'

/** A menu waits only for the fonts of its first blocks, so that a long one is shown sooner. */
const MAX_BLOCKS = 400
const MAX_WAIT_MS = 3_000

/** Makes the browser load the fonts of a menu, and waits for them. Only then can texts be measured. */
export async function loadFonts(frame: HTMLElement, blocks: readonly Block[]): Promise<void> {
  const first = blocks.slice(0, MAX_BLOCKS)
  const page = pageOf(first, [0], first.length)
  page.classList.add('hidden-page')
  frame.append(page)
  // The layout of text makes the browser load the fonts that the text needs. The page stays until they are there, because the
  // browser may then need further fonts for letters that the first ones lack.
  frame.getBoundingClientRect()
  if (document.fonts.status === 'loading')
    await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))])
  page.remove()
}
