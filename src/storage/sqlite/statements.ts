import type Sqlite from 'better-sqlite3'
import type { Value } from '../database.ts'

/**
 * Every connection and every statement of this process. From 24.19 on, Node aborts the process when one of
 * better-sqlite3 12 is found by the garbage collector while no JavaScript runs: so none is ever let go. What
 * they hold is freed when the connection closes; what stays of it is a few hundred bytes.
 */
const kept: object[] = []

export function keep<Part extends object>(part: Part): Part {
  kept.push(part)
  return part
}

type StoredRow = Record<string, Value>

/** One statement, compiled; its rows are objects. */
export interface Prepared {
  readonly get: (parameters: readonly Value[]) => StoredRow | undefined
  readonly all: (parameters: readonly Value[]) => StoredRow[]
  /** @returns how many rows it changed */
  readonly run: (parameters: readonly Value[]) => number
}

/** Every statement is compiled once: SQL text is constant, values are bound. */
export function preparer(connection: Sqlite.Database): (sql: string) => Prepared {
  const statements = new Map<string, Prepared>()
  return (sql) => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = prepare(connection, sql)
      statements.set(sql, statement)
    }
    return statement
  }
}

function prepare(connection: Sqlite.Database, sql: string): Prepared {
  const statement = keep(connection.prepare<Value[], Value[]>(sql))
  const toRow = statement.reader ? rowMaker(statement) : () => ({})
  return {
    get: (parameters) => {
      const values = statement.get(...parameters)
      return values && toRow(values)
    },
    all: (parameters) => statement.all(...parameters).map(toRow),
    run: (parameters) => statement.run(...parameters).changes,
  }
}

/** Makes objects of rows here: better-sqlite3 takes more than twice as long for them as for arrays. */
function rowMaker(statement: Sqlite.Statement): (values: readonly Value[]) => StoredRow {
  const columns = statement.raw().columns()
  return (values) => {
    const row: StoredRow = {}
    columns.forEach(({ name }, n) => {
      row[name] = values[n] ?? null
    })
    return row
  }
}
