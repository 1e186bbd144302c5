/** Each word is looked for in the texts of each device. */
export const MAX_WORDS = 20

/** The different words of a search, as `comparable` texts. */
export function wordsOf(search: string): string[] {
  const words = comparable(search).split(/\s+/)
  return [...new Set(words.filter((word) => word !== ''))]
}

/** Whether a search has more words than it may. */
export function hasTooManyWords(search: string): boolean {
  return wordsOf(search).length > MAX_WORDS
}

/** A text without what does not matter for a search: upper or lower case, and how accents are encoded. */
export function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
