import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportedColumn, ExportedTable } from './exported-table.ts'
import { sheetNames } from './sheet-names.ts'
import { headXml, rowXml, SHEET_END, workbookFiles } from './workbook-xml.ts'

/** Writes tables as an XLSX workbook with a sheet for each, while their rows are read. */
export async function* writeWorkbook(
  columns: readonly ExportedColumn[],
  sheets: readonly ExportedTable[],
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const output = zip.outputStream.pipe(new PassThrough())
  zip.on('error', (error: Error) => output.destroy(error))
  // A workbook needs a sheet.
  const tables = sheets.length > 0 ? sheets : [{ name: '', rows: noRows }]
  const names = sheetNames(tables.map(({ name }) => name))
  for (const [path, xml] of workbookFiles(names)) zip.addBuffer(Buffer.from(xml), path)
  for (const [index, table] of tables.entries()) {
    const path = `xl/worksheets/sheet${index + 1}.xml`
    zip.addReadStreamLazy(path, (give) => {
      const xml = Readable.from(sheetXml(columns, table))
      // Yazl does not handle an error of the database while its rows are read.
      xml.on('error', (error) => output.destroy(error))
      give(null, xml)
    })
  }
  zip.end()
  yield* output
}

async function* noRows(): AsyncGenerator<never> {}

async function* sheetXml(
  columns: readonly ExportedColumn[],
  { rows }: ExportedTable,
): AsyncGenerator<string> {
  yield headXml(columns)
  let number = 1
  for await (const part of rows()) yield part.map((row) => rowXml(columns, row, ++number)).join('')
  yield SHEET_END
}
