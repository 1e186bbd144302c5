import { cutTo } from '../../lib/text/cut-to.ts'

/** Excel allows 31 characters. A number may follow. */
const MAX_NAME_LENGTH = 24
/** Excel does not allow quotes at the ends. */
const NOT_ALLOWED = /[[\]:*?/\\'\p{Cc}\ufffe\uffff]/gu

/** Names that Excel accepts for the sheets of these menus: short, without some signs, and different in lower case. */
export function sheetNames(names: readonly string[]): readonly string[] {
  // Excel reserves this name.
  const taken = new Set(['history'])
  return names.map((name, index) => {
    const base = cutTo(MAX_NAME_LENGTH, name.replace(NOT_ALLOWED, ' ').trim()) || 'Menu'
    let candidate = base
    for (let number = index + 1; taken.has(candidate.toLowerCase()); number++) candidate = `${base} ${number}`
    taken.add(candidate.toLowerCase())
    return candidate
  })
}
