import { hash } from 'node:crypto'
import { memoize } from '../../lib/memoize.ts'
import type { Query, RowsStatement, Value } from '../database.ts'
import { BOUND_LIST, BOUND_LIST_FOR_SCAN, BOUND_ORDER } from '../define-query.ts'

/** With one array, each element is looked up in an index, whatever number of rows the planner expects. */
const IN_BOUND_LIST_SQL = '= ANY (ARRAY(SELECT json_array_elements_text(?::json)))'
const BOUND_LIST_FOR_SCAN_SQL = '(SELECT json_array_elements_text(?::json))'
const BOUND_ORDER_SQL =
  '(SELECT place - 1 AS position, id FROM json_array_elements_text(?::json) WITH ORDINALITY AS e (id, place))'

/** The length of the hash in the name of a statement: 132 bits. The server cuts names after 63 characters. */
const NAME_LENGTH = 22

// The name of a statement is a hash of its text. With a counter, two processes that share a session behind a pooler would give
// different statements the same name.
const toStatement = memoize((sql) => {
  const text = translate(sql)
  return { name: `signage_${hash('sha256', text, 'base64url').slice(0, NAME_LENGTH)}`, text }
})

/**
 * Translates a query for PostgreSQL. SQL is constant text, so each query is translated once. Each connection that runs the query
 * prepares it under the same name.
 */
export function prepare<Parameter>(sql: string, values: Parameter[]) {
  return { ...toStatement(sql), values }
}

/** Like `prepare`, for a query whose parameters may be any text from a client. */
export function prepareRead({ sql, parameters = [] }: Query) {
  return prepare(sql, parameters.map(toBindable))
}

/** The server rejects text with a NUL. Such text equals no stored value, and neither does NULL. */
function toBindable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? null : value
}

/** Numbers the parameters, and replaces lists by PostgreSQL arrays. */
function translate(sql: string): string {
  const withLists = sql
    .replaceAll(`IN ${BOUND_LIST}`, IN_BOUND_LIST_SQL)
    .replaceAll(BOUND_LIST_FOR_SCAN, BOUND_LIST_FOR_SCAN_SQL)
    .replaceAll(BOUND_ORDER, BOUND_ORDER_SQL)
  let count = 0
  return withLists.replaceAll('?', () => `$${++count}`)
}

const INSERT = /(INSERT INTO (\w+) \(([^()]+)\)\s+)VALUES \([^()]+\)/

/** The rows of an update, whose values are texts. */
const UPDATED = /VALUES \(([?, ]+)\)/

/**
 * Translates a statement of many rows into one with constant text and an array for each column, because parsing thousands of
 * parameters takes as long as writing the rows.
 */
export function prepareRows({ sql, rows }: RowsStatement) {
  const [first = []] = rows
  const columns = first.map((_, column) => rows.map((row) => row[column]))
  const withArrays = INSERT.test(sql)
    ? sql.replace(INSERT, selectFromArrays)
    : sql.replace(UPDATED, (_, row: string) => `SELECT * FROM unnest(${row.replaceAll('?', '?::text[]')})`)
  return prepare(withArrays, columns)
}

/** Each array gets the type of its column, because COALESCE gives a parameter the type of its other argument. */
function selectFromArrays(_: string, insert: string, table: string, columns: string): string {
  const arrays = columns
    .split(', ')
    .map((column) => `COALESCE((SELECT array_agg(${column}) FROM ${table} WHERE false), ?)`)
  return `${insert}SELECT * FROM unnest(${arrays.join(', ')})`
}
