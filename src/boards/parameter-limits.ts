/* The limits of the parameters of boards, which boards and the form for their links use. This file imports nothing. */

/**
 * The parameters that are numbers: the size of the screen in inches, and the distance of guests in metres. The form sets
 * `min`, `max` and `defaultValue` on its fields, so these are the names of attributes.
 */
export const NUMBER_PARAMETERS = {
  diagonal: { min: 10, max: 150, defaultValue: 55 },
  distance: { min: 0.5, max: 20, defaultValue: 3 },
}
/** A longer title is cut. A character as wide as it is high counts as two. */
export const MAX_TITLE_LENGTH = 60
