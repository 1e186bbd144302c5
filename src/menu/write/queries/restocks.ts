import { isoTime } from '../../../lib/time/timestamps.ts'
import type { Database, Query } from '../../../storage/database.ts'
import { defineQuery } from '../../../storage/define-query.ts'
import { hasRow } from '../../../storage/statements.ts'

const scheduleStatement = defineQuery<[menuId: string, itemId: string, restockAt: string]>(`
INSERT INTO restocks (menu_id, item_id, at) VALUES (?, ?, ?)
ON CONFLICT (menu_id, item_id) DO UPDATE SET at = excluded.at`)

const cancelStatement = defineQuery<[menuId: string, itemId: string]>(
  'DELETE FROM restocks WHERE menu_id = ? AND item_id = ?',
)

/** Sets when an item is in stock again; null means never. */
export function setRestockStatement(menuId: string, itemId: string, restockAt: string | null): Query {
  return restockAt === null ? cancelStatement(menuId, itemId) : scheduleStatement(menuId, itemId, restockAt)
}

const dueRestockQuery = defineQuery<[now: string]>('SELECT 1 FROM restocks WHERE at <= ? LIMIT 1')

/** Whether an item is to be put back in stock now. */
export function hasDueRestock(database: Database, nowMs: number): Promise<boolean> {
  return hasRow(database, dueRestockQuery(isoTime(nowMs)))
}

export type DueItem = Readonly<Record<'menu_id' | 'id' | 'name' | 'at', string>>

export const findDueItemsQuery = defineQuery<[now: string]>(`
SELECT i.menu_id, i.id, i.name, r.at
FROM restocks r
JOIN menu_items i ON i.menu_id = r.menu_id AND i.id = r.item_id
WHERE r.at <= ?
ORDER BY r.at, i.menu_id, i.id`)

/** Puts these items back in stock. A trigger deletes their times. */
export const restockDueItemsStatement = defineQuery<[now: string]>(`
UPDATE menu_items SET in_stock = TRUE
WHERE (menu_id, id) IN (SELECT menu_id, item_id FROM restocks WHERE at <= ?)`)
