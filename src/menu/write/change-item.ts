import { readRows } from '../../storage/chunks.ts'
import type { Database, Statement } from '../../storage/database.ts'
import { columnNames, ITEM_COLUMNS, type ItemFields, type ItemRow, toItemColumns } from '../rows.ts'
import { readItemFields } from '../tree.ts'
import { logDifferences, type Origin } from './change-log.ts'
import { compareRows } from './compare-menus.ts'
import { putRows } from './queries/stored-menus.ts'
import { setStockReturnQuery } from './stock-returns.ts'

/** The fields of an item that are changed. */
export interface ItemChange extends Partial<ItemFields> {
  /** When an item that is out of stock is in stock again, in UTC; null means never. */
  readonly inStockAgainAt?: string | null | undefined
}

type Changeable = ItemRow & { readonly again_at: string | null }
const CHANGEABLE = { ...ITEM_COLUMNS, again_at: 'inStockAgainAt' }

const ITEM = `
SELECT ${columnNames(ITEM_COLUMNS)
  .map((column) => `i.${column}`)
  .join(', ')}, r.at AS again_at
FROM menu_items i
LEFT JOIN stock_returns r ON r.menu_id = i.menu_id AND r.item_id = i.id
WHERE i.menu_id = ? AND i.id = ?`

/** An item, by its id in its menu. */
export interface ItemPlace {
  readonly menuId: string
  readonly itemId: string
}

/**
 * Changes an item, and logs that. What is equal is not written, so a change of nothing gives no new revision.
 * @returns the group of the item; undefined if there is no such item
 */
export function* changeItem(
  { menuId, itemId }: ItemPlace,
  change: ItemChange,
  origin: Origin,
): Generator<Statement, string | undefined> {
  const [row] = yield* readRows<Changeable>({ sql: ITEM, parameters: [menuId, itemId] })
  if (row === undefined) return undefined
  const after = changed(row, change)
  const fields = compareRows<Changeable>(CHANGEABLE, row, after)
  if (fields.some(({ field }) => field !== 'inStockAgainAt')) yield* putRows([], [], [after])
  if (after.again_at !== row.again_at) yield setStockReturnQuery(menuId, itemId, after.again_at)
  const difference = {
    kind: 'item',
    action: 'changed',
    id: itemId,
    name: after.name,
    menu: { id: menuId },
  } as const
  if (fields.length > 0) yield* logDifferences([{ ...difference, fields }], origin)
  return row.group_id
}

function changed(row: Changeable, { inStockAgainAt = row.again_at, ...change }: ItemChange): Changeable {
  const after = { ...row, ...toItemColumns({ ...readItemFields(row), ...change }) }
  return { ...after, again_at: after.in_stock === 1 ? null : inStockAgainAt }
}

/** Changes an item in a transaction of its own. @returns whether there is such an item */
export async function changeItemNow(
  database: Database,
  item: ItemPlace,
  change: ItemChange,
  origin: Origin,
): Promise<boolean> {
  let groupId: string | undefined
  const statements = function* (): Generator<Statement> {
    groupId = yield* changeItem(item, change, origin)
  }
  await database.batch(statements())
  return groupId !== undefined
}
