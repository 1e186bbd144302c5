import { showValue } from '../../documents/document-error.ts'
import { isFoodTag, type Role } from './columns.ts'
import { type MenuTableRow, readAnswer } from './fields.ts'
import type { Columns } from './row.ts'

interface Answered {
  inStock: boolean | undefined
  tags: readonly string[] | undefined
}

const X_AND_TICK = 'must not have x beside ticks: write yes or no, since x may mean either'

/** Reads the columns of a sheet whose cells answer yes or no: the stock, and each allergen or diet. */
export function answerColumns({ at }: Columns<Role>) {
  const foods = [...at.keys()].filter(isFoodTag)
  const stock = at.has('sold out') ? 'sold out' : at.has('in stock') ? 'in stock' : undefined
  let firstX: readonly [MenuTableRow, Role] | undefined
  let hasTick = false
  /** The rows with an empty stock cell, and the item of each. */
  const empty: (readonly [MenuTableRow, Answered])[] = []
  const kinds = new Set<string | undefined>()

  return { read, end }

  function read(row: MenuTableRow, item: Answered): void {
    if (foods.length > 0) item.tags = withTags(item.tags ?? [], foodsOf(row))
    if (stock !== undefined) readStockOf(row, item, stock)
  }

  function foodsOf(row: MenuTableRow): readonly string[] {
    return row.roles().filter((role) => {
      if (!isFoodTag(role)) return false
      const text = row.text(role)
      const answer = readAnswer(text)
      if (answer === undefined) row.fault(role, `must be yes, no or x, got ${showValue(text)}`)
      hasTick ||= answer === 'tick'
      if (text.toLowerCase() === 'x') firstX ??= [row, role]
      return answer === 'yes' || answer === 'mark' || answer === 'tick'
    })
  }

  function readStockOf(row: MenuTableRow, item: Answered, role: 'in stock' | 'sold out'): void {
    const text = row.text(role)
    const answer = readAnswer(text)
    if (answer === undefined) row.fault(role, `must be yes or no, got ${showValue(text)}`)
    if (answer === 'empty') empty.push([row, item])
    kinds.add(answer === 'tick' ? 'mark' : answer)
    const isYes = answer === 'yes' || answer === 'mark' || answer === 'tick'
    item.inStock = role === 'in stock' ? isYes || answer === 'empty' : !isYes
  }

  /** Decides what empty cells of "in stock" mean: no beside marks alone, yes beside "no" alone, and otherwise an error. */
  function end(): void {
    if (firstX && hasTick) firstX[0].fault(firstX[1], X_AND_TICK)
    if (stock !== 'in stock' || !(kinds.has('mark') || kinds.has('yes'))) return
    const isNo = !kinds.has('yes') && !kinds.has('no')
    for (const [row, item] of empty) {
      item.inStock = false
      if (!isNo) row.fault(stock, 'must be yes or no, as in other rows, but is empty')
    }
  }
}

function withTags(tags: readonly string[], others: readonly string[]): readonly string[] {
  return [...tags, ...others.filter((tag) => !tags.includes(tag))]
}
