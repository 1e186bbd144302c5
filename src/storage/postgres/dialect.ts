import { BOUND_LIST, type Insert } from '../database.ts'

/** A statement in PostgreSQL's dialect. Each connection that runs it prepares it under this name. */
export interface Prepared {
  readonly name: string
  readonly text: string
}

/** With one array, each element is looked up in an index, whatever number of rows the planner expects. */
const IN_BOUND_LIST = '= ANY (ARRAY(SELECT json_array_elements_text(?::json)))'
const NOT_IN_BOUND_LIST = '<> ALL (ARRAY(SELECT json_array_elements_text(?::json)))'

const statements = new Map<string, Prepared>()

/** Translates a statement for PostgreSQL. SQL is constant text: each is translated once and gets one name. */
export function prepare(sql: string): Prepared {
  let prepared = statements.get(sql)
  if (prepared === undefined) {
    prepared = { name: `signage_${statements.size}`, text: translate(sql) }
    statements.set(sql, prepared)
  }
  return prepared
}

/** Numbers the parameters, and replaces lists by PostgreSQL arrays. */
export function translate(sql: string): string {
  const withLists = sql
    .replaceAll(`NOT IN ${BOUND_LIST}`, NOT_IN_BOUND_LIST)
    .replaceAll(`IN ${BOUND_LIST}`, IN_BOUND_LIST)
  let count = 0
  return withLists.replaceAll('?', () => `$${++count}`)
}

/** Repeats the VALUES of an insert for a number of rows. */
export function spreadRows({ sql }: Insert, rowCount: number): string {
  return sql.replace(/VALUES\s*(\([^)]*\))/i, (_values, row: string) => {
    return `VALUES ${Array.from({ length: rowCount }, () => row).join(', ')}`
  })
}
