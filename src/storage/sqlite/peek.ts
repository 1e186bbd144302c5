import { existsSync, readFileSync, statSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import type { StoredRow } from '../database.ts'
import { driver } from './driver.ts'
import { prepare, preventGarbageCollection } from './statements.ts'

/** A larger file would take too long to read as a whole. */
const LARGEST_BYTES = 64 * 1024 * 1024
/** Where a file says that it has a write-ahead log, and what it says if it has none. */
const JOURNAL_FORMAT = [18, 19]
const WITHOUT_LOG = 1

/**
 * Reads one row of a database without leaving a file beside it: a log that root left behind would keep the service out.
 * @returns undefined if there is none, or the file is missing, large and unused, or in any way unusual
 */
export function peek(path: string, sql: string): StoredRow | undefined {
  try {
    const connection = openUntouched(path)
    try {
      return connection && prepare(connection, sql).get()
    } finally {
      connection?.close()
    }
  } catch {
    return undefined
  }
}

function openUntouched(path: string): Sqlite.Database | undefined {
  const Driver = driver()
  if (existsSync(`${path}-wal`)) {
    if (!existsSync(`${path}-shm`)) return undefined
    return preventGarbageCollection(new Driver(path, { readonly: true, timeout: 0 }))
  }
  if (statSync(path).size > LARGEST_BYTES) return undefined
  const bytes = readFileSync(path)
  for (const place of JOURNAL_FORMAT) bytes[place] = WITHOUT_LOG
  return preventGarbageCollection(new Driver(bytes))
}
