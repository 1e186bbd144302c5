import { withOwnDirection } from '../../browser/elements.ts'
import { MAX_TITLE_LENGTH } from '../parameter-limits.ts'
import { isHandheld } from './handheld.ts'
import { widthInCharacters } from './text-width.ts'

/** Longer texts are cut: a single one could fill the screen, or more. A character as wide as it is high counts as two. */
const MAX_TEXT_CHARACTERS = { title: MAX_TITLE_LENGTH, group: 80, groupDescription: 200, item: 160 }
export type TextKind = keyof typeof MAX_TEXT_CHARACTERS

/** Creates an element for a text of a menu, which is cut if it is far too long. */
export function shownText(kind: TextKind, text: string): HTMLElement {
  return withOwnDirection(shortened(kind, text))
}

/** Returns a text that is cut if it is far too long for a screen that does not scroll. */
export function shortened(kind: TextKind, text: string): string {
  if (isHandheld()) return text
  const characters = Array.from(text)
  let width = 0
  const end = characters.findIndex((character) => {
    width += widthInCharacters(character)
    return width > MAX_TEXT_CHARACTERS[kind]
  })
  if (end < 0) return text
  const start = characters.slice(0, end - 1).join('')
  return `${start.trim()}…`
}
