import { jsonTokens } from './json-tokens.ts'

/** Characters that a text must not have as they are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROLS = /[\0-\x1f]/g
const ENCODED_QUOTES = /&(?:quot|#34|#x22);/gi

const COMMENT = 'a comment'
const COMMA = 'a comma before the end of a list'
const LINE_BREAK = 'a line break in a text'
const SEMICOLON = 'a semicolon or a comma behind the end'
const QUOTES = 'quotation marks as HTML has them (&quot;)'

/**
 * Corrects what people and programs write in JSON although it is none, where there is only one way to read it.
 * @returns the text, and what was corrected in it, in plain words
 */
export function repairJson(written: string): { readonly text: string; readonly faults: readonly string[] } {
  const faults = new Set<string>()
  const parts: string[] = []
  /** Where the last comma is, if only white space is behind it. */
  let comma = -1
  for (const token of jsonTokens(withQuotes(written, faults))) {
    const part = repairToken(token, faults)
    if (/^[\]}]/.test(part) && comma >= 0) {
      parts[comma] = ''
      faults.add(COMMA)
    }
    if (part === ',') comma = parts.length
    else if (part.trim() !== '') comma = -1
    parts.push(part)
  }
  return { text: withoutEnd(parts, faults), faults: [...faults] }
}

/** JSON that was encoded as HTML has no other quotation marks. */
function withQuotes(text: string, faults: Set<string>): string {
  if (text.includes('"') || text.search(ENCODED_QUOTES) < 0) return text
  faults.add(QUOTES)
  return text.replace(ENCODED_QUOTES, '"').replaceAll('&amp;', '&')
}

function repairToken(token: string, faults: Set<string>): string {
  if (/^\/[/*]/.test(token)) {
    faults.add(COMMENT)
    return ' '
  }
  if (!token.startsWith('"') || token.search(CONTROLS) < 0) return token
  faults.add(LINE_BREAK)
  return token.replace(CONTROLS, ' ')
}

function withoutEnd(parts: string[], faults: Set<string>): string {
  for (let last = parts.at(-1); last !== undefined && /^[\s;,]*$/.test(last); last = parts.at(-1)) {
    if (last.trim() !== '') faults.add(SEMICOLON)
    parts.pop()
  }
  return parts.join('')
}
