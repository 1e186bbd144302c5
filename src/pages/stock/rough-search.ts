import type { Entry, EntryGroup } from './entries.ts'

/** Letters that Unicode does not decompose into a letter and an accent. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
}
/** Shorter words must match exactly. */
const LEAST_LETTERS = 4

/**
 * Finds items by words of their names, of their choices and of their groups, in any order. Case, accents and missing
 * ends of words do not matter. If nothing matches, one wrong letter in each word does not matter either.
 */
export function findRoughly(sections: readonly EntryGroup[], search: string): EntryGroup[] {
  const wanted = wordsOf(search)
  const exact = keepMatches(sections, wanted, (word, known) => known.includes(word))
  return exact.length > 0 ? exact : keepMatches(sections, wanted, isAlmostStartOf)
}

function keepMatches(
  sections: readonly EntryGroup[],
  wanted: readonly string[],
  isMatch: (word: string, known: string) => boolean,
): EntryGroup[] {
  const matches = ({ item, parents: [first = item], group }: Entry) => {
    const known = wordsOf([first.name, group, ...first.items.map(({ name }) => name)].join(' '))
    return wanted.every((word) => known.some((other) => isMatch(word, other)))
  }
  return sections
    .map((section) => ({ ...section, entries: section.entries.filter(matches) }))
    .filter(({ entries }) => entries.length > 0)
}

function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const spelled = plain.replace(/[ßæœøłđı]/g, (letter) => SPELLINGS[letter] ?? letter)
  return spelled.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** Returns whether a word is the start of another, except for one letter that is wrong, missing, extra or swapped. */
function isAlmostStartOf(word: string, known: string): boolean {
  if (known.includes(word)) return true
  if (word.length < LEAST_LETTERS) return false
  return [-1, 0, 1].some((more) => isOneMistakeAway(word, known.slice(0, word.length + more)))
}

function isOneMistakeAway(word: string, other: string): boolean {
  let start = 0
  while (start < word.length && word[start] === other[start]) start++
  const [rest, otherRest] = [word.slice(start), other.slice(start)]
  if (rest.slice(2) === otherRest.slice(2) && rest[0] === otherRest[1] && rest[1] === otherRest[0])
    return true
  const wrong = rest.slice(1) === otherRest.slice(1)
  const missing = rest === otherRest.slice(1)
  return wrong || missing || rest.slice(1) === otherRest
}
