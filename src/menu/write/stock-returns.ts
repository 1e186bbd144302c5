import { readRows } from '../../storage/chunks.ts'
import type { Statement } from '../../storage/database.ts'
import { logDifferences } from './change-log.ts'
import { findReturningQuery, type ReturningItem, returnItemsQuery } from './queries/stock-returns.ts'

/** Puts items back in stock whose time has come, and logs that. */
export function* returnDueItems(nowMs: number): Generator<Statement, void> {
  const items = yield* readRows<ReturningItem>(findReturningQuery(nowMs))
  yield returnItemsQuery(nowMs)
  const fields = [{ field: 'inStock', from: false, to: true }]
  const differences = items.map(({ menu_id, id, name }) => {
    return { kind: 'item', action: 'changed', id, name, menu: { id: menu_id }, fields } as const
  })
  yield* logDifferences(differences, { nowMs })
}
