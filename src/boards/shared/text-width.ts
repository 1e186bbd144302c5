/**
 * Characters of Chinese, Japanese and Korean that are as wide as they are high, such as the fullwidth yen
 * sign. Unicode calls them wide or fullwidth.
 */
const WIDE_CHARACTERS =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g
/**
 * The widths of letters in most fonts, in digits: a label such as “Medium” must not be broken. Arabic digits may be larger
 * than the text around them.
 */
const LETTERS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[MW]/, 1.9],
  [/[mw]/, 1.7],
  [/[A-HJ-Z\u0660-\u0669\u06f0-\u06f9]/, 1.3],
  [/[Ifijlrt.,\s]/, 0.6],
  [/\D/, 1.05],
]

/** Returns the width of a text in characters, whatever the width of its letters is. A wide character counts as two. */
export function widthInCharacters(text: string): number {
  return charactersOf(text) + (text.match(WIDE_CHARACTERS)?.length ?? 0)
}

/** Returns the width of a text in digits, with what its letters need in most fonts. */
export function widthInDigits(text: string): number {
  const inMostFonts = (letter: string) => LETTERS.find(([letters]) => letters.test(letter))?.[1] ?? 1
  const widths = Array.from(visible(text), (letter) =>
    widthInCharacters(letter) > 1 ? 2 : inMostFonts(letter),
  )
  return widths.reduce((sum, width) => sum + width, 0)
}

/** Returns the number of characters of a text that have a width. */
export function charactersOf(text: string): number {
  return visible(text).length
}

/** Leaves out the direction marks in Arabic prices, which have no width. */
function visible(text: string): string {
  return text.replace(/[\u061c\u200e\u200f]/g, '')
}
