import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { inPackage } from '../lib/package.ts'
import { MINUTE_MS } from '../lib/time/durations.ts'
import { isoTime } from '../lib/time/timestamps.ts'
import {
  type Database,
  type Engine,
  StorageConstraintError,
  StorageLockedError,
  StorageOperatorError,
  StorageUnavailableError,
} from './database.ts'
import { requireUtf8 } from './postgres/encoding.ts'

/** One SQL file. Its version defines the order; its checksum shows whether the file was edited. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly script: string
}

/** How long a migration waits for other programs that write to the database, or read the tables that it changes. */
export const LOCK_WAIT_MINUTES = 10
/** The pause in which others can use the tables that the migration locks. */
const RETRY_PAUSE_MS = 1000
const STILL_LOCKED = `Other programs have used the database for ${LOCK_WAIT_MINUTES} minutes: stop them, then run "signage migrate".`

const CREATE_HISTORY = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  version INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL
)`

const RECORD = 'INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)'

/** The migrations of an engine that this version of the service contains, in order. */
export function readMigrations(engine: Engine, root = inPackage('migrations/')) {
  const folder = new URL(`${engine}/`, root)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const script = readFileSync(new URL(name, folder), 'utf8')
      const checksum = createHash('sha256').update(script).digest('hex')
      return { version: Number.parseInt(name, 10), name, checksum, script }
    })
}

/**
 * Applies all pending migrations, each in its own transaction. Several processes may migrate at the same time: each records a
 * migration before running it, in the same transaction, so only one of them succeeds.
 * @param onWait called when a migration has to wait for other programs
 * @returns the names of the migrations that this call applied
 * @throws {StorageOperatorError} if the database is newer, belongs to another program, has an edited migration, or is not UTF-8
 * @throws {StorageUnavailableError} if others use the database all the time
 */
export async function migrate(
  database: Database,
  migrations = readMigrations(database.engine),
  onWait = () => {},
) {
  if (database.engine === 'postgres') await requireUtf8(database)
  const names: string[] = []
  for (;;) {
    const [next] = await pendingMigrations(database, migrations)
    if (next === undefined) return names
    if (await retryWhileLocked(() => apply(database, next), onWait)) names.push(next.name)
  }
}

/** @throws {StorageOperatorError} with the command to run, if migrations are not applied */
export async function requireMigrated(database: Database, migrations = readMigrations(database.engine)) {
  const pending = await pendingMigrations(database, migrations)
  if (pending.length > 0) {
    throw new StorageOperatorError('The database is not up to date: run "signage migrate" first.')
  }
}

/**
 * Checks that all migrations of this version are applied. Newer ones are allowed: the next version is about
 * to take over, and this process continues to serve until then.
 * @throws {StorageOperatorError} if a migration of this version is missing
 */
export async function requireOwnMigrations(database: Database, migrations: readonly Migration[]) {
  const applied = new Set((await appliedMigrations(database)).map(({ checksum }) => checksum))
  if (migrations.some(({ checksum }) => !applied.has(checksum))) {
    throw new StorageOperatorError('The database lacks a migration of this version of signage.')
  }
}

async function retryWhileLocked<Result>(work: () => Promise<Result>, onWait: () => void): Promise<Result> {
  const endMs = performance.now() + LOCK_WAIT_MINUTES * MINUTE_MS
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageLockedError)) throw error
      if (performance.now() > endMs) throw new StorageUnavailableError(STILL_LOCKED, { cause: error })
    }
    if (attempt === 1) onWait()
    await sleep(RETRY_PAUSE_MS)
  }
}

async function apply(database: Database, migration: Migration): Promise<boolean> {
  const { version, name, checksum, script } = migration
  const record = { sql: RECORD, parameters: [version, name, checksum, isoTime(Date.now())] }
  try {
    await database.batch([{ script: CREATE_HISTORY }, record, { script }])
    return true
  } catch (error) {
    if (!(error instanceof StorageConstraintError)) throw error
    // If this query fails as well, the first error says more.
    const applied = await appliedMigrations(database).catch(() => [])
    if (applied.some((other) => other.version === version)) return false
    throw error
  }
}

async function pendingMigrations(database: Database, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await appliedMigrations(database)
  for (const { version, name, checksum } of applied) {
    const known = migrations.find((migration) => migration.version === version)
    if (known === undefined) {
      throw new StorageOperatorError(
        `The database is newer than this version of signage (it has ${name}): update signage.`,
      )
    }
    if (known.checksum !== checksum) {
      throw new StorageOperatorError(
        `The database was made with another migration ${name}: export it with the version of signage that made it, and import the file into a new database.`,
      )
    }
  }
  return migrations.filter(({ version }) => !applied.some((other) => other.version === version))
}

async function appliedMigrations(database: Database): Promise<Omit<Migration, 'script'>[]> {
  const tables = await database.tableNames()
  if (tables.length === 0) return []
  if (!tables.includes('schema_migrations')) {
    throw new StorageOperatorError(
      'DATABASE_URL names a database of another program: use a separate one for signage.',
    )
  }
  return database.all({ sql: 'SELECT version, name, checksum FROM schema_migrations ORDER BY version' })
}
