import { wordsOf } from '../words/words.ts'

const SIZES = wordsOf('sizes')
const MEASURE = /^\d{1,4}(?:[.,/]\d{1,3})? ?(?:ml|cl|dl|l|g|kg|oz|pt|cm)$/i

/** Whether a text is a size, and nothing else. */
export function isSize(text: string): boolean {
  return MEASURE.test(text) || text.split(' ').every((word) => SIZES.has(word.toLowerCase()))
}
