/* The looks of boards. Pages import this file, so it imports nothing. */

/** The looks of a board, each with a style sheet of its own in `board/looks`. The first is the default. */
export const LOOKS = ['slate', 'burger', 'cafe', 'wine', 'food-court', 'ramen', 'grill'] as const
/** The parameter that names the look. Links on screens already call it `theme`; everything else says “look”. */
export const LOOK_PARAMETER = 'theme'

/** Returns the look of a board by the name in its address; the first one if there is no such look. */
export function lookNamed(name: string): (typeof LOOKS)[number] {
  return LOOKS.find((look) => look === name) ?? LOOKS[0]
}
