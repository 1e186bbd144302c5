import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Database, type Engine, StorageConstraintError, StorageRefusedError } from './database.ts'

/** One numbered SQL file; the number is its place in the order, the checksum tells whether it was edited. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly script: string
}

interface AppliedMigration {
  readonly version: number
  readonly name: string
  readonly checksum: string
}

const FOLDER = new URL('../../migrations/', import.meta.url)

const CREATE_HISTORY = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  version INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL
)`

const RECORD = 'INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)'

/** The migrations of an engine that come with this version of the service, in their order. */
export function readMigrations(engine: Engine, root: URL = FOLDER): Migration[] {
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
 * Brings a database up to date, each migration in a transaction of its own. Processes that do so at the same
 * time do no harm: each records a migration before it runs it, in the same transaction, so one of them wins.
 * @returns the names of the migrations that this call applied
 * @throws {StorageRefusedError} if the database is newer than the code, foreign, or an applied file was edited
 */
export async function migrate(
  database: Database,
  migrations = readMigrations(database.engine),
): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    const [next] = await pendingMigrations(database, migrations)
    if (next === undefined) return names
    if (await apply(database, next)) names.push(next.name)
  }
}

/**
 * Refuses a database that the code cannot serve from as it is.
 * @throws {StorageRefusedError} with the command to run
 */
export async function requireMigrated(
  database: Database,
  migrations = readMigrations(database.engine),
): Promise<void> {
  const pending = await pendingMigrations(database, migrations)
  if (pending.length > 0) {
    throw new StorageRefusedError('The database is not up to date: run "signage migrate" first.')
  }
}

/**
 * Refuses a database that lacks a migration of this version. One that was taken further while a process serves is
 * fine: the next version is about to take over, and until then this one goes on.
 * @throws {StorageRefusedError}
 */
export async function requireOwnMigrations(
  database: Database,
  migrations: readonly Migration[],
): Promise<void> {
  const applied = new Set((await appliedMigrations(database)).map(({ checksum }) => checksum))
  if (migrations.some(({ checksum }) => !applied.has(checksum))) {
    throw new StorageRefusedError('The database lacks a migration of this version of signage.')
  }
}

async function apply(database: Database, migration: Migration): Promise<boolean> {
  const { version, name, checksum, script } = migration
  const record = { sql: RECORD, parameters: [version, name, checksum, new Date().toISOString()] }
  try {
    await database.batch([{ script: CREATE_HISTORY }, record, { script }])
    return true
  } catch (error) {
    const applied = await appliedMigrations(database)
    const otherWon = applied.some((other) => other.version === version)
    if (error instanceof StorageConstraintError && otherWon) return false
    throw error
  }
}

async function pendingMigrations(database: Database, migrations: readonly Migration[]): Promise<Migration[]> {
  const applied = await appliedMigrations(database)
  for (const { version, name, checksum } of applied) {
    const known = migrations.find((migration) => migration.version === version)
    if (known === undefined) {
      throw new StorageRefusedError(
        `The database is newer than this version of signage (it has ${name}): update signage.`,
      )
    }
    if (known.checksum !== checksum) {
      throw new StorageRefusedError(
        `The migration ${name} was edited after it had been applied: restore the file as it was released.`,
      )
    }
  }
  return migrations.filter(({ version }) => !applied.some((other) => other.version === version))
}

async function appliedMigrations(database: Database): Promise<AppliedMigration[]> {
  const tables = await database.tableNames()
  if (tables.length === 0) return []
  if (!tables.includes('schema_migrations')) {
    throw new StorageRefusedError(
      'DATABASE_URL names a database of another program: choose another for signage.',
    )
  }
  return database.all('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
}
