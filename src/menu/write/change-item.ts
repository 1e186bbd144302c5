import { toDifference } from '../../lib/differences.ts'
import type { WrittenFields } from '../../lib/fields.ts'
import type { Database, Statement } from '../../storage/database.ts'
import { read } from '../../storage/statements.ts'
import { ITEM_COLUMNS, toItemColumns } from '../menu-rows.ts'
import type { ITEM_FIELDS } from '../schema.ts'
import { toItemWithoutChildren } from '../tree.ts'
import { type Authorship, logDifferences } from './change-log.ts'
import { compareRows } from './compare-menus.ts'
import { setRestockStatement } from './queries/restocks.ts'
import { type ChangeableItem, findChangeableItemQuery, upsertMenuRows } from './queries/stored-menus.ts'

/** The fields of an item that are changed. */
export interface ItemChange extends Partial<WrittenFields<typeof ITEM_FIELDS>> {
  /** When an item that is out of stock is in stock again, in UTC; null means never. */
  readonly inStockAgainAt?: string | null | undefined
}

/** The columns of a `ChangeableItem`. */
const COLUMNS = {
  ...ITEM_COLUMNS,
  fieldByColumn: { ...ITEM_COLUMNS.fieldByColumn, in_stock_again_at: 'inStockAgainAt' },
}

/** An item, by its id in its menu. */
export interface ItemId {
  readonly menuId: string
  readonly itemId: string
}

/**
 * Changes an item, and logs the change. Equal values are not written, so without a difference there is no new revision.
 * @returns whether there is such an item
 */
export function* changeItem(
  { menuId, itemId }: ItemId,
  change: ItemChange,
  authorship: Authorship,
): Generator<Statement, boolean> {
  const [row] = yield* read<ChangeableItem>(findChangeableItemQuery(menuId, itemId))
  if (row === undefined) return false
  const wanted = wantedRow(row, change)
  const fields = compareRows<ChangeableItem>(COLUMNS, row, wanted)
  if (fields.some(({ field }) => field !== 'inStockAgainAt')) yield* upsertMenuRows({ items: [wanted] })
  if (wanted.in_stock_again_at !== row.in_stock_again_at)
    yield setRestockStatement(menuId, itemId, wanted.in_stock_again_at)
  const difference = toDifference('item', wanted, fields)
  if (difference) yield* logDifferences([{ ...difference, menu: { id: menuId } }], authorship)
  return true
}

function wantedRow(
  row: ChangeableItem,
  { inStockAgainAt: restockAt = row.in_stock_again_at, ...change }: ItemChange,
): ChangeableItem {
  const wanted = { ...row, ...toItemColumns({ ...toItemWithoutChildren(row), ...change }) }
  return { ...wanted, in_stock_again_at: wanted.in_stock === 1 ? null : restockAt }
}

/** Changes an item in a transaction of its own. @returns whether there is such an item */
export async function changeItemNow(
  database: Database,
  item: ItemId,
  change: ItemChange,
  authorship: Authorship,
): Promise<boolean> {
  let exists = false
  const statements = function* (): Generator<Statement> {
    exists = yield* changeItem(item, change, authorship)
  }
  await database.batch(statements())
  return exists
}
