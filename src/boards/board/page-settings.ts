import { byId, setTextIn } from '../../browser/elements.ts'
import type { BoardParameters } from '../shared/parameters.ts'
import { shortened } from '../shared/shown-text.ts'
import type { Words } from '../shared/words.ts'
import { describeLetters } from './letters.ts'

/** Sets the look, the language and the title of the page. */
export function applyParameters(
  { theme, accent, locale, numberLocale, direction, title }: BoardParameters,
  words: Words,
): void {
  const { documentElement: root } = document
  root.dataset['theme'] = theme
  if (accent) void setAccent(root, accent)
  root.lang = locale
  root.dir = direction
  describeLetters(root, locale, numberLocale)
  const heading = byId('title', HTMLElement)
  heading.classList.toggle('unseen', title === '')
  setTextIn(title ? locale : words.language, heading, shortened('title', title || words.menu))
  document.title = title || words.menu
}

/** Loaded separately, since few boards have a colour of their own. */
async function setAccent(root: HTMLElement, accent: string): Promise<void> {
  const loaded = await import('./accent.ts').catch(() => undefined)
  loaded?.applyAccent(root, accent, getComputedStyle(root))
}
