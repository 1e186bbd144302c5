/*
 * Texts that spreadsheets run as formulas in CSV (OWASP, "CSV injection"): a cell that begins with `=`, `+`, `-` or `@`, also in
 * full width, or with a tab or a line break before other text. Spreadsheets in some languages split CSV at semicolons or tabs, and
 * then ignore quotes. A cell of theirs can therefore begin inside a text of ours: after a semicolon, a tab or a line break. A comma
 * is safe, because programs that split at commas read our quotes.
 *
 * Spaces, quotes and apostrophes in front count too, so that `unescapeFormulas` never removes an apostrophe of the text itself.
 * They are no separators, so no part of a text is read twice.
 */

const BEGINNING = /^(?:[^\S\t\r\n]|["'])*(?:[=+\-@＝＋－＠]|[\t\r\n]\s*\S)/
const INNER = /([;\t\r\n])((?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g
const ESCAPED_INNER = /([;\t\r\n])'((?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g
/**
 * The texts that spreadsheets show for a failed formula, in any language, such as `#REF!`, `#¿NOMBRE?` and `#N/A`. In CSV, an
 * apostrophe in front marks such a text as a text.
 */
const ERROR = /^(?:#(?:[¡¿]?[\p{Lu}/0]+[!?]|N\/[ABD]|NV|GETTING_DATA)|Err:\d{3})$/u
/** A formula that was saved instead of its result. A text such as `= New =`, which only begins like one, is no formula. */
const FORMULA = /^=(?:[A-Z][A-Z.]*\(|\$?[A-Z]{1,3}\$?\d|[\d("+-])/i

/** Puts an apostrophe in front of each part of a text that may be a formula, so that a spreadsheet shows it as text. */
export function escapeFormulas(text: string): string {
  const escaped = text.replace(INNER, "$1'$2")
  return beginsAsFormula(text) ? `'${escaped}` : escaped
}

/** The opposite of `escapeFormulas`. Spaces at the ends of the text may be missing. */
export function unescapeFormulas(text: string): string {
  const isEscaped = text.startsWith("'") && beginsAsFormula(text.slice(1))
  return (isEscaped ? text.slice(1) : text).replace(ESCAPED_INNER, '$1$2')
}

function beginsAsFormula(text: string): boolean {
  return BEGINNING.test(text) || isError(text)
}

/** Whether a cell of CSV has the text of a formula that has failed. */
export function isFormulaError(text: string): boolean {
  return /^\s*(?:#|Err:)/.test(text) && isError(text)
}

/** Spaces, quotes and apostrophes in front do not count. */
function isError(text: string): boolean {
  return ERROR.test(text.replace(/^[\s"']+/, '').trimEnd())
}

/** Whether a cell of CSV is a formula, and not its result. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text)
}
