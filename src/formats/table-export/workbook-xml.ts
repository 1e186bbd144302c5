import { escapeUTF8 } from 'entities'
import { encodeEscapes } from '../containers/xlsx/cell-text.ts'
import { lettersOf } from '../containers/xlsx/references.ts'
import { type ExportedColumn, type ExportedRow, isShownInFull, numberText } from './exported-table.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const SHEET_END = '</sheetData></worksheet>'

/** All parts but the sheets, by their paths. */
export function workbookFiles(
  sheetNames: readonly string[],
): readonly (readonly [path: string, xml: string])[] {
  return [
    ['[Content_Types].xml', contentTypes(sheetNames)],
    ['_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']])],
    ['xl/workbook.xml', workbook(sheetNames)],
    [
      'xl/_rels/workbook.xml.rels',
      relationships(sheetNames.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`])),
    ],
  ]
}

/** The beginning of a sheet: a row of headings that stays when the rest is scrolled. */
export function headXml(columns: readonly ExportedColumn[]): string {
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const view = `<sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews>`
  const widths = columns.map(({ width }, index) => {
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  const cells = columns.map(({ heading }, column) => textCell(`${lettersOf(column)}1`, heading)).join('')
  return `${XML}<worksheet xmlns="${MAIN}">${view}<cols>${widths.join('')}</cols><sheetData><row r="1">${cells}</row>`
}

/**
 * A row. Texts are inline, so that a sheet can be written while it is read, and are never formulas. Some libraries do not read
 * rows and cells without their numbers and references.
 * @param number of the row in its sheet, of which the first is 1
 */
export function rowXml(columns: readonly ExportedColumn[], row: ExportedRow, number: number): string {
  const cells = columns.map(({ heading }, column) => cellXml(`${lettersOf(column)}${number}`, row[heading]))
  return `<row r="${number}">${cells.join('')}</row>`
}

function cellXml(reference: string, value: string | number | undefined): string {
  if (value === undefined || value === '') return ''
  if (typeof value === 'string') return textCell(reference, value)
  return isShownInFull(value)
    ? `<c r="${reference}"><v>${value}</v></c>`
    : textCell(reference, numberText(value))
}

function textCell(reference: string, text: string): string {
  // A carriage return would be escaped, and some libraries do not decode that.
  const lines = text.replace(/\r\n?/g, '\n')
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escapeUTF8(encodeEscapes(lines))}</t></is></c>`
}

function contentTypes(sheetNames: readonly string[]): string {
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}" ContentType="${TYPES}.${type}+xml"/>`
  const sheets = sheetNames.map((_, index) => part(`worksheets/sheet${index + 1}.xml`, 'worksheet'))
  const rels = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`
  const parts = [part('workbook.xml', 'sheet.main'), ...sheets]
  return `${XML}<Types xmlns="${PACKAGE}/content-types">${rels}${parts.join('')}</Types>`
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const all = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
}

function workbook(sheetNames: readonly string[]): string {
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${escapeUTF8(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets.join('')}</sheets></workbook>`
}
