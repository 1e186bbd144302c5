import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../server/config/config.ts'
import { LAST_MIGRATION, readMigrations } from '../storage/migrations.ts'
import { isInMemory, openStorage, sqliteFile } from '../storage/open.ts'
import { describeDatabase } from './shared/database.ts'
import { note } from './shared/output.ts'

/** How long a database server may take to answer. */
const TIME_LIMIT_MS = 1000

/**
 * Says on standard error which version of the database there is, if it can be read at once. Standard output has the version of the
 * command alone, which scripts read. Whatever is wrong with the database is for other commands to report.
 */
export async function noteDatabaseVersion(): Promise<void> {
  try {
    const { databaseUrl } = readConfig()
    const version = isInMemory(databaseUrl) ? undefined : await findVersion(databaseUrl)
    if (version !== undefined)
      note(`Database ${describeDatabase(databaseUrl)}: ${describe(databaseUrl, version)}`)
  } catch {
    // See above.
  }
}

async function findVersion(databaseUrl: string): Promise<number | undefined> {
  const file = sqliteFile(databaseUrl)
  const row = file === undefined ? await readFromServer(databaseUrl) : await readFromFile(file)
  return typeof row?.['version'] === 'number' ? row['version'] : undefined
}

async function readFromFile(file: string) {
  const { peek } = await import('../storage/sqlite/peek.ts')
  return peek(file, LAST_MIGRATION)
}

async function readFromServer(databaseUrl: string) {
  const database = await openStorage(databaseUrl, 'read')
  const limit = sleep(TIME_LIMIT_MS, undefined, { ref: false })
  return Promise.race([database.get<{ version: number | null }>(LAST_MIGRATION), limit]).finally(() =>
    database.close(),
  )
}

function describe(databaseUrl: string, version: number): string {
  const known = readMigrations(sqliteFile(databaseUrl) === undefined ? 'postgres' : 'sqlite')
  const latest = known.at(-1)?.version ?? 0
  if (version > latest) return `version ${version}, which is newer than this version of signage.`
  if (version < latest) return `version ${version}, to be migrated to ${latest} with "signage migrate".`
  return `version ${version}, that of this version of signage.`
}
