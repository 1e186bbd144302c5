import { MAX_CALORIES, rangeProblem } from '../../../menu/amounts.ts'
import { MAX_DEPTH, showValue, TOO_DEEP } from '../../errors.ts'
import { parseCalories } from '../mapping/calories.ts'
import { cleanDescription } from '../mapping/text.ts'
import type { ConversionReport } from '../report.ts'
import type { ColumnRole } from './columns.ts'
import { type DraftGroup, type DraftItem, type DraftMenu, itemOfRow, lastItem } from './drafts.ts'
import { readPath, unescapeName } from './escapes.ts'
import type { PriceColumn } from './prices.ts'
import type { TableRow } from './row.ts'
import { readSoldOut, type StockColumn } from './stock.ts'
import { TAG_ROLES, tagsOfRow } from './tags.ts'

/** The columns that only items and their sizes have. */
export const ITEM_ROLES: readonly ColumnRole[] = [
  'item',
  'size',
  'description',
  'price',
  'calories',
  ...TAG_ROLES,
  'in stock',
  'sold out',
  'id',
]

/** Creates a function that adds the item or size of a row to a group. Errors in the row are reported. */
export function itemReader(prices: PriceColumn, report: ConversionReport) {
  return (row: TableRow, menu: DraftMenu, group: DraftGroup, stock: StockColumn): void => {
    const path = [unescapeName(row.text('item')), ...readPath(row.text('size'))]
    if (path[0] === '') row.fault('item', 'must name the item: fill in the empty cell')
    else if (path.length > MAX_DEPTH) row.fault('size', TOO_DEEP)
    else {
      const item = itemAt(group, path, row)
      setId(row, menu, item)
      fill(row, item, path.join(' > '), stock)
    }
  }

  function fill(row: TableRow, item: DraftItem, name: string, stock: StockColumn): void {
    if (row.has('description')) item.description = cleanDescription(row.text('description'))
    const tags = tagsOfRow(row, name, report)
    if (tags.length > 0) item.tags = tags
    setStock(row, item, stock)
    prices.read(row, item, name)
    if (row.hasSizeColumns) addSizes(row, item, name, stock)
    if (row.has('calories')) item.calories = caloriesOf(row)
  }

  /** Adds the sizes whose prices are in columns of their own. They are in stock if the item is. */
  function addSizes(row: TableRow, item: DraftItem, name: string, stock: StockColumn): void {
    item.price = null
    for (const { name: sizeName, price } of row.sizes()) {
      const size = itemOfRow(item, sizeName, row)
      size.price = null
      setStock(row, size, stock)
      prices.read(price, size, `${name} > ${sizeName}`)
    }
  }

  function caloriesOf(row: TableRow): number | null {
    const cell = row.cell('calories')
    const calories = parseCalories(cell)
    const problem =
      calories === undefined ? 'must be a number such as 170' : rangeProblem(calories ?? 0, MAX_CALORIES)
    if (problem !== undefined) row.fault('calories', `${problem}, got ${showValue(cell)}`)
    return calories ?? null
  }
}

function setStock(row: TableRow, item: DraftItem, stock: StockColumn): void {
  const inStock = row.text('in stock')
  if (row.has('in stock') && !stock.read(inStock, item))
    row.fault('in stock', `must be yes or no, got ${showValue(inStock)}`)
  const soldOut = row.text('sold out')
  const isSoldOut = readSoldOut(soldOut)
  if (isSoldOut) item.inStock = false
  if (isSoldOut === undefined) row.fault('sold out', `must be yes or no, got ${showValue(soldOut)}`)
}

function setId(row: TableRow, { rowsById }: DraftMenu, item: DraftItem): void {
  const id = row.text('id')
  if (id === '') return
  const earlier = rowsById.get(id)
  if (earlier !== undefined) row.fault('id', `must not be that of another row, but row ${earlier} has it`)
  rowsById.set(id, row.place.row)
  item.id = id
}

/** @param path the names of the item and its sizes */
function itemAt(group: DraftGroup, path: readonly string[], row: TableRow): DraftItem {
  let parent: DraftGroup | DraftItem = group
  for (const name of path.slice(0, -1)) parent = lastItem(parent, name, row)
  return itemOfRow(parent, path.at(-1) ?? '', row)
}
