import { type Database, StorageUnusableError } from '../database.ts'

/** The only encoding that has all characters, and rejects invalid bytes. */
const UTF8 = 'UTF8'

/** The fault of the encoding of a database; undefined if it has none. */
export function encodingProblem(encoding: string): string | undefined {
  if (encoding === UTF8) return undefined
  return `The database in DATABASE_URL has the encoding ${encoding}, which cannot hold every text: create another with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and move what is in this one with "signage export" and "signage import".`
}

/** @throws {StorageUnusableError} if a database is not UTF-8 */
export async function requireUtf8(database: Database): Promise<void> {
  const row = await database.get<{ encoding: string }>({
    sql: "SELECT current_setting('server_encoding') AS encoding",
  })
  const fault = encodingProblem(row?.encoding ?? '')
  if (fault !== undefined) throw new StorageUnusableError(fault)
}
