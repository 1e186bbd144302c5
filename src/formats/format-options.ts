import { describeFiles, type InputFile } from '../documents/input-file.ts'
import { UsageError } from '../lib/command-error.ts'

/** The options that a user may give for files. A format gets only those that `OPTIONS_OF_FORMAT` lists for it. */
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
  /** Roles of columns with headings, such as `item` and `name_en`. Several files may have several headings for a role. */
  readonly column?: Iterable<readonly [role: string, heading: string]> | undefined
  /** The headings of a table that are left out; `*` for all that are not known. */
  readonly ignore?: readonly string[] | undefined
  /** The current time, because items of Square may be sold out until a time. */
  readonly nowMs: number
}

/** An option of the command line, where the name `menuId` is written `--menu-id`. */
export type FormatOption = Exclude<keyof FormatOptions, 'nowMs'>

/** The options of formats whose menus may lack a name or a location. */
const MENU_OPTIONS = ['menuId', 'menuName', 'location', 'restaurant'] as const satisfies FormatOption[]
const TABLE_OPTIONS = ['column', 'ignore'] as const satisfies FormatOption[]
export type TableOptions = Pick<FormatOptions, (typeof TABLE_OPTIONS)[number]>

/** The formats, and the options that each of them uses. Any other option is refused. */
export const OPTIONS_OF_FORMAT = {
  document: [],
  square: [...MENU_OPTIONS, 'currency', 'locationId'],
  'square-items': [...MENU_OPTIONS, ...TABLE_OPTIONS, 'currency'],
  toast: [...MENU_OPTIONS, 'currency', 'stock'],
  'schema-org': [...MENU_OPTIONS, 'currency'],
  table: [...MENU_OPTIONS, ...TABLE_OPTIONS, 'currency'],
  devices: TABLE_OPTIONS,
} as const satisfies Record<string, readonly FormatOption[]>
export type FormatName = keyof typeof OPTIONS_OF_FORMAT
/** The formats of menus. `document` needs no conversion, and `devices` needs a database. */
export type MenuFormatName = Exclude<FormatName, 'document' | 'devices'>

/**
 * Checks that a format uses all options that the user gives.
 * @param files named in the error
 * @throws {UsageError} if it does not use one
 */
export function requireKnownOptions(
  format: FormatName,
  options: Readonly<Partial<Record<FormatOption, unknown>>>,
  files: readonly InputFile[],
): void {
  const used: readonly FormatOption[] = OPTIONS_OF_FORMAT[format]
  // The predicate compiles only if each option is listed by at least one format. An unlisted option would never be refused.
  const unused = Object.values(OPTIONS_OF_FORMAT)
    .flat()
    .find((option): option is FormatOption => options[option] !== undefined && !used.includes(option))
  if (unused === undefined) return
  const option = `--${unused.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  throw new UsageError(`${describeFiles(files)}: The format ${format} has no option ${option}: leave it out.`)
}
