import { BOUND_LIST, type Insert, type Value } from '../database.ts'

/** With one array, each element is looked up in an index, whatever number of rows the planner expects. */
const IN_BOUND_LIST = '= ANY (ARRAY(SELECT json_array_elements_text(?::json)))'
const NOT_IN_BOUND_LIST = '<> ALL (ARRAY(SELECT json_array_elements_text(?::json)))'

const statements = new Map<string, { readonly name: string; readonly text: string }>()

/**
 * Translates a query for PostgreSQL. SQL is constant text: each is translated once and gets one name, under
 * which each connection that runs it prepares it.
 */
export function prepare(sql: string, values: Value[]) {
  let prepared = statements.get(sql)
  if (prepared === undefined) {
    prepared = { name: `signage_${statements.size}`, text: translate(sql) }
    statements.set(sql, prepared)
  }
  return { ...prepared, values }
}

/** Like `prepare`, for a query whose parameters may be any text that a client sent. */
export function prepareRead(sql: string, values: readonly Value[]) {
  return prepare(sql, values.map(toBindable))
}

/** The server rejects text with a NUL. Such text equals no stored value, and neither does NULL. */
function toBindable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? null : value
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
    return `VALUES ${Array(rowCount).fill(row).join(', ')}`
  })
}
