const MAX_LENGTH = 31
const NOT_ALLOWED = /[[\]:*?/\\]/g
/** Excel keeps this name for itself. */
const RESERVED = 'history'

/** Names that Excel accepts for the sheets of these menus: short, without some signs, and different in lower case. */
export function sheetNames(names: readonly string[]): readonly string[] {
  const taken = new Set([RESERVED])
  return names.map((name) => {
    // Quotes at the ends are not allowed, either.
    const base =
      printable(name)
        .replace(NOT_ALLOWED, ' ')
        .trim()
        .replace(/^'+|'+$/g, '')
        .trim() || 'Menu'
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` ${number}`
      const candidate = `${beginningOf(base, MAX_LENGTH - suffix.length)}${suffix}`
      if (taken.has(candidate.toLowerCase())) continue
      taken.add(candidate.toLowerCase())
      return candidate
    }
  })
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
  return short.replace(/[\s']+$/, '')
}
