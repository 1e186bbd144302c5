/* The labellings of boards. This file imports nothing, because a command imports it. */

/** The labellings that a board can follow when it shows calories: those of laws that demand calories, and `none`. */
export const LABELLINGS = ['us', 'ca-on', 'gb-eng', 'none'] as const
export type LabellingName = (typeof LABELLINGS)[number]
