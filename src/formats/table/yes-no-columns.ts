import { showValue } from '../../documents/document-error.ts'
import type { Columns } from '../sheets/table-row.ts'
import type { DraftItem } from './drafts.ts'
import { isTick, type MenuTableRow, readTickCell } from './menu-cells.ts'
import { isFoodTag, type Role } from './menu-columns.ts'

type Answered = Pick<DraftItem, 'inStock' | 'tags'>

const X_AND_TICK = 'must not have x beside ticks: write yes or no, since x may mean either'

/** Reads the columns of a sheet whose cells answer yes or no: the stock, and each allergen or diet. */
export function answerColumns({ at }: Columns<Role>) {
  const foods = [...at.keys()].filter(isFoodTag)
  const stock = at.has('sold out') ? 'sold out' : at.has('in stock') ? 'in stock' : undefined
  let firstX: readonly [MenuTableRow, Role] | undefined
  let hasTick = false
  let hasStock = false
  const withoutStock: MenuTableRow[] = []

  return { read, end }

  function read(row: MenuTableRow, item: Answered): void {
    if (foods.length > 0) item.tags = [...new Set([...(item.tags ?? []), ...foodsOf(row)])]
    if (stock !== undefined) readStockOf(row, item, stock)
  }

  function foodsOf(row: MenuTableRow): readonly string[] {
    return row.roles().filter((role) => {
      if (!isFoodTag(role)) return false
      const text = row.text(role)
      const answer = readTickCell(text)
      if (answer === undefined) row.fault(role, `must be yes, no or x, got ${showValue(text)}`)
      hasTick ||= isTick(text)
      if (text.toLowerCase() === 'x') firstX ??= [row, role]
      return answer === 'yes'
    })
  }

  function readStockOf(row: MenuTableRow, item: Answered, role: 'in stock' | 'sold out'): void {
    const text = row.text(role)
    const answer = readTickCell(text)
    if (answer === undefined) row.fault(role, `must be yes or no, got ${showValue(text)}`)
    if (answer === 'empty') withoutStock.push(row)
    hasStock ||= answer === 'yes'
    item.inStock = role === 'in stock' ? answer !== 'no' : answer !== 'yes'
  }

  /** An empty cell means that nothing is known, but beside a yes it may mean no. */
  function end(): void {
    if (firstX && hasTick) firstX[0].fault(firstX[1], X_AND_TICK)
    if (stock !== 'in stock' || !hasStock) return
    for (const row of withoutStock) row.fault(stock, 'must be yes or no, as in other rows, but is empty')
  }
}
