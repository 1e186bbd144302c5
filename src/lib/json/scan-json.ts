/** A part of JSON: the beginning or the end of an object or a list, the name of a field, or any other value. */
export type JsonToken =
  | { readonly kind: 'open'; readonly isObject: boolean }
  | { readonly kind: 'close' | 'value' }
  | { readonly kind: 'name'; readonly name: string }

/** The tokens that may come next. */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end'

const BLANKS = /[ \t\n\r]*/y
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const [QUOTE, BACKSLASH, SPACE] = [34, 92, 32]

/** Reads JSON by tokens, to find repeated fields and errors. @returns the index of the first error; undefined if there is none */
export function* scanJson(text: string): Generator<JsonToken, number | undefined> {
  /** For each object or list that is not closed yet, whether it is an object. */
  const open: boolean[] = []
  let expected: Expected = 'value'
  for (let at = endOf(BLANKS, text, 0); at < text.length; at = endOf(BLANKS, text, at)) {
    const character = text.charAt(at)
    const isObject = open.at(-1)
    let end = at + 1
    if (character === (isObject ? '}' : ']') && isObject !== undefined && expected.endsWith('end')) {
      open.pop()
      yield { kind: 'close' }
      expected = 'comma or end'
    } else if (expected === 'comma or end') {
      if (character !== ',' || isObject === undefined) return at
      expected = isObject ? 'name' : 'value'
    } else if (expected === 'colon') {
      if (character !== ':') return at
      expected = 'value'
    } else if (expected.startsWith('name')) {
      if (character !== '"') return at
      end = endOfString(text, at)
      if (end < 0) return -end
      yield { kind: 'name', name: stringOf(text.slice(at, end)) }
      expected = 'colon'
    } else if (character === '{' || character === '[') {
      open.push(character === '{')
      yield { kind: 'open', isObject: character === '{' }
      expected = character === '{' ? 'name or end' : 'value or end'
    } else {
      end = character === '"' ? endOfString(text, at) : endOf(SCALAR, text, at)
      if (end < 0) return -end
      if (end === at) return character === '-' ? at + 1 : at
      yield { kind: 'value' }
      expected = 'comma or end'
    }
    at = end
  }
  return open.length === 0 && expected === 'comma or end' ? undefined : text.length
}

/** The end of a match that begins at an index; the index itself if there is none. */
function endOf(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index
  return pattern.test(text) ? pattern.lastIndex : index
}

/** The index after a string. @returns the negated index of the error if the string is invalid */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < SPACE) return -at
    const end = code === BACKSLASH ? endOf(ESCAPE, text, at) : at + 1
    if (end === at) return -at
    at = end
  }
  return -at
}

function stringOf(json: string): string {
  return json.includes('\\') ? JSON.parse(json) : json.slice(1, -1)
}
