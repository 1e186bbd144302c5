import { boundList, type Database, type Insert, type Value } from './database.ts'

/** How many rows, or ids, go to the database at once: enough to be fast, few enough to be held. */
const CHUNK_SIZE = 500

/** Lists of some items each, one after another. @param weigh how much of a list an item takes; 1 if left out */
export function* chunks<Item>(
  items: Iterable<Item>,
  weigh: (item: Item) => number = () => 1,
): Generator<Item[]> {
  let chunk: Item[] = []
  let weight = 0
  for (const item of items) {
    chunk.push(item)
    weight += weigh(item)
    if (weight >= CHUNK_SIZE) {
      yield chunk
      chunk = []
      weight = 0
    }
  }
  if (chunk.length > 0) yield chunk
}

/** The insertion of any number of rows, none included. */
export function* insertRows(sql: string, rows: Iterable<readonly Value[]>): Generator<Insert> {
  for (const chunk of chunks(rows)) yield { sql, rows: chunk }
}

/** @param sql a query for the ids among a BOUND_LIST that have something in common */
export async function findIds(database: Database, sql: string, ids: Iterable<string>): Promise<Set<string>> {
  const found = new Set<string>()
  for (const chunk of chunks(ids)) {
    for (const { id } of await database.all<{ id: string }>(sql, boundList(chunk))) found.add(id)
  }
  return found
}
