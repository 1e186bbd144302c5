import { normalText } from './normal-text.ts'

/** The different words of a search, as `comparable` texts. */
export function searchWords(search: string): string[] {
  const words = comparable(search).split(/\s+/)
  return [...new Set(words.filter((word) => word !== ''))]
}

/** Creates a function that returns whether a text contains all words of a search; see `searchWords`. */
export function createMatcher(words: readonly string[]): (text: string) => boolean {
  return (text) => {
    const searched = comparable(text)
    return words.every((word) => searched.includes(word))
  }
}

/** A text as searches compare it: upper and lower case and accents do not matter. */
function comparable(text: string): string {
  return normalText(text).toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
