/* The limits of the parameters of boards, for the form that makes links and for boards. This file imports nothing. */

/** The form passes these on to its fields, so `min`, `max` and `defaultValue` are the names of attributes. */
export const DIAGONAL_INCHES = { min: 10, max: 150, defaultValue: 55 }
export const DISTANCE_METRES = { min: 0.5, max: 20, defaultValue: 3 }
/** A longer title is cut. A character as wide as it is high counts as two. */
export const MAX_TITLE_LENGTH = 60
