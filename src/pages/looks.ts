/* Which looks boards have. The pages import this, so it needs nothing. */

/** The looks of a board, each with a style sheet of its own in `browser/board/looks`. The first is that of a board that names none. */
export const LOOKS = ['slate', 'burger', 'cafe', 'wine', 'food-court', 'ramen', 'grill'] as const
type Look = (typeof LOOKS)[number]

/** Looks of earlier versions, and those that are most like them. */
const FORMER_LOOKS: ReadonlyMap<string, Look> = new Map([
  ['paper', 'wine'],
  ['chalk', 'cafe'],
])

/** Returns the look of a board by the name in its address; the first one if there is no such look. */
export function lookNamed(name: string): Look {
  return LOOKS.find((look) => look === name) ?? formerLook(name) ?? LOOKS[0]
}

/** Returns the look that a board has in place of one that is gone; undefined if there never was one of this name. */
export function formerLook(name: string): Look | undefined {
  return FORMER_LOOKS.get(name)
}
