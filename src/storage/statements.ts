import { chunks } from '../lib/chunks.ts'
import type { Database, Query, Read, RowsStatement, Value } from './database.ts'
import { BOUND_LIST, boundList } from './define-query.ts'

/** Inserts any number of rows, including none. */
export function* insertRows(sql: string, rows: Iterable<readonly Value[]>): Generator<RowsStatement> {
  for (const chunk of chunks(rows)) yield { sql, rows: chunk }
}

/** Inserts rows, or replaces those with the same key. @param kept columns that keep the values of a row that exists */
export function upsertRows<Column extends string>(
  table: string,
  key: readonly Column[],
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Value>>[],
  kept: readonly string[] = [],
): Generator<RowsStatement> {
  const replaced = columns.filter((column) => !key.includes(column) && !kept.includes(column))
  const sql = `
INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${replaced.map((column) => `${column} = excluded.${column}`).join(', ')}`
  const values = rows.map((row) => columns.map((column) => row[column]))
  return insertRows(sql, values)
}

/** Deletes rows by their ids. Rows of other tables that belong to a row are deleted with it, except for the devices of a site. */
export function* deleteRows(table: string, ids: Iterable<string>): Generator<Query> {
  const sql = `DELETE FROM ${table} WHERE id IN ${BOUND_LIST}`
  for (const chunk of chunks(ids)) yield { sql, parameters: [boundList(chunk)] }
}

/** Runs a query in a batch. @returns its rows */
export function* read<Row>(query: Query): Generator<Read, Row[]> {
  let found: Row[] = []
  yield { ...query, onRows: (rows) => (found = rows as Row[]) }
  return found
}

export async function hasRow(database: Database, query: Query): Promise<boolean> {
  return (await database.get(query)) !== undefined
}

/** Returns those of the ids that are in the table. */
export async function findExistingIds(
  database: Database,
  table: string,
  ids: Iterable<string>,
): Promise<Set<string>> {
  const sql = `SELECT id FROM ${table} WHERE id IN ${BOUND_LIST}`
  const found = new Set<string>()
  for (const chunk of chunks(ids)) {
    for (const { id } of await database.all<{ id: string }>({ sql, parameters: [boundList(chunk)] }))
      found.add(id)
  }
  return found
}
