/* The looks of boards. Pages import this file, so it imports nothing. */

/** The looks of a board, each with a style sheet of its own in `board/looks`. The first is the default. */
export const LOOKS = ['slate', 'burger', 'cafe', 'wine', 'food-court', 'ramen', 'grill'] as const
type Look = (typeof LOOKS)[number]

/** Returns the look of a board by the name in its address; the first one if there is no such look. */
export function lookNamed(name: string): Look {
  return LOOKS.find((look) => look === name) ?? LOOKS[0]
}
