/* The labellings of boards. A command imports this file, so it imports nothing. */

/** The laws that a board can follow when it shows calories; all of them demand calories. */
export const LABELLINGS = ['us', 'ca-on', 'gb-eng', 'none'] as const
export type LabellingName = (typeof LABELLINGS)[number]
