import { HEADING_WORDS } from './heading-words.ts'

/** Kitchens say that something is 86 when there is no more of it. */
const IS_CODE = /^86/
const WORDS = [...HEADING_WORDS['sold out'].split(', '), 'sold out'].filter((word) => !IS_CODE.test(word))
/** What separates a note from a name: `Soup (sold out)`, `Soup - 86`, `*sold out* Soup`. */
const BETWEEN = /[()（）[\]{}*|!]+|\s[-–—:]+|[-–—:]+\s/u

/** Whether the name of an item has a note that it is sold out. */
export function saysSoldOut(name: string): boolean {
  const parts = name
    .toLowerCase()
    .split(BETWEEN)
    .map((part) => part.trim())
  return parts.some((part) => parts.length > 1 && isNote(part)) || WORDS.some((word) => isEnd(name, word))
}

function isNote(part: string): boolean {
  return IS_CODE.test(part) ? /^86(?:['’]?d|ed)?$/.test(part) : WORDS.some((word) => part.startsWith(word))
}

/** Whether a name of several words ends with a note. */
function isEnd(name: string, word: string): boolean {
  return name.toLowerCase().endsWith(` ${word}`)
}
