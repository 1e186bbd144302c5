import { HEADING_WORDS } from './heading-words.ts'

/** Kitchens say that something is 86 when there is no more of it. Beside a name, it may be a year. */
const CODES: ReadonlySet<string> = new Set(['86', '86d', "86'd", '86’d', '86ed'])
const WORDS: ReadonlySet<string> = new Set(
  [...HEADING_WORDS['sold out'].split(', '), 'sold out'].filter((word) => !CODES.has(word)),
)
const MOST_WORDS = 4
/** What separates a note from a name: `Soup (sold out)`, `Soup - 86`, `*sold out* Soup`. */
const BETWEEN = /[()（）[\]{}*|!]|\s[-–—:]|[-–—:]\s/u

/** Whether the name of an item has a note that it is sold out. */
export function saysSoldOut(name: string): boolean {
  const parts = name
    .toLowerCase()
    .split(BETWEEN)
    .map((part) => part.trim())
  return parts.length > 1 ? parts.some(isNote) : endsWithNote(parts[0] ?? '')
}

function isNote(part: string): boolean {
  const words = part.split(' ', MOST_WORDS)
  const isBeginning = words.some((_, index) => WORDS.has(words.slice(0, index + 1).join(' ')))
  return CODES.has(part) || isBeginning || endsWithNote(part)
}

/** Whether a name of several words ends with a note. */
function endsWithNote(part: string): boolean {
  const words = part.split(' ')
  const last = words.slice(1).slice(-MOST_WORDS)
  return last.some((_, index) => WORDS.has(last.slice(index).join(' ')))
}
