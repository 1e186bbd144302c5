/** The type of a statement's parameter, and of a column. */
export type Value = string | number | null
export type StoredRow = Record<string, Value>

/** One SQL statement that reads or writes, with a `?` for each parameter. */
export interface Query {
  readonly sql: string
  readonly parameters?: readonly Value[]
}

/**
 * One statement for many rows, written for one row: `INSERT … VALUES (?, ?)`, or an UPDATE from `VALUES (?, ?)` whose values are
 * all texts. PostgreSQL runs it once for all rows, so no two rows may have the same key, except with `ON CONFLICT DO NOTHING`.
 */
export interface RowsStatement {
  readonly sql: string
  readonly rows: readonly (readonly Value[])[]
}

/** A query in a batch. Its rows are passed to `onRows` before the next statement runs. */
export interface Read extends Query {
  readonly onRows: (rows: readonly StoredRow[]) => void
}

/** A query, a read whose rows are passed on, one statement for many rows, or a script without parameters. */
export type Statement = Query | Read | RowsStatement | { readonly script: string }

/** A number that rises whenever keys, grants or menus change, and stays the same while only devices change. */
export type ContentVersion = number

/** How long a write waits for the write of another process. There is one writer at a time. */
export const WRITER_WAIT_MS = 5000

export type Engine = 'sqlite' | 'postgres'

/** Runs queries that read: a database, or a snapshot of one. */
export interface QueryRunner {
  all<Row>(query: Query): Promise<Row[]>
  /** Runs all queries on one consistent snapshot. @returns the rows of each query */
  readTogether<Rows extends unknown[][]>(queries: readonly Query[]): Promise<Rows>
}

/** One consistent state of a database, which does not change while others write. */
export interface Snapshot extends QueryRunner {
  /** Always call this: until then, the database keeps old versions of rows. */
  close(): Promise<void>
}

/** A problem with a database, or with one of its servers, which may not be the server in use. */
export interface StorageWarning {
  /** What the problem is with: the address of a server, the path of a file, or the engine. It is not for the public. */
  readonly subject: string
  /** For operators: it may contain text of the driver, such as the name of a table. */
  readonly message: string
  /** The message for the public, if `message` is not for the public. */
  readonly publicMessage?: string
}

/** The interface of a storage engine. All drivers must pass the same contract tests. */
export interface Database extends QueryRunner {
  readonly engine: Engine
  /** The URL that opens the same database again; undefined if the database is in memory. */
  readonly url: string | undefined
  /** The first row of a query. */
  get<Row>(query: Query): Promise<Row | undefined>
  /**
   * Returns the same number until any process commits a change of content, and then a higher one. Compare only numbers from the
   * same `Database` object. An engine may report a change where there was none.
   */
  contentVersion(): Promise<ContentVersion>
  /**
   * Opens a snapshot that is read query by query: see `withSnapshot`. A snapshot of a database in memory shows later changes,
   * because it uses the same connection.
   */
  openSnapshot(): Promise<Snapshot>
  /**
   * Runs all statements in one transaction. They are read from the iterable one by one, so a generator may
   * yield far more than fits into memory. A `Read` sees the changes of the statements before it.
   * @returns how many rows the queries changed, without those that triggers changed
   */
  batch(statements: Iterable<Statement>): Promise<number>
  /** The names of all tables, including those of other programs. */
  tableNames(): Promise<string[]>
  /** The problems that were seen within the last seconds. */
  warnings(): readonly StorageWarning[]
  /** Only with `server-write`. Adds the warning that `batch` would add, for a write that failed in another thread. */
  rememberFailedWrite?(error: unknown): void
  close(): Promise<void>
}

/**
 * The use of a connection:
 * - `read`: by servers, and by commands that only read
 * - `write`: by commands that write
 * - `create`: by commands that may also create or migrate the database
 * - `server-write`: by servers, whose writes never block their reads
 */
export type Purpose = 'read' | 'write' | 'create' | 'server-write'

/** Which server to read from if a URL names several. */
export type ReadFrom = 'primary' | 'replica'

/** The database is unavailable or too busy. The same request may succeed a moment later. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** Another program holds a lock for too long, or there is a deadlock. */
export class StorageLockedError extends StorageUnavailableError {
  override name = 'StorageLockedError'
}

/** The database cannot be used until an operator has acted. The message says what to do. */
export class StorageOperatorError extends Error {
  override name = 'StorageOperatorError'
  /** The message without text of the driver. */
  readonly publicMessage: string

  constructor(message: string, { publicMessage = message, ...options }: OperatorErrorOptions = {}) {
    super(message, options)
    this.publicMessage = publicMessage
  }
}

interface OperatorErrorOptions extends ErrorOptions {
  readonly publicMessage?: string
}

/** Whether the cause of an error is the database, and not the query. */
export function isStorageError(error: unknown): boolean {
  return error instanceof StorageUnavailableError || error instanceof StorageOperatorError
}

/** A write violates a constraint of the schema, such as a missing reference or a duplicate id. */
export class StorageConstraintError extends Error {
  override name = 'StorageConstraintError'
}

/** All classes above. The thread that writes menus passes on their errors, and commands print their messages for the user. */
export const STORAGE_ERRORS = [
  StorageUnavailableError,
  StorageLockedError,
  StorageOperatorError,
  StorageConstraintError,
]

/** Whether a database can store a text: NUL and lone surrogates cannot be stored. */
export function isStorable(text: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(text)
}
