import type { OnRead } from './containers/containers.ts'
import type { InputFile } from './input-file.ts'
import type { ConversionReport } from './report.ts'
import type { Sample } from './sample.ts'

export const FORMAT_NAMES = [
  'document',
  'groups',
  'square',
  'square-items',
  'toast',
  'schema-org',
  'openmenu',
  'table',
  'devices',
] as const
export type FormatName = (typeof FORMAT_NAMES)[number]
/** The formats of menus. An import file is read as it is, and lists of devices are not converted without a database. */
export type ConvertedFormat = Exclude<FormatName, 'document' | 'devices'>

/** What a user may say about the files. A format is given those of its `options`. */
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
  /** Whether modifiers become child items. */
  readonly modifiers?: boolean | undefined
  /** The response of Toast's stock API. */
  readonly stock?: InputFile | undefined
  /** Headings of a table by what they are, such as `item` → `name_en`. */
  readonly column?: ReadonlyMap<string, string> | undefined
  /** The sheets of workbooks that are left out. */
  readonly withoutSheet?: readonly string[] | undefined
  /** Whether the hidden sheets, rows and columns of workbooks are read, and what is struck out. */
  readonly withHidden?: boolean | undefined
  /** Called now and then while a table is read. */
  readonly onRead?: OnRead | undefined
  /** The current time. Square's items that are sold out may be so until a time. */
  readonly nowMs: number
}

/** An option of the command line; in its name there, hyphens separate the words. */
export type FormatOption = Exclude<keyof FormatOptions, 'onRead' | 'nowMs'>

/** The options of formats whose menus may lack a name or a location. */
export const MENU_OPTIONS = ['menuId', 'menuName', 'location', 'restaurant'] as const satisfies FormatOption[]

/** A format of menus. A new one is a file in this folder and a line in `formats.ts`. */
export interface MenuFormat {
  /** The options that it uses. Any other is refused. */
  readonly options: readonly FormatOption[]
  /** Whether the beginning of a file looks like this format. */
  matches(sample: Sample): boolean
  /**
   * Reads the menus in files of this format. Most formats make `SourceMenu`s and end with `finishMenus`.
   * @param report takes errors in the files, and what cannot be carried over
   * @returns the menus of an import file; they are validated like those of any import file
   * @throws {DocumentError | CommandError} if they cannot be read at all
   */
  read(
    files: readonly InputFile[],
    options: FormatOptions,
    report: ConversionReport,
  ): Promise<readonly unknown[]>
}
