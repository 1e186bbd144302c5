import { requireAtMost } from '../limit-error.ts'
import { parseXml } from '../xml.ts'
import { decodeEscapes, detach, requireCellLength } from './cell-text.ts'
import { RichText } from './rich-text.ts'

/** As many as the cells of 200,000 rows with 20 columns. */
const MAX_STRINGS = 4_000_000

/** The texts of a workbook that cells refer to by number. */
export interface SharedStrings {
  readonly texts: readonly string[]
  /** The problems of texts, by the numbers of the texts. */
  readonly problems: ReadonlyMap<number, string>
}

export const NO_STRINGS: SharedStrings = { texts: [], problems: new Map() }

export async function readSharedStrings(chunks: AsyncIterable<string>): Promise<SharedStrings> {
  const texts: string[] = []
  const problems = new Map<number, string>()
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
  return { texts, problems }

  function add(): void {
    requireCellLength(rich.text)
    if (rich.problem !== undefined) problems.set(texts.length, rich.problem)
    texts.push(detach(decodeEscapes(rich.text)))
    requireAtMost(MAX_STRINGS, texts.length, 'different texts: split it')
  }
}
