/** Cuts a text to a number of UTF-16 units, with what says so, and not in the middle of a character. */
export function cutTo(longest: number, text: string): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
