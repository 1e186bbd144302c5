import { SAME_COLOUR_PROBLEM } from '../cell-problems.ts'
import { requireAtMost } from '../limit-error.ts'
import { type Attributes, parseXml } from '../xml.ts'
import { builtInFormat, type NumberFormat, numberFormat } from './number-formats.ts'
import { problemOfFont } from './rich-text.ts'

export interface CellStyle extends NumberFormat {
  /** Why a cell in this style cannot be read for certain. */
  readonly problem?: string | undefined
}

interface Font {
  problem?: string | undefined
  colour: string | undefined
}

/** The limit of Excel. */
const MAX_CODE_LENGTH = 255
const BLACK = '000000'
const WHITE = 'FFFFFF'

/** The style of cells without a known one. */
export const PLAIN: CellStyle = builtInFormat('0')

/**
 * Reads the styles of a workbook, which cells name by their numbers.
 * @throws {WorkbookLimitError} if a number format is longer than Excel allows
 */
export async function readStyles(chunks: AsyncIterable<string>): Promise<readonly CellStyle[]> {
  /** Many styles may share a format, so each format is parsed only once. */
  const formats = new Map<string, NumberFormat>()
  const fonts: Font[] = []
  /** The colours of backgrounds; undefined for patterns. */
  const fills: (string | undefined)[] = []
  const styles: CellStyle[] = []
  let list = ''
  await parseXml(chunks, {
    open(name, attributes) {
      const { numFmtId = '0', formatCode = '', fontId = '', fillId = '' } = attributes
      requireAtMost(MAX_CODE_LENGTH, formatCode.length, 'characters in a number format: choose another one')
      if (LISTS.has(name)) list = name
      else if (name === 'numFmt') formats.set(numFmtId, numberFormat(formatCode))
      else if (list === 'fonts') readFont(name, attributes)
      else if (list === 'fills') readFill(name, attributes)
      else if (name === 'xf' && list === 'cellXfs') addStyle(numFmtId, Number(fontId), Number(fillId))
    },
    close(name) {
      if (name === list) list = ''
    },
  })
  return styles

  function readFont(name: string, attributes: Attributes): void {
    if (name === 'font') fonts.push({ colour: BLACK })
    const font = fonts.at(-1)
    if (font === undefined) return
    font.problem ??= problemOfFont(name, attributes)
    if (name === 'color') font.colour = colourOf(attributes)
  }

  function readFill(name: string, attributes: Attributes): void {
    const { patternType = 'none' } = attributes
    if (name === 'patternFill') fills.push(patternType === 'none' ? WHITE : undefined)
    if (name === 'fgColor') fills.splice(-1, 1, colourOf(attributes))
  }

  function addStyle(id: string, fontId: number, fillId: number): void {
    const format = formats.get(id) ?? builtInFormat(id)
    formats.set(id, format)
    const { problem, colour } = fonts[fontId] ?? { colour: BLACK }
    const background = fillId in fills ? fills[fillId] : WHITE
    const isUnseen = colour !== undefined && colour === background
    styles.push({ ...format, problem: problem ?? (isUnseen ? SAME_COLOUR_PROBLEM : undefined) })
  }
}

const LISTS: ReadonlySet<string> = new Set(['fonts', 'fills', 'cellXfs'])
/** The colours at the beginning of each theme and of the palette of old workbooks are black and white. */
const NAMED: Readonly<Record<string, string>> = { 'theme 0': WHITE, 'theme 1': BLACK, 'indexed 9': WHITE }

/** A colour in hexadecimal digits, or by its name in the workbook; undefined if it is automatic. */
function colourOf({ rgb, theme, indexed, tint = '' }: Attributes): string | undefined {
  if (rgb !== undefined) return rgb.slice(-WHITE.length).toUpperCase()
  const name = theme === undefined ? indexed && `indexed ${indexed}` : `theme ${theme}${tint}`
  return name && (NAMED[name] ?? name)
}
