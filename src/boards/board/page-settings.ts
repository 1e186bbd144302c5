import { byId, setTextIn } from '../../browser/elements.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import { shortened } from '../shared/shown-text.ts'
import type { Words } from '../shared/words.ts'
import { describeScript } from './script-traits.ts'

/** Sets the look, the language and the title of the page. */
export function applyParameters({ theme, locale, direction, title }: BoardParameters, words: Words): void {
  const { documentElement: root } = document
  root.dataset['theme'] = theme
  root.lang = locale
  root.dir = direction
  describeScript(root, locale)
  const heading = byId('title', HTMLElement)
  heading.classList.toggle('unseen', title === '')
  setTextIn(title ? locale : words.language, heading, shortened('title', title || words.menu))
  document.title = title || words.menu
}
