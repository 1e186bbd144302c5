import { type ColumnsOf, columnsOf, createColumnConverter, createFieldValueConverter } from '../lib/fields.ts'
import { keysOf } from '../lib/records.ts'
import { GROUP_FIELDS, ITEM_FIELDS, MENU_FIELDS } from './schema.ts'

export interface MenuRow extends ColumnsOf<typeof MENU_FIELDS> {
  readonly id: string
  /** Changes whenever anything in the menu changes, and is never reused. */
  readonly revision: string
}

/** The columns that groups and items have in common. `position` orders siblings. */
export interface NodeRow {
  /** Unique within the menu. */
  readonly id: string
  readonly menu_id: string
  readonly parent_id: string | null
  readonly position: number
  readonly name: string
}

export type GroupRow = NodeRow & ColumnsOf<typeof GROUP_FIELDS>

/** A row of `menu_items`; a child item has the same group as its parent. */
export type ItemRow = NodeRow & ColumnsOf<typeof ITEM_FIELDS> & { readonly group_id: string }

/** The columns of a table: the name of the field of each, and how a value of a column becomes a value of the field. */
export interface TableColumns<Row> {
  readonly fieldByColumn: Readonly<Record<keyof Row & string, string>>
  readonly toFieldValue: (column: string, value: unknown) => unknown
}

const POSITION = { id: 'id', menu_id: 'menu', parent_id: 'parent', position: 'position' } as const
/** The columns that say where a group or an item is. */
export const POSITION_COLUMNS: ReadonlySet<string> = new Set([...Object.keys(POSITION), 'group_id'])

/** Without the revision, which the database sets. */
export const MENU_COLUMNS = {
  fieldByColumn: { id: 'id', ...columnsOf(MENU_FIELDS) },
  toFieldValue: createFieldValueConverter(MENU_FIELDS),
} as const

export const GROUP_COLUMNS = {
  fieldByColumn: { ...POSITION, ...columnsOf(GROUP_FIELDS) },
  toFieldValue: createFieldValueConverter(GROUP_FIELDS),
}

/** Differences are listed in the order of these columns. Name, description and tags come first, as for groups. */
const { name, description, tags, ...itemColumns } = columnsOf(ITEM_FIELDS)
export const ITEM_COLUMNS = {
  fieldByColumn: { ...POSITION, name, description, tags, group_id: 'group', ...itemColumns },
  toFieldValue: createFieldValueConverter(ITEM_FIELDS),
} as const

/** SQL: the select lists of `MenuRow`, `GroupRow` and `ItemRow`. */
export const MENU_SELECT_LIST = [...keysOf(MENU_COLUMNS.fieldByColumn), 'revision']
  .map((name) => `m.${name}`)
  .join(', ')
export const GROUP_SELECT_LIST = keysOf(GROUP_COLUMNS.fieldByColumn).join(', ')
export const ITEM_SELECT_LIST = keysOf(ITEM_COLUMNS.fieldByColumn).join(', ')

export const toMenuColumns = createColumnConverter(MENU_FIELDS)
export const toGroupColumns = createColumnConverter(GROUP_FIELDS)
export const toItemColumns = createColumnConverter(ITEM_FIELDS)
