const MAX_LENGTH = 31
const NOT_ALLOWED = /[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu
/** Excel reserves this name. */
const RESERVED = 'history'

/** Names that Excel accepts for the sheets of these menus: short, without some signs, and different in lower case. */
export function sheetNames(names: readonly string[]): readonly string[] {
  const taken = new Set([RESERVED])
  return names.map((name, index) => {
    // Quotes at the ends are not allowed, either.
    const base = withoutQuotes(name.replace(NOT_ALLOWED, ' ').trim()).trim() || 'Menu'
    let candidate = beginningOf(base, MAX_LENGTH)
    for (let number = index + 1; taken.has(candidate.toLowerCase()); number++)
      candidate = `${beginningOf(base, MAX_LENGTH - ` ${number}`.length)} ${number}`
    taken.add(candidate.toLowerCase())
    return candidate
  })
}

function withoutQuotes(text: string): string {
  return /^'*((?:'*[^'])*)/.exec(text)?.[1] ?? ''
}

/** The beginning of a text, which splits no character. */
function beginningOf(text: string, length: number): string {
  let short = ''
  for (const character of text) {
    if (short.length + character.length > length) break
    short += character
  }
  return /^(?:[\s']*[^\s'])*/.exec(short)?.[0] ?? ''
}
