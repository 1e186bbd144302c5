/* Why the text of a cell is uncertain, and what to do about it. Messages have the name of the cell and a colon in front. */

export const FORMULA_PROBLEM = 'must not be the error of a formula: correct the formula, or type the value'
export const NO_RESULT_PROBLEM =
  'must have the result of its formula: open the file in a spreadsheet program, and save it'
export const STRUCK_PROBLEM =
  'must not be struck out: delete what is no longer true, or remove the strikethrough'
export const RAISED_OR_LOWERED_PROBLEM =
  'must not have raised or lowered characters: write prices such as 12.50, and allergens by their names in a column Allergens'
export const MERGED_PROBLEM =
  'must not be merged with other cells: unmerge it, and write it into each row that it is for'
export const SAME_COLOUR_PROBLEM =
  'must not have the colour of its background: delete what nobody should read, or choose another colour'

/** A font such as Wingdings has pictures in place of letters. */
export function symbolFontProblem(font: string): string {
  return `must not be in the font ${font}, which shows letters as pictures: write words instead, such as yes and no`
}

/** Programs turn `1/2` and `8.50` into dates by themselves, and the typed text is lost. */
export const DATE_PROBLEM = 'must not be a date or a time: format the column as text, and type it again'
