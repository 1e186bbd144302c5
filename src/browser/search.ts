/** @returns whether a text contains all words of the search. Upper and lower case and accents do not matter */
export function createMatcher(search: string): (text: string) => boolean {
  const words = withoutAccents(search).split(/\s+/)
  return (text) => {
    const plain = withoutAccents(text)
    return words.every((word) => plain.includes(word))
  }
}

function withoutAccents(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}
