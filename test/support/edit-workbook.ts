import { closeSync, openSync, writeFileSync } from 'node:fs'
import { readRows } from '../../src/formats/containers/read-rows.ts'
import type { Cell } from '../../src/formats/containers/row.ts'
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
  for await (const { sheet = '', cells } of readRows({ name: path, descriptor })) {
    const list = sheets.get(sheet) ?? []
    sheets.set(sheet, list)
    const width = Math.max(list[0]?.length ?? 0, ...cells.keys()) + (list.length === 0 ? 1 : 0)
    list.push(Array.from({ length: width }, (_, column) => valueIn(cells.get(column))))
  }
  closeSync(descriptor)
  return [...sheets].map(([name, list]) => ({ name, rows: list }))
}

function valueIn(cell: Cell | undefined): string | number | null {
  if (cell === undefined) return null
  return cell.isNumber ? Number(cell.text) : cell.text
}
