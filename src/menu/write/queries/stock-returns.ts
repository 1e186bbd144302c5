import { isoTime } from '../../../lib/time/timestamps.ts'
import { type Database, defineQuery, type Query } from '../../../storage/database.ts'

const setQuery = defineQuery<[menuId: string, itemId: string, at: string]>(`
INSERT INTO stock_returns (menu_id, item_id, at) VALUES (?, ?, ?)
ON CONFLICT (menu_id, item_id) DO UPDATE SET at = excluded.at`)

const cancelQuery = defineQuery<[menuId: string, itemId: string]>(
  'DELETE FROM stock_returns WHERE menu_id = ? AND item_id = ?',
)

/** Sets when an item is in stock again; null means never. */
export function stockReturnQuery(menuId: string, itemId: string, at: string | null): Query {
  return at === null ? cancelQuery(menuId, itemId) : setQuery(menuId, itemId, at)
}

const dueReturnQuery = defineQuery<[now: string]>('SELECT 1 FROM stock_returns WHERE at <= ? LIMIT 1')

export async function hasDueReturn(database: Database, nowMs: number): Promise<boolean> {
  return (await database.get(dueReturnQuery(isoTime(nowMs)))) !== undefined
}

export type ReturningItem = Readonly<Record<'menu_id' | 'id' | 'name', string>>

export const findReturningQuery = defineQuery<[now: string]>(`
SELECT i.menu_id, i.id, i.name
FROM stock_returns r
JOIN menu_items i ON i.menu_id = r.menu_id AND i.id = r.item_id
WHERE r.at <= ?
ORDER BY r.at, i.menu_id, i.id`)

/** Puts these items back in stock. A trigger deletes their times. */
export const returnItemsQuery = defineQuery<[inStock: 1, now: string]>(`
UPDATE menu_items SET in_stock = ?
WHERE (menu_id, id) IN (SELECT menu_id, item_id FROM stock_returns WHERE at <= ?)`)
