/* The labellings of boards. This file imports nothing, because a command imports it. */

/** The laws that a board can follow when it shows calories, all of which demand calories, and `none`. */
export const LABELLINGS = ['us', 'ca-on', 'gb-eng', 'none'] as const
export type LabellingName = (typeof LABELLINGS)[number]
