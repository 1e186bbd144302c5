import { type Database, StorageOperatorError } from '../database.ts'

/** The only encoding that has all characters, and rejects invalid bytes. */
const UTF8 = 'UTF8'
const ENCODING = "SELECT current_setting('server_encoding') AS encoding"

/** Why the encoding of a database cannot be used; undefined if it can. */
export function encodingProblem(encoding: string): string | undefined {
  if (encoding === UTF8) return undefined
  return `The database in DATABASE_URL has the encoding ${encoding}, which cannot hold every text: create another with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and move what is in this one with "signage export" and "signage import".`
}

/** @throws {StorageOperatorError} if a database is not UTF-8 */
export async function requireUtf8(database: Database): Promise<void> {
  const row = await database.get<{ encoding: string }>({ sql: ENCODING })
  const problem = encodingProblem(row?.encoding ?? '')
  if (problem !== undefined) throw new StorageOperatorError(problem)
}
