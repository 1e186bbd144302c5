import { stringify } from 'csv-stringify/sync'
import { escapeFormulas } from '../../lib/text/formulas.ts'
import { type ExportedColumn, type ExportedTable, numberText } from './exported-table.ts'

/** Writes tables as CSV. A byte-order mark tells Excel that they are UTF-8. Only texts are escaped as formulas. */
export async function* writeCsv(
  columns: readonly ExportedColumn[],
  tables: readonly ExportedTable[],
): AsyncGenerator<string> {
  const headings = columns.map(({ heading }) => heading)
  const options = { columns: headings, cast: { number: numberText, string: escapeFormulas } }
  yield stringify([], { ...options, bom: true, header: true })
  for (const { rows } of tables) for await (const part of rows()) yield stringify([...part], options)
}
