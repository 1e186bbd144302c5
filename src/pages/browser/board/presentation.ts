import type { Item } from '../shared/menu/fields.ts'
import type { Formats } from './formats.ts'
import type { Labelling } from './labelling.ts'
import type { Marks } from './marks.ts'
import type { Words } from './words.ts'

/** The formats and words that all of a menu is shown with. */
export interface Presentation {
  readonly formats: Formats
  readonly words: Words
  readonly marks: Marks
  /** Undefined if no law says how calories are shown. */
  readonly labelling: Labelling | undefined
  /** The items that stand out. */
  readonly highlights: ReadonlySet<Item>
  /** The width of the screen in the smallest text. */
  readonly widthEm: number
  /** Whether the look has bands beside the rows of groups, written from top to bottom. */
  readonly mayHaveBands: boolean
}
