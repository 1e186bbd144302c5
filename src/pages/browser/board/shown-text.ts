import { ownText } from '../shared/elements.ts'

/** Longer texts are cut: a single one could fill the screen, or more. */
const MAX_CHARACTERS = { group: 80, groupDescription: 200, item: 160 }

/** Creates an element for a text of a menu, which is cut if it is far too long. */
export function shownText(kind: keyof typeof MAX_CHARACTERS, text: string): HTMLElement {
  const characters = Array.from(text)
  const max = MAX_CHARACTERS[kind]
  if (characters.length <= max) return ownText('', text)
  const start = characters.slice(0, max - 1).join('')
  return ownText('', `${start.trimEnd()}…`)
}
