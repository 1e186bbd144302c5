import { isStorable, type Query, type QueryRunner, type Value } from './database.ts'

/** SQL for the elements of a JSON array of strings. The array is one parameter, whatever its length. */
export const BOUND_LIST = '(SELECT value FROM json_each(?))'

/** The same, to filter many rows: with BOUND_LIST, PostgreSQL would compare each row with each element. */
export const BOUND_LIST_FOR_SCAN = '(SELECT json_each.value FROM json_each(?))'

/** SQL for the same elements as a table, with their positions from 0. */
export const BOUND_ORDER = '(SELECT key AS position, value AS id FROM json_each(?))'

/** The parameter for BOUND_LIST, BOUND_LIST_FOR_SCAN and BOUND_ORDER, without values that no database can store: they match no row. */
export function boundList(values: Iterable<string>): string {
  return JSON.stringify([...values].filter((value) => isStorable(value)))
}

/** Declares a query, or a statement that writes, with its parameters in the order of the SQL. A list of ids is one parameter: see BOUND_LIST. */
export function defineQuery<Parameters extends readonly (Value | Iterable<string>)[]>(sql: string) {
  return (...parameters: Parameters): Query => ({ sql, parameters: parameters.map(toValue) })
}

/** Like `defineQuery`, but the function also runs the query. Do not pass it to `map`: further arguments would become parameters. */
export function defineReader<Row, Parameters extends readonly (Value | Iterable<string>)[] = []>(
  sql: string,
) {
  const toQuery = defineQuery<Parameters>(sql)
  return (database: QueryRunner, ...parameters: Parameters) => database.all<Row>(toQuery(...parameters))
}

/** Like `defineReader`, for a query with at most one row. */
export function defineRowReader<Row, Parameters extends readonly (Value | Iterable<string>)[]>(sql: string) {
  const read = defineReader<Row, Parameters>(sql)
  return async (database: QueryRunner, ...parameters: Parameters) => (await read(database, ...parameters))[0]
}

function toValue(parameter: Value | Iterable<string>): Value {
  return typeof parameter === 'object' && parameter !== null ? boundList(parameter) : parameter
}
