/** The type of a statement's parameter, and of a column. */
export type Value = string | number | null
export type StoredRow = Record<string, Value>

/** One SQL statement with a `?` for each parameter. */
export interface Query {
  readonly sql: string
  readonly parameters?: readonly Value[]
}

/**
 * A statement with `VALUES (?, …)`, where each value is a parameter, for many rows: an insert, optionally with `ON CONFLICT`, or
 * an update from rows of texts. An engine may run it as one statement. No two of the rows may be the same row of the table, unless
 * an insert does nothing on conflict.
 */
export interface RowsStatement {
  readonly sql: string
  readonly rows: readonly (readonly Value[])[]
}

/** A query whose rows are needed before the next statement is drawn. */
export interface Read extends Query {
  /** Called with the rows. */
  readonly onRows: (rows: readonly StoredRow[]) => void
}

/** A query, an insert of many rows, or a script of several statements without parameters. */
export type Statement = Query | Read | RowsStatement | { readonly script: string }

/** Identifies the keys, grants and menus between two commits that change them. */
export interface DataVersion {
  /** Increases with each version that is seen. */
  readonly number: number
}

export type Engine = 'sqlite' | 'postgres'

/** One consistent state of a database, which stays as it was while others write. */
export interface Snapshot {
  all<Row>(query: Query): Promise<Row[]>
  /** Call it in any case: until then, the database keeps what others replace and delete. */
  close(): Promise<void>
}

/** Runs queries that read: a database, or a snapshot of one. */
export type QueryRunner = Pick<Database, 'all' | 'snapshot'>

/** A problem with a server of a database that is in use, maybe on another server. */
export interface StorageWarning {
  /** The address of the server. It is not for the public. */
  readonly server: string
  readonly message: string
}

/** The interface of a storage engine. All drivers must pass the same contract tests. */
export interface Database {
  readonly engine: Engine
  /** Opens the same database again; undefined if it is in memory, where only this connection has it. */
  readonly url: string | undefined
  get<Row>(sql: string, ...parameters: readonly Value[]): Promise<Row | undefined>
  all<Row>(sql: string, ...parameters: readonly Value[]): Promise<Row[]>
  /**
   * The version of keys, grants and menus, read after the call. It is the same object until a change of them is committed, by any
   * process, so what was read before is still valid. An engine may report a change where there was none. See
   * `watchDataVersion` for notification of changes.
   */
  dataVersion(): Promise<DataVersion>
  /** Runs all queries on one consistent snapshot. @returns the rows of each query */
  snapshot<Rows extends unknown[][]>(queries: readonly Query[]): Promise<Rows>
  /**
   * Opens a snapshot that is read query by query. Of a database in memory, which has only one connection, it shows
   * changes that are made meanwhile.
   */
  openSnapshot(): Promise<Snapshot>
  /**
   * Runs all statements in one transaction. They are read from the iterable one by one, so a generator may
   * yield far more than fits into memory. A `Read` sees what the statements before it have written.
   * @returns how many rows the queries changed, without those that triggers changed
   */
  batch(statements: Iterable<Statement>): Promise<number>
  /**
   * Like `batch`, for statements that change tables. A table that is dropped takes no rows of others with it: where that would leave
   * references to missing rows, it is refused.
   * @throws {StorageConstraintError | StorageUnavailableError} if it is refused
   */
  changeSchema(statements: Iterable<Statement>): Promise<void>
  /** The names of all tables, including those of other programs. */
  tableNames(): Promise<string[]>
  /** What an operator must know of the servers of the database, as it was seen within the last seconds. */
  warnings(): readonly StorageWarning[]
  close(): Promise<void>
}

/**
 * What a connection is used for: a server reads with `read`, and writes with `server-write`, which must not stop it from
 * reading meanwhile; commands write with `write`; what may create or migrate the database opens it with `create`.
 */
export type Purpose = 'read' | 'write' | 'create' | 'server-write'

/** Which server to read from if a URL names several. */
export type ReadFrom = 'primary' | 'replica'

export interface OpenOptions {
  /** The default is the primary. */
  readonly readFrom?: ReadFrom | undefined
}

/** The database is unavailable, too busy or damaged. The same request may succeed later. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** Another program holds a lock for longer than a write waits, or each of the two waits for the other. */
export class StorageLockedError extends StorageUnavailableError {
  override name = 'StorageLockedError'
}

/** The database cannot be used as it is. The message says what to do. */
export class StorageUnusableError extends Error {
  override name = 'StorageUnusableError'
}

/** A write violates a constraint of the schema, such as a missing reference or a duplicate id. */
export class StorageConstraintError extends Error {
  override name = 'StorageConstraintError'
}

/** SQL for the elements of a JSON array of strings. The array is one parameter, whatever its length. */
export const BOUND_LIST = '(SELECT value FROM json_each(?))'

/** Like BOUND_LIST, for `IN` in a query of many rows: PostgreSQL compares each row with all elements of an array. */
export const BOUND_SET = '(SELECT json_each.value FROM json_each(?))'

/** SQL for the same elements as a table, with their places from 0 on. */
export const BOUND_ORDER = '(SELECT key AS place, value AS id FROM json_each(?))'

/** The parameter for BOUND_LIST, BOUND_SET and BOUND_ORDER. Values that no database can store are left out: they match no row. */
export function boundList(values: Iterable<string>): string {
  return JSON.stringify([...values].filter((value) => isStorable(value)))
}

/** Declares a query with its parameters, in the order of the SQL. Ids are bound as one list: see BOUND_LIST. */
export function query<Parameters extends readonly (Value | Iterable<string>)[]>(sql: string) {
  return (...parameters: Parameters): Query => ({ sql, parameters: parameters.map(toValue) })
}

/** Declares what reads all rows of such a query. It takes all that it is given for parameters, as a callback too. */
export function reader<Row, Parameters extends readonly (Value | Iterable<string>)[] = []>(sql: string) {
  return (database: QueryRunner, ...parameters: Parameters): Promise<Row[]> =>
    database.all<Row>(sql, ...parameters.map(toValue))
}

function toValue(parameter: Value | Iterable<string>): Value {
  return typeof parameter === 'object' && parameter !== null ? boundList(parameter) : parameter
}

/** Whether a database can store a text: NUL and lone surrogates cannot be stored. */
export function isStorable(text: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(text)
}
