import { isoTime } from '../../../lib/time/timestamps.ts'
import type { Database, Query } from '../../../storage/database.ts'

const SET_RETURN = `
INSERT INTO stock_returns (menu_id, item_id, at) VALUES (?, ?, ?)
ON CONFLICT (menu_id, item_id) DO UPDATE SET at = excluded.at`
const CANCEL_RETURN = 'DELETE FROM stock_returns WHERE menu_id = ? AND item_id = ?'

/** A query that sets when an item is in stock again; null means never. */
export function setStockReturnQuery(menuId: string, itemId: string, at: string | null): Query {
  if (at === null) return { sql: CANCEL_RETURN, parameters: [menuId, itemId] }
  return { sql: SET_RETURN, parameters: [menuId, itemId, at] }
}

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

export async function findDueReturn(database: Database, nowMs: number): Promise<boolean> {
  return (await database.get({ sql: DUE, parameters: [isoTime(nowMs)] })) !== undefined
}

export type ReturningItem = Readonly<Record<'menu_id' | 'id' | 'name', string>>

export function findReturningQuery(nowMs: number): Query {
  return { sql: DUE_ITEMS, parameters: [isoTime(nowMs)] }
}

/** A query that puts these items back in stock. A trigger deletes their times. */
export function returnItemsQuery(nowMs: number): Query {
  return { sql: RETURN_DUE, parameters: [1, isoTime(nowMs)] }
}
