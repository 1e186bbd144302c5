import { BOUND_LIST, type Insert } from '../database.ts'

/** A statement as PostgreSQL takes it; prepared under its name on each connection that runs it. */
export interface Prepared {
  readonly name: string
  readonly text: string
}

/** As one array, the members are looked up in an index one by one, whatever the planner believes of them. */
const IN_BOUND_LIST = '= ANY (ARRAY(SELECT json_array_elements_text(?::json)))'
const NOT_IN_BOUND_LIST = '<> ALL (ARRAY(SELECT json_array_elements_text(?::json)))'

const statements = new Map<string, Prepared>()

/** The service's SQL in PostgreSQL's words. It is constant text: each is rewritten once, and gets one name. */
export function prepare(sql: string): Prepared {
  let prepared = statements.get(sql)
  if (prepared === undefined) {
    prepared = { name: `signage_${statements.size}`, text: translate(sql) }
    statements.set(sql, prepared)
  }
  return prepared
}

/** SQL with numbered parameters, and lists in PostgreSQL's way. */
export function translate(sql: string): string {
  const withLists = sql
    .replaceAll(`NOT IN ${BOUND_LIST}`, NOT_IN_BOUND_LIST)
    .replaceAll(`IN ${BOUND_LIST}`, IN_BOUND_LIST)
  let count = 0
  return withLists.replaceAll('?', () => `$${++count}`)
}

/** An insertion of many rows as one statement for so many. */
export function spreadRows({ sql }: Insert, rowCount: number): string {
  return sql.replace(/VALUES\s*(\([^)]*\))/i, (_values, row: string) => {
    return `VALUES ${Array.from({ length: rowCount }, () => row).join(', ')}`
  })
}
