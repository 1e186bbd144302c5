import { showValue } from '../../documents/import-error.ts'
import { isTick, parseYesNoOrTick } from '../sheets/yes-no-cells.ts'
import type { DraftItem } from './draft-menus.ts'
import type { MenuTableRow } from './menu-cells.ts'
import { isFoodTag, type Role } from './menu-columns.ts'

const X_AND_TICK = 'must not have x beside ticks: write yes or no, since x may mean either'
const NO_STOCK = 'must be yes or no, as in other rows'

/** Reads the cells of a row that say yes or no: to each allergen and diet, and about the stock. */
export function readYesNoCells(row: MenuTableRow, item: Pick<DraftItem, 'inStock' | 'tags'>): void {
  const foodTags = foodTagsOf(row)
  if (foodTags.length > 0) item.tags = [...new Set([...(item.tags ?? []), ...foodTags])]
  const role = stockRoleOf(row)
  if (role === undefined) return
  const answer = parseYesNoOrTick(row.text(role))
  if (answer === undefined) row.refuse(role, `must be yes or no, got ${showValue(row.text(role))}`)
  item.inStock = role === 'in stock' ? answer !== 'no' : answer !== 'yes'
}

function foodTagsOf(row: MenuTableRow): readonly string[] {
  return row.filledRoles.filter(isFoodTag).filter((role) => {
    const answer = parseYesNoOrTick(row.text(role))
    if (answer === undefined) row.refuse(role, `must be yes, no or x, got ${showValue(row.text(role))}`)
    return answer === 'yes'
  })
}

function stockRoleOf(row: MenuTableRow) {
  return (['sold out', 'in stock'] as const).find((role) => row.has(role))
}

/** @param rows the rows of items in a sheet */
export function refuseMixOfXAndTicks(rows: readonly MenuTableRow[]): void {
  let hasTick = false
  let firstX: { readonly row: MenuTableRow; readonly role: Role } | undefined
  for (const row of rows)
    for (const role of row.filledRoles.filter(isFoodTag)) {
      hasTick ||= isTick(row.text(role))
      if (row.text(role).toLowerCase() === 'x') firstX ??= { row, role }
    }
  if (hasTick) firstX?.row.refuse(firstX.role, X_AND_TICK)
}

/** An empty cell counts as in stock. Where other cells of a sheet say yes, it may be meant as no, so it is refused. */
export function refuseEmptyStock(rows: readonly MenuTableRow[]): void {
  const answers = rows.map((row) => stockRoleOf(row) === 'in stock' && parseYesNoOrTick(row.text('in stock')))
  if (!answers.includes('yes')) return
  for (const [index, row] of rows.entries())
    if (answers[index] === 'empty')
      row.refuse('in stock', `${NO_STOCK}, got ${showValue(row.text('in stock'))}`)
}
