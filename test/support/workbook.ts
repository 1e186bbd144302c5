import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

/** A sheet of a workbook: rows of cells, or the XML of its rows. */
export interface TestSheet {
  readonly name: string
  readonly rows?: readonly (readonly (string | number | null)[])[]
  readonly xml?: string
  /** `hidden` or `veryHidden`. */
  readonly state?: string
  /** The XML of its columns, which is before the rows. */
  readonly columns?: string
  /** The cells that are merged, such as `A2:A4`. */
  readonly merged?: readonly string[]
}

/** Writes a ZIP file with these parts. */
export async function zipOf(parts: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

/** Writes an XLSX workbook. @param parts further parts, or other contents of the usual ones */
export function workbookOf(
  sheets: readonly TestSheet[],
  parts: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  return zipOf({ ...partsOf(sheets), ...parts })
}

/** The parts of a workbook, by their paths. */
export function partsOf(sheets: readonly TestSheet[]): Record<string, string> {
  const list = sheets.map(
    ({ name, state = 'visible' }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" state="${state}" r:id="s${index + 1}"/>`,
  )
  const targets = sheets.map((_, index) =>
    relationship(`s${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`),
  )
  return {
    '_rels/.rels': relationships(relationship('w', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...targets,
      relationship('strings', 'sharedStrings', 'sharedStrings.xml'),
    ),
    ...Object.fromEntries(
      sheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)]),
    ),
  }
}

export function relationships(...all: readonly string[]): string {
  return `<Relationships>${all.join('')}</Relationships>`
}

export function relationship(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="http://example.com/relationships/${type}" Target="${target}"/>`
}

/**
 * Writes a workbook whose sheets have styles: style 1 has the first of these formats, and so on; the last one is struck out.
 * @param rest other parts, by their paths
 */
export function styledWorkbook(
  sheets: readonly TestSheet[],
  formats: readonly string[] = [],
  rest: Readonly<Record<string, string>> = {},
): Promise<Buffer> {
  const codes = formats.map(
    (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`,
  )
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}" fontId="0"/>`)
  const { 'xl/_rels/workbook.xml.rels': targets = '', ...parts } = partsOf(sheets)
  return zipOf({
    ...parts,
    'xl/_rels/workbook.xml.rels': targets.replace(
      '</Relationships>',
      `${relationship('styles', 'styles', 'styles.xml')}</Relationships>`,
    ),
    'xl/styles.xml': `<styleSheet><numFmts>${codes.join('')}</numFmts><fonts><font/><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/>${styles.join('')}<xf numFmtId="0" fontId="1"/></cellXfs><dxfs><dxf><font><strike/></font></dxf></dxfs></styleSheet>`,
    ...rest,
  })
}

/** The XML of a row of cells: texts, numbers, or XML. */
export function rowXml(cells: readonly (string | number | null)[], attributes = ''): string {
  const all = cells.map((cell) => (typeof cell === 'string' && cell.startsWith('<c') ? cell : cellXml(cell)))
  return `<row ${attributes}>${all.join('')}</row>`
}

/** The XML of a cell with a style. */
export function styled(value: string | number, style: number): string {
  return cellXml(value).replace('<c', `<c s="${style}"`)
}

function sheetXml({ rows = [], xml, columns = '', merged = [] }: TestSheet): string {
  const cells = rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`)
  const merges = merged.map((reference) => `<mergeCell ref="${reference}"/>`).join('')
  return `<worksheet>${columns}<sheetData>${xml ?? cells.join('')}</sheetData><mergeCells>${merges}</mergeCells></worksheet>`
}

function cellXml(value: string | number | null): string {
  if (value === null) return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
