/** The longest value in a message, with the ellipsis. */
const SHOWN_LENGTH = 61

/** Cuts a text to a number of UTF-16 units, with an ellipsis, and not in the middle of a character. */
export function cutTo(maxLength: number, text: string): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Shortens a text for a message. */
export function shorten(text: string): string {
  return cutTo(SHOWN_LENGTH, text)
}
