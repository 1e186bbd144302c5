import type { Labelling } from './labelling.ts'
import type { Marks } from './marks.ts'
import type { Formats } from './number-formats.ts'
import type { BoardWords } from './words.ts'

/** The formats and words that all of a menu is shown with. */
export interface Presentation {
  readonly formats: Formats
  readonly words: BoardWords
  readonly marks: Marks
  /** Undefined if the board follows no labelling. */
  readonly labelling: Labelling | undefined
  /** How wide a column can be at most, in em. Price columns of sizes are left out if they do not fit into it. */
  readonly widthEm: number
}
