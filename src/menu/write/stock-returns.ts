import { readRows } from '../../storage/chunks.ts'
import type { Database, Query, Statement } from '../../storage/database.ts'
import { logDifferences } from './change-log.ts'

const DUE = 'SELECT item_id FROM stock_returns WHERE at <= ? LIMIT 1'
const DUE_ITEMS = `
SELECT i.menu_id, i.id, i.name
FROM stock_returns r
JOIN menu_items i ON i.menu_id = r.menu_id AND i.id = r.item_id
WHERE r.at <= ?
ORDER BY r.at, i.menu_id, i.id`
const RETURN_DUE = `
UPDATE menu_items SET in_stock = ?
WHERE (menu_id, id) IN (SELECT menu_id, item_id FROM stock_returns WHERE at <= ?)`

const SET = `
INSERT INTO stock_returns (menu_id, item_id, at) VALUES (?, ?, ?)
ON CONFLICT (menu_id, item_id) DO UPDATE SET at = excluded.at`
const CANCEL = 'DELETE FROM stock_returns WHERE menu_id = ? AND item_id = ?'

/** SQL that sets when an item is in stock again; null means never. */
export function setStockReturnQuery(menuId: string, itemId: string, at: string | null): Query {
  if (at === null) return { sql: CANCEL, parameters: [menuId, itemId] }
  return { sql: SET, parameters: [menuId, itemId, at] }
}

/** Whether there are items whose time has come. */
export async function findDueReturn(database: Database, nowMs: number): Promise<boolean> {
  return (await database.get(DUE, textOf(nowMs))) !== undefined
}

/** Puts items back in stock whose time has come. A trigger deletes their times. */
export function* returnDueItems(nowMs: number): Generator<Statement, void> {
  const now = textOf(nowMs)
  const items = yield* readRows<Record<'menu_id' | 'id' | 'name', string>>({
    sql: DUE_ITEMS,
    parameters: [now],
  })
  yield { sql: RETURN_DUE, parameters: [1, now] }
  const fields = [{ field: 'inStock', from: false, to: true }]
  const differences = items.map(({ menu_id, id, name }) => {
    return { kind: 'item', action: 'changed', id, name, menu: { id: menu_id }, fields } as const
  })
  yield* logDifferences(differences, { nowMs })
}

function textOf(timeMs: number): string {
  return new Date(timeMs).toISOString()
}
