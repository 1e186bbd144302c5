/** What a parameter of a statement may be; what a column may hold. */
export type Value = string | number | null

/** One SQL statement with a `?` for each parameter. */
export interface Query {
  readonly sql: string
  readonly parameters?: readonly Value[]
}

/** Questions that are asked one after the other, each with what the one before was answered, up to a result. */
export type Dialogue<Result> = Generator<Query, Result, readonly unknown[]>

/** One question of a dialogue. */
export function* ask<Row>(query: Query): Dialogue<readonly Row[]> {
  return (yield query) as readonly Row[]
}

/**
 * An `INSERT … VALUES (?, …)`, perhaps with `ON CONFLICT`, for many rows: an engine may make one statement of
 * them. No two of them may be the same row of the table, unless conflicts do nothing.
 */
export interface Insert {
  readonly sql: string
  readonly rows: readonly (readonly Value[])[]
}

/** A query, the insertion of many rows, or a script of several statements without parameters. */
export type Statement = Query | Insert | { readonly script: string }

/** Stands for keys, grants and menus between two commits that change them. */
export interface State {
  /** Larger for a state that was seen later. */
  readonly number: number
}

export type Engine = 'sqlite' | 'postgres'

/** All that the service asks of a storage engine. One contract suite holds every driver to it. */
export interface Database {
  readonly engine: Engine
  /** The first row of the answer, or undefined. */
  get<Row>(sql: string, ...parameters: readonly Value[]): Promise<Row | undefined>
  /** All rows of the answer. */
  all<Row>(sql: string, ...parameters: readonly Value[]): Promise<Row[]>
  /**
   * The state of keys, grants and menus: the same object until a change of them is committed, by whomever, so
   * that what was read before still holds. An engine may take it for changed when it is not.
   */
  state(): State | Promise<State>
  /**
   * Calls the listener at first, and from then on soon after keys, grants or menus were changed, by whomever:
   * while the storage can be reached, within half a second of the commit. It may be called without a change.
   * @returns ends the watch
   */
  watch(listener: () => void): () => void
  /** The rows of each query, all read from one and the same state of the data. */
  snapshot<Answers extends unknown[][]>(queries: readonly Query[]): Promise<Answers>
  /**
   * Like a snapshot, but a question may depend on the answers to those before it.
   * @param begin begins the dialogue; where a server is lost in the middle of it, once more with another
   */
  consult<Result>(begin: () => Dialogue<Result>): Promise<Result>
  /**
   * Runs all statements in one transaction: all of them take effect, or none. They are drawn one by one,
   * so that a generator may hold far more than fits into memory.
   * @returns how many rows the queries changed; what triggers changed does not count
   */
  batch(statements: Iterable<Statement>): Promise<number>
  /** The names of all tables, whoever made them. */
  tableNames(): Promise<string[]>
  close(): Promise<void>
}

/** What the connection is for: the server reads; commands write; some of them may create the database. */
export type Purpose = 'read' | 'write' | 'create'

/** The storage cannot be reached, is too busy or is damaged; the same request may succeed later. */
export class StorageUnavailableError extends Error {
  override name = 'StorageUnavailableError'
}

/** The database is not one that can be worked with; the message says what to do. */
export class StorageRefusedError extends Error {
  override name = 'StorageRefusedError'
}

/** A write that breaks a rule of the schema: a reference to nothing, an id given twice. */
export class StorageConstraintError extends Error {
  override name = 'StorageConstraintError'
}

/** SQL: the members of a JSON array of strings that is bound as one parameter, however many they are. */
export const BOUND_LIST = '(SELECT value FROM json_each(?))'

/** The parameter that goes with BOUND_LIST. What no database can hold is left out: it is not in any. */
export function boundList(values: Iterable<string>): string {
  return JSON.stringify([...values].filter((value) => isStorable(value)))
}

/** Whether a text is one that a database can hold: NUL and lone surrogates cannot be stored. */
export function isStorable(text: string): boolean {
  return !/[\0\ud800-\udfff]/u.test(text)
}
