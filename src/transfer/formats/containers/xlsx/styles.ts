import { DocumentError } from '../../../errors.ts'
import { parseXml } from '../xml.ts'
import { builtInFormat, type NumberFormat, numberFormat } from './number-formats.ts'
import { isOn } from './rich-text.ts'

export interface CellStyle extends NumberFormat {
  readonly isStruck: boolean
}

/** Excel allows no more. */
const MAX_CODE_LENGTH = 255

/** That of cells without a known one. */
export const PLAIN: CellStyle = { ...builtInFormat('0'), isStruck: false }

/**
 * Reads the styles of a workbook, which cells name by their numbers.
 * @throws {DocumentError} if a number format is longer than Excel allows
 */
export async function readStyles(
  chunks: AsyncIterable<string>,
  fileName: string,
): Promise<readonly CellStyle[]> {
  /** Many styles may have one format, so each format is looked at once. */
  const formats = new Map<string, NumberFormat>()
  const struckFonts = new Set<string>()
  const styles: CellStyle[] = []
  let list = ''
  let fonts = 0
  await parseXml(chunks, {
    open(name, attributes) {
      const { numFmtId = '0', formatCode = '', fontId = '' } = attributes
      if (LISTS.has(name)) list = name
      else if (name === 'numFmt') formats.set(numFmtId, numberFormat(checked(formatCode, fileName)))
      else if (name === 'font') fonts += 1
      else if (name === 'strike' && list === 'fonts' && isOn(attributes)) struckFonts.add(String(fonts - 1))
      else if (name === 'xf' && list === 'cellXfs') addStyle(numFmtId, struckFonts.has(fontId))
    },
    close(name) {
      if (name === list) list = ''
    },
  })
  return styles

  function addStyle(id: string, isStruck: boolean): void {
    const format = formats.get(id) ?? builtInFormat(id)
    formats.set(id, format)
    styles.push({ ...format, isStruck })
  }
}

const LISTS: ReadonlySet<string> = new Set(['fonts', 'cellXfs'])

function checked(code: string, fileName: string): string {
  if (code.length <= MAX_CODE_LENGTH) return code
  throw new DocumentError(
    `${fileName}: must not have a number format of more than ${MAX_CODE_LENGTH} characters: give its cells another format`,
  )
}
