/** @returns whether a text, in lower case, contains all words of the search */
export function createMatcher(search: string): (text: string) => boolean {
  const words = search.toLowerCase().split(/\s+/)
  return (text) => words.every((word) => text.includes(word))
}
