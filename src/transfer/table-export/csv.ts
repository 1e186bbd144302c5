import { stringify } from 'csv-stringify/sync'
import { escapeFormulas } from '../../lib/text/formulas.ts'
import { HEADINGS } from '../formats/table/columns.ts'
import { type MenuTable, numberText } from './rows.ts'

/**
 * Writes menus as CSV. A byte-order mark tells Excel that it is UTF-8. Only texts can be formulas: a negative number stays a
 * number.
 */
export async function* writeCsv(menus: readonly MenuTable[]): AsyncGenerator<string> {
  const options = { columns: HEADINGS, cast: { number: numberText, string: escapeFormulas } }
  yield stringify([], { ...options, bom: true, header: true })
  for (const { rows } of menus) for await (const part of rows()) yield stringify([...part], options)
}
