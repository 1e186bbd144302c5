const LETTER_A = 'A'.charCodeAt(0)
const LETTERS = 26

/** The column in a reference such as `AB12`, from 0; -1 if there is none. */
export function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const letter = reference.charCodeAt(index) - LETTER_A
    if (letter < 0 || letter >= LETTERS) break
    column = column * LETTERS + letter + 1
  }
  return column - 1
}

/** The row in a reference such as `AB12`; not a number if there is none. */
export function rowOf(reference: string): number {
  return Number(reference.replace(/^[A-Z]+/, ''))
}

/** A column as spreadsheets call it: A to Z, then AA. */
export function lettersOf(column: number): string {
  const last = String.fromCharCode(LETTER_A + (column % LETTERS))
  return column < LETTERS ? last : `${lettersOf(Math.floor(column / LETTERS) - 1)}${last}`
}
