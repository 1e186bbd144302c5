import { CommandError } from '../../lib/command-error.ts'
import { NO_ALLERGENS_TAG, TAG_PREFIXES } from '../../lib/food/mark-names.ts'
import { keysOf } from '../../lib/records.ts'
import { areEqualAfter, onOneLine } from '../../lib/text/normal-text.ts'
import { MAX_TAGS } from '../../schemas/text-limits.ts'
import {
  GROUP_COLUMNS,
  type GroupRow,
  ITEM_COLUMNS,
  type ItemRow,
  MENU_COLUMNS,
  POSITION_COLUMNS,
  type TableColumns,
} from '../menu-rows.ts'
import { parseTags } from '../tree.ts'
import type { MenuWithTree } from './queries/stored-menus.ts'

/** A row, and the columns of the fields that are not in its import file: not every format has all fields. */
type RowUpdate<Row> = Row & { readonly leftOutColumns?: readonly (keyof Row)[] }

/** An item to write. `replacedTags` is that of `ImportFileItem`. */
type ItemUpdate = RowUpdate<ItemRow> & { readonly replacedTags?: readonly string[] | undefined }

/** A menu to write. */
export interface MenuUpdate {
  readonly menu: RowUpdate<MenuWithTree['menu']>
  readonly groups: readonly RowUpdate<GroupRow>[]
  readonly items: readonly ItemUpdate[]
}

/**
 * Completes a menu from the stored one where the import file leaves fields out. A stored text is also kept if the new one differs
 * only in form, such as by a line break that a cell of a table cannot hold.
 */
export function completeFromStored(stored: MenuWithTree | undefined, wanted: MenuUpdate): MenuWithTree {
  if (stored === undefined) return wanted
  return {
    menu: completeRow(MENU_COLUMNS, wanted.menu, stored.menu),
    groups: completeRows(GROUP_COLUMNS, wanted.groups, stored.groups),
    items: completeRows(ITEM_COLUMNS, keepStoredTags(wanted.items, stored.items), stored.items),
  }
}

function completeRows<Row extends { readonly id: string }>(
  columns: TableColumns<Row>,
  wanted: readonly RowUpdate<Row>[],
  stored: readonly Row[],
): readonly Row[] {
  if (wanted.every(({ leftOutColumns }) => leftOutColumns === undefined)) return wanted
  const byId = new Map(stored.map((row) => [row.id, row]))
  return wanted.map((row) => completeRow(columns, row, byId.get(row.id)))
}

function keepStoredTags(wanted: readonly ItemUpdate[], stored: readonly ItemRow[]): readonly ItemUpdate[] {
  if (wanted.every(({ replacedTags }) => replacedTags === undefined)) return wanted
  const tagsById = new Map(stored.map(({ id, tags }) => [id, parseTags(tags)]))
  return wanted.map((item) => withStoredTags(item, tagsById.get(item.id) ?? []))
}

/** @throws {CommandError} if the item would have too many tags */
function withStoredTags(item: ItemUpdate, stored: readonly string[]): ItemUpdate {
  if (item.replacedTags === undefined) return item
  const own = parseTags(item.tags)
  const replaced = [...item.replacedTags, ...contraryTags(own)]
  const isReplaced = (tag: string) =>
    replaced.some((part) => (part.endsWith(':') ? tag.startsWith(part) : tag === part))
  const kept = stored.filter((tag) => own.includes(tag) || !isReplaced(tag))
  const tags = [...new Set([...kept, ...own])]
  if (tags.length > MAX_TAGS) throw new CommandError(tooManyTags(item))
  return { ...item, tags: JSON.stringify(tags) }
}

function tooManyTags({ id, name }: ItemUpdate): string {
  return `The item ${name} (${id}) would have more than ${MAX_TAGS} tags, with those that it keeps: add a column Tags.`
}

/** The tags that contradict these tags: "no allergens" contradicts any allergen, and the other way round. */
function contraryTags(tags: readonly string[]): readonly string[] {
  if (tags.includes(NO_ALLERGENS_TAG)) return [TAG_PREFIXES.allergens]
  return tags.some((tag) => tag.startsWith(TAG_PREFIXES.allergens)) ? [NO_ALLERGENS_TAG] : []
}

/** An empty text counts as null. */
const shownText = (text: string) => onOneLine(text) || null

function completeRow<Row extends object>(
  { fieldByColumn, toFieldValue }: TableColumns<Row>,
  row: RowUpdate<Row>,
  stored: Row | undefined,
): Row {
  const { leftOutColumns } = row
  if (stored === undefined || leftOutColumns === undefined) return row
  const hasOtherForm = (column: keyof Row & string) =>
    stored[column] !== row[column] &&
    !POSITION_COLUMNS.has(column) &&
    areEqualAfter(shownText, toFieldValue(column, stored[column]), toFieldValue(column, row[column]))
  const kept = keysOf(fieldByColumn).filter(
    (column) => leftOutColumns.includes(column) || hasOtherForm(column),
  )
  return { ...row, ...Object.fromEntries(kept.map((column) => [column, stored[column]])) }
}
