import { MAX_DEPTH, showValue, TOO_DEEP } from '../../errors.ts'
import { isZero } from '../mapping/price-text.ts'
import { cleanDescription } from '../mapping/text.ts'
import type { ConversionReport, Reason } from '../report.ts'
import { type DraftGroup, type DraftItem, type DraftMenu, itemOfRow, lastItem } from './drafts.ts'
import { readPath, unescapeName } from './escapes.ts'
import { fillDown } from './groups.ts'
import { rowLabel } from './place.ts'
import type { PriceColumn } from './prices.ts'
import type { TableRow } from './row.ts'
import type { SheetState } from './sheet.ts'
import { saysSoldOut } from './sold-out-names.ts'
import { readSoldOut, type StockColumn } from './stock.ts'
import { tagsOfRow } from './tags.ts'
import { TEXTS } from './texts.ts'

const REPEATED_SIZE =
  '[size is|sizes are] there several times, and each is taken (delete the rows that are wrong)'

const PRICE_OF_0 =
  '[price is|prices are] 0, which may mean that there is none (leave the cell empty, or write free)'
const SOLD_OUT_NAME =
  '[name says|names say] that something is sold out, but nothing else does (write yes in a column Sold out instead)'

/** Creates a function that adds the item or size of a row to a group. Errors in the row are reported. */
export function itemReader(prices: PriceColumn, report: ConversionReport) {
  return (row: TableRow, menu: DraftMenu, group: DraftGroup, state: SheetState): void => {
    const path = [unescapeName(row.text('item')), ...readPath(row.text('size'))]
    if (path[0] === '')
      row.fault('item', `must name the item: fill in the empty cell${fillDown(state.above, ['item'])}`)
    else if (path.length > MAX_DEPTH) row.fault('size', TOO_DEEP)
    else {
      const { item, isRepeated } = itemAt(group, path, row)
      if (path.length > 1 && isRepeated) doubt(REPEATED_SIZE, row, path.join(' > '))
      setId(row, menu, item)
      fill(row, item, path.join(' > '), state)
    }
  }

  function fill(row: TableRow, item: DraftItem, name: string, { stock, marks, calories }: SheetState): void {
    for (const text of TEXTS) if (row.has(text)) item[text] = cleanDescription(row.rawText(text))
    const tags = tagsOfRow(row, name, report)
    if (tags.length > 0) item.tags = tags
    marks.read(row, item, name)
    setStock(row, item, stock)
    if (item.inStock !== false && saysSoldOut(name)) doubt(SOLD_OUT_NAME, row, name)
    prices.read(row.price('price'), item, name)
    if (isZero(row.cell('price'))) doubt(PRICE_OF_0, row, name)
    if (row.hasSizeColumns) addSizes(row, item, name, stock)
    if (row.has('calories')) item.calories = calories.read(row)
  }

  /** Adds the sizes whose prices are in columns of their own. They are in stock if the item is. */
  function addSizes(row: TableRow, item: DraftItem, name: string, stock: StockColumn): void {
    item.price = null
    for (const { name: sizeName, price } of row.sizes()) {
      const size = itemOfRow(item, sizeName, row)
      size.price = null
      setStock(row, size, stock)
      prices.read(price, size, `${name} > ${sizeName}`)
      if (isZero(price.value)) doubt(PRICE_OF_0, row, `${name} > ${sizeName}`)
    }
  }

  /** Names a row. Those of an exported table, which have ids, are as they are meant. */
  function doubt(reason: Reason, row: TableRow, name: string): void {
    if (row.id('id') === '') report.lose(reason, `${rowLabel(row.place)} (${name})`)
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
  const id = row.id('id')
  if (id === '') return
  const earlier = rowsById.get(id)
  if (earlier !== undefined) row.fault('id', `must not be that of another row, but row ${earlier} has it`)
  rowsById.set(id, row.place.row)
  item.id = id
}

/**
 * @param path the names of the item and its sizes
 * @returns also whether an earlier row is about the same
 */
function itemAt(group: DraftGroup, path: readonly string[], row: TableRow) {
  let parent: DraftGroup | DraftItem = group
  for (const name of path.slice(0, -1)) parent = lastItem(parent, name, row)
  const name = path.at(-1) ?? ''
  const isRepeated = parent.lastItems?.get(name)?.hasRow ?? false
  return { item: itemOfRow(parent, name, row), isRepeated }
}
