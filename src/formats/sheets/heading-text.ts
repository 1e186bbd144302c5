import { cleanText } from '../shared/clean-text.ts'

/** The most characters of a heading that are read. */
const MAX_LENGTH = 200

/** A heading without invisible characters, and without a mark at its end: `In stock?`, `Price*`. */
export function cleanHeading(text: string): string {
  const visible = cleanText(text.slice(0, MAX_LENGTH).replace(/\p{Cf}/gu, ''))
  let end = visible.length
  while (end > 0 && '?:* '.includes(visible.charAt(end - 1))) end -= 1
  return visible.slice(0, end)
}

/** A heading for comparisons: spaces, underscores and hyphens are the same, and so are upper and lower case. */
export function normalizeHeading(text: string): string {
  return cleanHeading(text)
    .replace(/[\s_-]+/gu, ' ')
    .trim()
    .toLowerCase()
}
