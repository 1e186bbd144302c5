import { shorten } from '../../lib/text/cut-to.ts'
import { MAX_DEPTH, TOO_DEEP } from '../../schemas/depth.ts'
import { parseCalories } from '../shared/calories.ts'
import type { ReadingContext } from '../shared/reading-context.ts'
import { unescapeName } from '../sheets/paths-and-tags.ts'
import { vocabulary } from '../words/words.ts'
import { addItem, type DraftGroup, type DraftItem, type DraftMenu, getOrAddItem } from './draft-menus.ts'
import {
  isFromExport,
  type MenuTableRow,
  readDescription,
  readId,
  readItemTags,
  readName,
  readNames,
} from './menu-cells.ts'
import { tagPrefixOf } from './menu-columns.ts'
import { readPriceCell } from './price-cells.ts'
import { readYesNoCells } from './yes-no-columns.ts'

const NO_NAME = 'must name the item: fill in the empty cell, or repeat the name that is above'
const ONLY_NAME =
  'must not be the only text of the row: for an item, write its price, or - for none; for a group, write its name into a column Group in the rows of its items'
const REPEATED_ITEM = 'write a size of its own into each row, in a column Size, or delete one of the rows'
const TOTAL = 'must be an item, but looks like a total: delete the row'
const SOLD_OUT_NAME = 'must not say that the item is sold out: write yes in a column Sold out'
const TOTALS = vocabulary('totals')
const SOLD_OUT = vocabulary('soldOut')

/** Adds the item or the size of a row to its group. @returns whether its name has no error */
export function addItemOfRow(
  row: MenuTableRow,
  menu: DraftMenu,
  group: DraftGroup,
  context: ReadingContext,
): boolean {
  const path = [unescapeName(readName(row, 'item')), ...readNames(row, 'size')]
  const problem = problemOfPath(path) ?? (isFromExport(row) ? undefined : problemOfName(row))
  if (problem !== undefined) row.refuse('item', problem)
  else {
    const item = itemAt(group, path, row)
    setId(row, menu, item)
    fillInItem(row, item, path.join(' > '), context)
  }
  return problem === undefined
}

/** @param name of the item or the size in the report */
function fillInItem(
  row: MenuTableRow,
  item: DraftItem,
  name: string,
  { prices, report }: ReadingContext,
): void {
  if (row.has('description')) item.description = readDescription(row, 'description')
  const prefixes = row.columnRoles().flatMap((role) => tagPrefixOf(role) ?? [])
  if (prefixes.length > 0) item.tags = readItemTags(row, name, report)
  if (!row.has('tags')) item.replacedTags = prefixes
  if (row.has('calories'))
    item.calories = parseCalories(row.text('calories'), row.cell('calories')?.isNumber === true, (problem) =>
      row.refuse('calories', problem),
    )
  const style = { currency: row.text('currency'), isStored: isFromExport(row) }
  if (row.has('price')) item.price = readPriceCell(row, 'price', name, prices, style)
  readYesNoCells(row, item)
}

function problemOfPath([name, ...sizes]: readonly string[]): string | undefined {
  if (name === '') return NO_NAME
  return sizes.length >= MAX_DEPTH ? TOO_DEEP : undefined
}

/** The problem of the name of an item that a person wrote, and that is not from an export; undefined if there is none. */
function problemOfName(row: MenuTableRow): string | undefined {
  const name = row.text('item').toLowerCase()
  if (TOTALS.has(name.replace(/[:.]$/u, ''))) return TOTAL
  if (name.split(/[()[\]{}*|!:]|\s[-–—]\s/u).some((part) => SOLD_OUT.has(part.trim()))) return SOLD_OUT_NAME
  return row.has('price') && row.filledRoles.length === 1 ? ONLY_NAME : undefined
}

/** The item or size of a row: a new one, unless there were only rows for its sizes so far. */
function itemAt(group: DraftGroup, path: readonly string[], row: MenuTableRow): DraftItem {
  let parent: DraftGroup | DraftItem = group
  for (const name of path.slice(0, -1)) parent = getOrAddItem(parent, name, row)
  const name = path.at(-1) ?? ''
  const last = parent.itemsByKey.get(name)
  const hasId = row.id('id') !== ''
  if (last?.row !== undefined && !hasId)
    row.refuse(
      path.length > 1 ? 'size' : 'item',
      `must not be in the group again after ${last.row.label}, got ${shorten(name)}: ${REPEATED_ITEM}`,
    )
  const item = last === undefined || last.row !== undefined ? addItem(parent, name, row) : last
  item.row = row
  return item
}

function setId(row: MenuTableRow, menu: DraftMenu, item: DraftItem): void {
  const id = readId(row, 'id')
  if (id === undefined) return
  const first = menu.rowsById.get(id)
  if (first !== undefined) row.refuse('id', `must not be repeated: ${first} has the same id`)
  menu.rowsById.set(id, row.label)
  item.id = id
}
