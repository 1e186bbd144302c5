import type Sqlite from 'better-sqlite3'
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
export function preparer(connection: Sqlite.Database) {
  const statements = new Map<string, ReturnType<typeof prepare>>()
  return (sql: string) => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = prepare(connection, sql)
      statements.set(sql, statement)
    }
    return statement
  }
}

/** Compiles a statement. Its rows are objects. */
export function prepare(connection: Sqlite.Database, sql: string) {
  const statement = preventGarbageCollection(connection.prepare<Value[], Value[]>(sql))
  const toRow = statement.reader ? rowMaker(statement) : (): StoredRow => ({})
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

/**
 * Compiles a function that converts rows to objects. If better-sqlite3 does it, that takes twice as long in all, and
 * a loop over the columns takes seven times as long as this. SQL, and so the names of columns, is constant.
 */
function rowMaker(statement: Sqlite.Statement): (values: readonly Value[]) => StoredRow {
  const columns = statement.raw().columns()
  const fields = columns.map(({ name }, n) => `${JSON.stringify(name)}: values[${n}]`)
  return Function('values', `return { ${fields.join(', ')} }`) as (values: readonly Value[]) => StoredRow
}
