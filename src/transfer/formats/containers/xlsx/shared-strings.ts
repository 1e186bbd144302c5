import { parseXml } from '../xml.ts'
import { decodeEscapes, detach, MAX_CELL_LENGTH } from './cell-text.ts'

/** The same number as of cells that can have different texts in 200,000 rows with 20 columns. */
const MAX_STRINGS = 4_000_000

/** Reads the texts that cells refer to by number. The runs of formatted text are joined; pronunciations are left out. */
export async function readSharedStrings(chunks: AsyncIterable<string>): Promise<readonly string[]> {
  const strings: string[] = []
  let current = ''
  let isText = false
  let isPronunciation = false
  await parseXml(chunks, {
    open(name) {
      if (name === 'si') current = ''
      else if (name === 'rPh') isPronunciation = true
      else if (name === 't') isText = !isPronunciation
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPronunciation = false
      else if (name === 'si') add(current)
    },
    text(text) {
      if (isText) current += text
    },
  })
  return strings

  function add(text: string): void {
    if (text.length > MAX_CELL_LENGTH || strings.length === MAX_STRINGS)
      throw new Error('There is too much text.')
    strings.push(detach(decodeEscapes(text)))
  }
}
