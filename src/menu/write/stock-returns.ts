import { readRows } from '../../storage/chunks.ts'
import { BOUND_LIST, boundList, type Database, type Query, type Statement } from '../../storage/database.ts'
import { logDifferences } from './change-log.ts'

const DUE = 'SELECT item_id FROM stock_returns WHERE at <= ? LIMIT 1'
const DUE_ITEMS = `
SELECT i.id, i.name
FROM stock_returns r
JOIN menu_items i ON i.id = r.item_id
WHERE r.at <= ?
ORDER BY r.at, i.id`

/** SQL that sets when an item is in stock again; null means never. */
export function setStockReturn(itemId: string, at: string | null): Query {
  if (at === null) return { sql: 'DELETE FROM stock_returns WHERE item_id = ?', parameters: [itemId] }
  const sql =
    'INSERT INTO stock_returns (item_id, at) VALUES (?, ?) ON CONFLICT (item_id) DO UPDATE SET at = excluded.at'
  return { sql, parameters: [itemId, at] }
}

/** Whether there are items whose time has come. */
export async function findDueReturn(database: Database, nowMs: number): Promise<boolean> {
  return (await database.get(DUE, textOf(nowMs))) !== undefined
}

/** Puts items back in stock whose time has come. A trigger deletes their times. */
export function* returnDueItems(nowMs: number): Generator<Statement, void> {
  const items = yield* readRows<Record<'id' | 'name', string>>({
    sql: DUE_ITEMS,
    parameters: [textOf(nowMs)],
  })
  yield {
    sql: `UPDATE menu_items SET in_stock = ? WHERE id IN ${BOUND_LIST}`,
    parameters: [1, boundList(items.map(({ id }) => id))],
  }
  const fields = [{ field: 'inStock', from: false, to: true }]
  const differences = items.map((item) => ({ kind: 'item', action: 'changed', ...item, fields }) as const)
  yield* logDifferences(differences, { nowMs })
}

function textOf(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
