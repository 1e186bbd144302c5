import { stringify } from 'csv-stringify/sync'
import { type Heading, type MenuTable, numberText } from './rows.ts'

/**
 * Writes menus as CSV. A byte-order mark tells Excel that it is UTF-8.
 *
 * A text that begins with `=`, `+`, `-` or `@` is written as it is, although spreadsheets take it for a formula. A quote in
 * front of it would come back with the next import and change the menu. The texts are those of the operator's own menus, and
 * a workbook, whose texts are never formulas, has no such risk.
 */
export async function* writeCsv(
  headings: readonly Heading[],
  menus: readonly MenuTable[],
): AsyncGenerator<string> {
  const options = { columns: [...headings], cast: { number: numberText } }
  yield stringify([], { ...options, bom: true, header: true })
  for (const { rows } of menus) for await (const part of rows()) yield stringify([...part], options)
}
