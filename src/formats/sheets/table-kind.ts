/** What the heading of a column means. */
export interface HeadingMeaning<Role extends string> {
  /** What the column has, such as `price`. */
  readonly role: Role
  /** The code or sign of the currency of prices. */
  readonly currency?: string
}

/** A column of a sheet, with its heading as it is written, and what is known of it. */
export interface Column<Role extends string> extends Partial<HeadingMeaning<Role>> {
  readonly heading: string
  /** Its place in the rows, of which the first is 0. */
  readonly index: number
}

export type ColumnsByRole<Role extends string> = ReadonlyMap<Role, Column<Role>>

/** A kind of table, such as one of menus or of devices: the roles that its columns may have. */
export interface TableKind<Role extends string> {
  /** What a heading means; undefined if that is not certain, and null if the column is not read. */
  parseHeading(heading: string): HeadingMeaning<Role> | null | undefined
  /** The roles that `--column` may name, as a list for people. */
  readonly roleNames: string
  /** The column that every table has. */
  readonly required: Role
  /** Whether a row with nothing but a merged cell is the name of a group. Otherwise it is a row like any other. */
  readonly hasMergedGroups?: boolean
  /** Whether a column of this role must have text in some row. */
  needsText?(role: Role): boolean
  /** The problems that columns have only in this kind of table. */
  problemsOf?(columns: ColumnsByRole<Role>): readonly string[]
}
