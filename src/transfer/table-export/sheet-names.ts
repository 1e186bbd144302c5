const MAX_LENGTH = 31
const NOT_ALLOWED = /[[\]:*?/\\]/g
/** Excel keeps this name for itself. */
const RESERVED = 'history'

/** How much of a name stays in front of any number. */
const KEPT_LENGTH = 20

/** Names that Excel accepts for the sheets of these menus: short, without some signs, and different in lower case. */
export function sheetNames(names: readonly string[]): readonly string[] {
  const taken = new Set([RESERVED])
  /** The last number behind names that begin alike: thousands of menus may have the same name. */
  const last = new Map<string, number>()
  return names.map((name) => {
    // Quotes at the ends are not allowed, either.
    const base = withoutQuotes(printable(name).replace(NOT_ALLOWED, ' ').trim()).trim() || 'Menu'
    const beginning = beginningOf(base, KEPT_LENGTH).toLowerCase()
    let candidate = beginningOf(base, MAX_LENGTH)
    while (taken.has(candidate.toLowerCase())) {
      const number = (last.get(beginning) ?? 1) + 1
      last.set(beginning, number)
      candidate = `${beginningOf(base, MAX_LENGTH - ` ${number}`.length)} ${number}`
    }
    taken.add(candidate.toLowerCase())
    return candidate
  })
}

function withoutQuotes(text: string): string {
  return /^'*((?:'*[^'])*)/.exec(text)?.[1] ?? ''
}

function printable(name: string): string {
  return name.replace(/\p{Cc}|[\ufffe\uffff]/gu, ' ')
}

/** Without splitting a character. */
function beginningOf(text: string, length: number): string {
  let short = ''
  for (const character of text) {
    if (short.length + character.length > length) break
    short += character
  }
  return /^(?:[\s']*[^\s'])*/.exec(short)?.[0] ?? ''
}
