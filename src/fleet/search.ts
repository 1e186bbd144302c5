import { normalText } from '../lib/text/normal-text.ts'

/** The limit of a search, because each word is searched in the texts of each device. */
export const MAX_WORDS = 20

/** The different words of a search, as `comparable` texts. */
export function wordsOf(search: string): string[] {
  const words = comparable(search).split(/\s+/)
  return [...new Set(words.filter((word) => word !== ''))]
}

export function hasTooManyWords(search: string): boolean {
  return wordsOf(search).length > MAX_WORDS
}

/** Normalizes a text, so that upper or lower case and the encoding of accents do not matter. */
export function comparable(text: string): string {
  return normalText(text).toLowerCase()
}
