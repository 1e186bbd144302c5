/* The labellings of boards. This file imports nothing, because a command imports it. */

/** Each labelling is named after a place whose law demands calories on boards. `none` follows no law. */
export const LABELLINGS = ['us', 'ca-on', 'gb-eng', 'none'] as const
export type LabellingName = (typeof LABELLINGS)[number]
