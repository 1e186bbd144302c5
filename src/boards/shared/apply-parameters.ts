import { byId, setTextIn } from '../../browser/elements.ts'
import type { BoardParameters } from './parameters.ts'
import { shortened } from './shown-text.ts'
import type { BoardWords } from './words.ts'

/** Sets the language, the direction and the title of the page of a board. */
export function applyParameters({ locale, direction, title }: BoardParameters, words: BoardWords): void {
  document.documentElement.lang = locale
  document.documentElement.dir = direction
  const shown = title || words.menu
  document.title = shown
  const heading = byId('title', HTMLElement)
  heading.classList.toggle('unseen', title === '')
  setTextIn(title ? locale : words.language, heading, shortened('title', shown))
}
