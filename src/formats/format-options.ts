import type { InputFile } from '../documents/input-file.ts'

export const FORMAT_NAMES = [
  'document',
  'square',
  'square-items',
  'toast',
  'schema-org',
  'table',
  'devices',
] as const
export type FormatName = (typeof FORMAT_NAMES)[number]
/** The formats of menus. An import file is read as it is, and device tables are not converted without a database. */
export type MenuFormatName = Exclude<FormatName, 'document' | 'devices'>

/** The options that a user may give for files. A format gets only those in its `options`. */
export interface FormatOptions {
  /** The id of the menu, instead of the one that is derived. Only for a single menu. */
  readonly menuId?: string | undefined
  /** The name of menus without one. In Toast files it chooses a menu. */
  readonly menuName?: string | undefined
  /** The location of menus without one; for `square-items`, the location whose columns are read. */
  readonly location?: string | undefined
  /** The restaurant of menus without one. */
  readonly restaurant?: string | undefined
  /** The ISO 4217 code of the prices to take. */
  readonly currency?: string | undefined
  /** The Square location whose menu is made. */
  readonly locationId?: string | undefined
  /** The response of Toast's stock API. */
  readonly stock?: InputFile | undefined
  /** Headings of a table by their roles, such as `item` → `name_en`. */
  readonly column?: ReadonlyMap<string, string> | undefined
  /** The headings of a table that are left out; `*` for all that are not known. */
  readonly ignore?: readonly string[] | undefined
  /** The current time, because items of Square may be sold out until a time. */
  readonly nowMs: number
}

/** An option of the command line; in its name there, hyphens separate the words. */
export type FormatOption = Exclude<keyof FormatOptions, 'nowMs'>

/** The options of formats whose menus may lack a name or a location. */
export const MENU_OPTIONS = ['menuId', 'menuName', 'location', 'restaurant'] as const satisfies FormatOption[]
export const TABLE_OPTIONS = ['column', 'ignore'] as const satisfies FormatOption[]
export type TableOptions = Pick<FormatOptions, (typeof TABLE_OPTIONS)[number]>
