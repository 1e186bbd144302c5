/** What a spreadsheet shows where a formula has failed. In CSV, only an apostrophe in front tells a text from it. */
const ERROR = String.raw`#(?:REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!)\s*$`
/**
 * What may be run as a formula by a spreadsheet that opens it in CSV, or looks like one that has failed. Apostrophes and
 * spaces in front count too, so that `unescapeFormula` never takes away an apostrophe of the text itself.
 */
const FORMULA = String.raw`[\s']*(?:[=+\-@\t\r]|${ERROR})`
const BARE = new RegExp(`^${FORMULA}`)
const ESCAPED = new RegExp(`^'(?=${FORMULA})`)
const FAILED = new RegExp(String.raw`^\s*${ERROR}`)

/** Puts an apostrophe in front of what may be a formula, so that a spreadsheet shows it as text. */
export function escapeFormula(text: string): string {
  return BARE.test(text) ? `'${text}` : text
}

/** The opposite of `escapeFormula`. Spaces at the ends of the text may be missing. */
export function unescapeFormula(text: string): string {
  return text.replace(ESCAPED, '')
}

/** Whether a cell of CSV is what a formula that has failed leaves there. */
export function isFormulaError(text: string): boolean {
  return FAILED.test(text)
}
