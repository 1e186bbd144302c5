import { appendTo, element, withOwnDirection } from '../../browser/elements.ts'
import { shortened, type TextKind } from '../shared/shown-text.ts'

/** A long word, which browsers may hyphenate. */
const LONG_WORD = /[A-Za-z\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff]{10}/

/** The parts between which lines may end. */
const PARTS = / +|-+|[^ -]+-*/g

/** Creates an element for a text of a menu, whose words are broken as seldom as possible. It is cut if it is far too long. */
export function breakableText(kind: TextKind, text: string): HTMLElement {
  const created = withOwnDirection('')
  appendTo(created, withWordBreaks(shortened(kind, text)))
  return created
}

/**
 * Returns the nodes of a text in which a word is broken only if it is wider than a line. A long word has an element of its own,
 * which may be hyphenated.
 */
function withWordBreaks(text: string): (Node | string)[] {
  if (!LONG_WORD.test(text)) return [text]
  const parts = text.match(PARTS) ?? []
  return parts.map((part) => (LONG_WORD.test(part) ? element('span', 'long-word', part) : part))
}
