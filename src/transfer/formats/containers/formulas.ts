/**
 * What begins like this may be run as a formula by a spreadsheet that opens it in CSV. Apostrophes and spaces in front count
 * too, so that `unescapeFormula` never takes away an apostrophe of the text itself.
 */
const FORMULA = /^[\s']*[=+\-@\t\r]/
const ESCAPED = /^'(?=[\s']*[=+\-@\t\r])/

/** Puts an apostrophe in front of what may be a formula, so that a spreadsheet shows it as text. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text
}

/** The opposite of `escapeFormula`. Spaces at the ends of the text may be missing. */
export function unescapeFormula(text: string): string {
  return text.replace(ESCAPED, '')
}
