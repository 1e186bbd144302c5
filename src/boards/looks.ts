/* The looks of boards. Pages import this file, so it imports nothing. */

/** The looks of a board, each with a style sheet of its own in `board/looks`. The first is the default. */
export const LOOKS = ['slate', 'burger', 'cafe', 'wine', 'food-court', 'ramen', 'grill'] as const
/** The parameter that has the look. Links on screens have this name; everything else says "look", as the pages do. */
export const LOOK_PARAMETER = 'theme'

/** Returns the look of a board by the name in its address; the first one if there is no such look. */
export function lookNamed(name: string): (typeof LOOKS)[number] {
  return LOOKS.find((look) => look === name) ?? LOOKS[0]
}
