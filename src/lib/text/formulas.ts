/*
 * What spreadsheets run as formulas in CSV, after OWASP's "CSV injection": a cell that begins with `=`, `+`, `-` or `@`, also
 * in full width, or with a tab or a line break that is not all of it. Programs set to other languages split CSV at semicolons or tabs, and
 * then know no quotes, so a cell may also begin behind any of these in a text, and behind a line break. A comma needs
 * no care: it separates our own cells, whose quotes are known then.
 *
 * Spaces, quotes and apostrophes in front count too, so that `unescapeFormulas` never takes away an apostrophe of the text itself.
 * They are no separators, so no part of a text is looked at twice.
 */

const BEGINNING = /^(?:[^\S\t\r\n]|["'])*(?:[=+\-@＝＋－＠]|[\t\r\n]\s*\S)/
const INNER = /([;\t\r\n])((?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g
const ESCAPED_INNER = /([;\t\r\n])'((?:[^\S\t\r\n]|["'])*[=+\-@＝＋－＠])/g
/**
 * What a spreadsheet shows where a formula has failed, in English, German, French, Spanish, Italian, Portuguese and Dutch. In
 * CSV, only an apostrophe in front tells a text from it.
 */
const ERRORS: ReadonlySet<string> = new Set([
  ...[
    '#REF!',
    '#N/A',
    '#VALUE!',
    '#NAME?',
    '#DIV/0!',
    '#NULL!',
    '#NUM!',
    '#SPILL!',
    '#CALC!',
    '#ERROR!',
    '#FIELD!',
  ],
  ...['#BLOCKED!', '#CONNECT!', '#BUSY!', '#UNKNOWN!', '#GETTING_DATA'],
  ...[
    '#BEZUG!',
    '#WERT!',
    '#NV',
    '#ZAHL!',
    '#ÜBERLAUF!',
    '#KALK!',
    '#FELD!',
    '#VALEUR!',
    '#NOM?',
    '#NUL!',
    '#NOMBRE!',
  ],
  ...[
    '#PROPAGATION!',
    '#¡REF!',
    '#¡VALOR!',
    '#¿NOMBRE?',
    '#¡DIV/0!',
    '#¡NULO!',
    '#¡NUM!',
    '#¡DESBORDAMIENTO!',
  ],
  ...['#RIF!', '#VALORE!', '#N/D', '#NOME?', '#NULLO!', '#ESPANSIONE!', '#VALOR!', '#NULO!', '#NÚM!'],
  ...['#VERW!', '#WAARDE!', '#N/B', '#NAAM?', '#DEEL/0!', '#LEEG!', '#GETAL!', '#OVERLOOP!'],
])
/** A formula that was saved instead of its result. Text that only begins with an equals sign, such as `= New =`, is none. */
const FORMULA = /^=(?:[A-Z][A-Z.]*\(|\$?[A-Z]{1,3}\$?\d|[\d("+-])/i
/** A text that Excel does not take for a number, as shops write it: `="007"`. */
const QUOTED = /^="([^"]*)"$/

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

/** Whether a cell of CSV is what a formula that has failed leaves there. */
export function isFormulaError(text: string): boolean {
  return /^\s*(?:#|Err:)/.test(text) && isError(text)
}

/** Spaces, quotes and apostrophes in front do not count. */
function isError(text: string): boolean {
  const error = text.replace(/^[\s"']+/, '').trimEnd()
  return ERRORS.has(error) || /^Err:\d{3}$/.test(error)
}

/** Whether a cell of CSV is a formula, and not its result. */
export function isFormula(text: string): boolean {
  return FORMULA.test(text) && !QUOTED.test(text)
}

/** The text in a cell of CSV such as `="007"`; any other text as it is. */
export function unquoteFormula(text: string): string {
  return QUOTED.exec(text)?.[1] ?? text
}
