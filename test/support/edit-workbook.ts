import { closeSync, openSync, writeFileSync } from 'node:fs'
import { openTable } from '../../src/transfer/formats/containers/containers.ts'
import { type TestSheet, workbookOf } from './workbook.ts'

/** Changes cells of a workbook as a person does who opens and saves it. A cell is found by its item and its heading. */
export async function editWorkbook(
  path: string,
  edits: readonly { readonly item: string; readonly heading: string; readonly value: string | number }[],
): Promise<void> {
  const sheets = await readSheets(path)
  for (const { rows = [] } of sheets) {
    const [headings = []] = rows
    for (const { item, heading, value } of edits) {
      const index = rows.findIndex((row) => row[headings.indexOf('item')] === item)
      if (index === -1) continue
      Object.assign(rows, { [index]: rows[index]?.with(headings.indexOf(heading), value) })
    }
  }
  writeFileSync(path, await workbookOf(sheets))
}

async function readSheets(path: string): Promise<readonly TestSheet[]> {
  const descriptor = openSync(path, 'r')
  const sheets = new Map<string, (string | number | null)[][]>()
  const { rows } = await openTable({ name: path, descriptor })
  for await (const { sheet = '', cells } of rows) {
    const list = sheets.get(sheet) ?? []
    sheets.set(sheet, list)
    const width = Math.max(list[0]?.length ?? 0, ...cells.keys()) + (list.length === 0 ? 1 : 0)
    list.push(Array.from({ length: width }, (_, column) => cells.get(column) ?? null))
  }
  closeSync(descriptor)
  return [...sheets].map(([name, list]) => ({ name, rows: list }))
}
