/* Lists of names in one text, such as `Gluten (wheat, barley), eggs / milk`. What is in brackets belongs to the name before them. */

/** Whose list it is, for the report. */
export interface ListOwner {
  readonly name: string
  /** Such as `row 2`. */
  readonly place?: string
}

/** The name of an item with the text that was not understood: `Soup (row 2: A, C)`. */
export function labelOf({ name, place }: ListOwner, text: string): string {
  return `${name} (${place === undefined ? '' : `${place}: `}${text})`
}

const NOTHING: ReadonlySet<string> = new Set(
  [
    '-|–|—|/|n/a|none|no|nil|nothing|keine|ohne|aucun|ninguno|nessuno|geen|nenhum|brak|なし|無し|无|無|없음|yok|немає',
    'no allergens|no allergen|no known allergens|allergen free|without allergens|free from allergens',
    'keine allergene|ohne allergene|sans allergènes|aucun allergène|sin alérgenos|nessun allergene',
    'senza allergeni|geen allergenen|sem alergénios|brak alergenów',
  ].flatMap((line) => line.split('|')),
)

/** Whether a text says that there is nothing: it is empty, or a word such as `none`. */
export function isNothing(text: string): boolean {
  const words = text.replace(/[\s_-]+/gu, ' ').trim()
  return words === '' || NOTHING.has(text.trim().toLowerCase()) || NOTHING.has(words.toLowerCase())
}

/** What says of the name beside it that it does not apply, as in `milk: no`. */
const DENIALS: ReadonlySet<string> = new Set(
  'nein|non|nee|não|nej|nei|nie|hayır|ні|n|false|0|✗|✘|✕|❌|×|free|frei|libre|vrij'.split('|'),
)

export function isDenial(text: string): boolean {
  return isNothing(text) || DENIALS.has(text.toLowerCase())
}

/** Whether a name of a list says that others do not apply: `vegan - no`. A code may be a name. */
export function hasDenial(names: readonly string[]): boolean {
  return names.length > 1 && names.some((name) => isNothing(name) || (isDenial(name) && !isCode(name)))
}

/** Letters and numbers that stand for names: `A`, `GF`, `A1`, `17`. */
export function isCode(text: string): boolean {
  return /^(?:[a-zа-яα-ω]{1,2}\d{0,2}|\d+(?:[.,]\d+)*[a-z]?)$/iu.test(text)
}

const SEPARATOR = /[,;|/+&•·、，；／\r\n]|\.(?=\s)|\s[-–—](?=\s)/gu
const AND = /\s(?:and|or|und|oder|sowie|et|y|ed?|en|i)(?=\s)/giu

/** The names of a list. Each is on one line, without spaces and full stops at its ends. */
export function splitNames(text: string): readonly string[] {
  if (isNothing(text)) return []
  return clean(splitOutsideBrackets(withPlainBrackets(text), SEPARATOR))
}

/** The names between words such as `and`. */
export function splitAtAnd(text: string): readonly string[] {
  return clean(splitOutsideBrackets(text, AND))
}

function clean(names: readonly string[]): string[] {
  return names
    .map((name) => name.replace(/\s+/gu, ' ').trim().replace(/\.$/u, ''))
    .filter((name) => name !== '')
}

/** Other brackets become round ones, and the last one is closed. */
function withPlainBrackets(text: string): string {
  const plain = text.replace(/[[{（【]/gu, '(').replace(/[\]}）】]/gu, ')')
  const depth = [...plain].reduce((open, character) => open + depthOf(character), 0)
  return depth > 0 ? `${plain})` : plain
}

const depthOf = (character: string) => (character === '(' ? 1 : character === ')' ? -1 : 0)

/** Splits at each match of an expression that is not in round brackets. What is matched is left out. */
export function splitOutsideBrackets(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let depth = 0
  let seen = 0
  let start = 0
  for (const { index, 0: match } of text.matchAll(separator)) {
    for (; seen < index; seen += 1) depth = Math.max(0, depth + depthOf(text.charAt(seen)))
    if (depth > 0) continue
    parts.push(text.slice(start, index))
    start = index + match.length
  }
  return [...parts, text.slice(start)]
}

/** A name and what is said of it: `Gluten (wheat)`, `Gluten: wheat` or `1 = gluten`. Undefined if nothing is. */
export function splitDetails(name: string): { readonly name: string; readonly details: string } | undefined {
  const start = name.search(/[(:=：]/u)
  if (start < 0) return undefined
  const isBracket = name.charAt(start) === '('
  if (isBracket && !name.endsWith(')')) return undefined
  const details = name.slice(start + 1, isBracket ? -1 : undefined).trim()
  return { name: name.slice(0, start).trim(), details }
}
