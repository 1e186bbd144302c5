import { parseXml } from '../xml.ts'
import { decodeEscapes, detach, MAX_CELL_LENGTH } from './cell-text.ts'
import { RichText, type TextMark } from './rich-text.ts'

/** The same number as of cells that can have different texts in 200,000 rows with 20 columns. */
const MAX_STRINGS = 4_000_000

/** The texts of a workbook that cells refer to by number. */
export interface SharedStrings {
  readonly texts: readonly string[]
  /** What the parts of texts look like, by their numbers, if not all are plain. */
  readonly marks: ReadonlyMap<number, TextMark>
}

export const NO_STRINGS: SharedStrings = { texts: [], marks: new Map() }

export async function readSharedStrings(chunks: AsyncIterable<string>): Promise<SharedStrings> {
  const texts: string[] = []
  const marks = new Map<number, TextMark>()
  const rich = new RichText()
  await parseXml(chunks, {
    open(name, attributes) {
      if (name === 'si') rich.begin()
      else rich.open(name, attributes)
    },
    close(name) {
      rich.close(name)
      if (name === 'si') add()
    },
    text: (part) => rich.add(part),
  })
  return { texts, marks }

  function add(): void {
    if (rich.text.length > MAX_CELL_LENGTH || texts.length === MAX_STRINGS)
      throw new Error('There is too much text.')
    if (rich.mark !== undefined) marks.set(texts.length, rich.mark)
    texts.push(detach(decodeEscapes(rich.text)))
  }
}
