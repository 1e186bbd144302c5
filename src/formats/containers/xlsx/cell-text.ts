import { requireAtMost } from '../limit-error.ts'

/** The longest text that a cell of Excel may have. */
const MAX_CELL_LENGTH = 32_767
/** V8 keeps a part of a text that is at least this long as a reference to the whole text. */
const MIN_SLICE_LENGTH = 13

/** Excel escapes a character that XML cannot contain: a line feed in an attribute becomes `_x000A_`. */
export function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** The opposite of `decodeEscapes`, for text in XML. */
export function encodeEscapes(text: string): string {
  return text.replace(CANNOT_BE_IN_XML, (character, isEscape) => {
    if (isEscape !== undefined) return `_x005F_${character.slice(1)}`
    return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
  })
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question
const CANNOT_BE_IN_XML = /(_(?=x[0-9a-f]{4}_))|[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/gi

export function requireCellLength(text: string): void {
  requireAtMost(MAX_CELL_LENGTH, text.length, 'characters in a cell: shorten its text')
}

/** Copies a text that is part of a longer one, so that the longer one can be freed. */
export function detach(text: string): string {
  return text.length < MIN_SLICE_LENGTH ? text : Buffer.from(text, 'utf16le').toString('utf16le')
}
