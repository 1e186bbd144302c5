import { HEADING_WORDS } from './heading-words.ts'

/** Kitchens say that something is 86 when there is no more of it. */
const IS_CODE = /^86/
const WORDS = [...HEADING_WORDS['sold out'].split(', '), 'sold out'].filter((word) => !IS_CODE.test(word))
/** What separates a note from a name: `Soup (sold out)`, `Soup - 86`, `*sold out* Soup`. */
const BETWEEN = /[()（）[\]{}*|!]+|\s[-–—:]+|[-–—:]+\s/u

const NOTE = new RegExp(`^(?:${WORDS.join('|')})`, 'u')
const END = new RegExp(` (?:${WORDS.join('|')})$`, 'u')

/** Whether the name of an item has a note that it is sold out. */
export function saysSoldOut(name: string): boolean {
  const [first = '', ...others] = name.toLowerCase().split(BETWEEN)
  return END.test(first) || (others.length > 0 && [first, ...others].some((part) => isNote(part.trim())))
}

function isNote(part: string): boolean {
  return IS_CODE.test(part) ? /^86(?:['’]?d|ed)?$/.test(part) : NOTE.test(part)
}
