import type { Labelling } from './labelling.ts'
import type { Marks } from './marks.ts'
import type { Formats } from './number-formats.ts'
import type { Words } from './words.ts'

/** The formats and words that all of a menu is shown with. */
export interface Presentation {
  readonly formats: Formats
  readonly words: Words
  readonly marks: Marks
  /** Undefined if no law says how calories are shown. */
  readonly labelling: Labelling | undefined
  /** The width of the widest column, in em. */
  readonly widthEm: number
}
