import type { ReadHeading } from './heading-text.ts'
import type { Columns, TableRow } from './table-row.ts'

export interface SheetReader<Role extends string> {
  /** Reads a row that has content in known columns, and no wrong cell. */
  read(row: TableRow<Role>): void
  /** Reads a row that has nothing but a name, which is merged across several columns. */
  readGroup?(row: TableRow<Role>, name: string): void
  end?(): void
}

/** A kind of table, such as a menu. */
export interface TableForm<Role extends string> {
  /** The role of a column with this heading; undefined if it is not certain, and null if the column is not read. */
  roleOf(heading: string): ReadHeading<Role> | null | undefined
  /** The roles that `--column` may name, as a list for people. */
  readonly columns: string
  /** The column that every table has. */
  readonly required: Role
  /** Whether a column of this role must have text in some row. */
  needsText?(role: Role): boolean
  /** The other problems of the columns. */
  check?(columns: Columns<Role>): readonly string[]
  begin(columns: Columns<Role>): SheetReader<Role>
}
