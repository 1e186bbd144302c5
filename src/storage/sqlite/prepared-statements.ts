import type Sqlite from 'better-sqlite3'
import { memoize } from '../../lib/memoize.ts'
import type { StoredRow, Value } from '../database.ts'

/**
 * Every connection and statement of this process. Since Node 24.19, the process aborts if the garbage
 * collector finds an object of better-sqlite3 12 while no JavaScript runs, so none is ever released. Their
 * resources are freed when the connection closes; a few hundred bytes remain.
 */
const reachable: object[] = []

export function preventGarbageCollection<Part extends object>(part: Part): Part {
  reachable.push(part)
  return part
}

/** Compiles every statement once. This works because SQL text is constant and values are bound. */
export function createPrepare(connection: Sqlite.Database) {
  return memoize((sql) => prepare(connection, sql))
}

/** Compiles a statement. Its rows are objects. */
export function prepare(connection: Sqlite.Database, sql: string) {
  const statement = preventGarbageCollection(connection.prepare<Value[], Value[]>(sql))
  const toRow = statement.reader ? createRowConverter(statement) : (): StoredRow => ({})
  return {
    get: (parameters: readonly Value[] = []) => {
      const values = statement.get(...parameters)
      return values && toRow(values)
    },
    all: (parameters: readonly Value[] = []) => statement.all(...parameters).map(toRow),
    /** @returns how many rows it changed */
    run: (parameters: readonly Value[] = []) => statement.run(...parameters).changes,
  }
}

/** Creates a function that converts rows to objects, in half the time that better-sqlite3 takes to return objects. */
function createRowConverter(statement: Sqlite.Statement): (values: readonly Value[]) => StoredRow {
  const names = statement
    .raw()
    .columns()
    .map(({ name }) => name)
  return (values) => {
    const row: Record<string, Value> = {}
    names.forEach((name, index) => {
      row[name] = values[index] ?? null
    })
    return row
  }
}
