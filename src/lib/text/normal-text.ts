/** Printable ASCII, tabs and line breaks, which every text may have. */
const PLAIN = /^[\t\n\r -~]*$/
/** Marks that reorder the text after them, and control characters. White space may stay, and NUL is refused elsewhere. */
const HARMFUL = /[\u202a-\u202e\u2066-\u2069]|[^\P{Cc}\s\0]/gu

/**
 * A text in the form in which it is stored: characters are composed (NFC), and harmful ones are left out. Joiners and marks of
 * direction stay, because scripts and emoji need them. Ids are not changed.
 */
export function normalText(text: string): string {
  return PLAIN.test(text) ? text : text.replace(HARMFUL, '').normalize('NFC')
}

/** Soft hyphens, spaces without width, and byte-order marks. */
const INVISIBLE = /[\u00ad\u200b\u2060-\u2064\ufeff]/gu
const DIRECTION_MARKS = /[\u200e\u200f]/gu
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
/** From the first character that is neither a space nor a mark of direction to the last one. */
const WITHOUT_ENDS = /[^\s\u200e\u200f](?:.*[^\s\u200e\u200f])?/u

/** A text as it is read from tables and other formats: on one line, and without invisible characters. */
export function onOneLine(text: string): string {
  const visible = text.replace(INVISIBLE, '')
  const marked = RIGHT_TO_LEFT.test(visible) ? visible : visible.replace(DIRECTION_MARKS, '')
  return WITHOUT_ENDS.exec(normalText(marked).replace(/\s+/gu, ' '))?.[0] ?? ''
}

/** Whether two values of a field, such as lists of texts, are equal when each text in them is converted. */
export function areEqualAfter(convert: (text: string) => string | null, one: unknown, other: unknown) {
  const toJson = (value: unknown) =>
    JSON.stringify(value, (_, part) => (typeof part === 'string' ? convert(part) : part))
  return toJson(one) === toJson(other)
}
