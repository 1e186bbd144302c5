import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Database, type Engine, StorageConstraintError, StorageUnusableError } from './database.ts'

/** One SQL file. Its version defines the order; its checksum shows whether the file was edited. */
export interface Migration {
  readonly version: number
  readonly name: string
  readonly checksum: string
  readonly script: string
}

const CREATE_HISTORY = `
CREATE TABLE IF NOT EXISTS schema_migrations (
  version INTEGER NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL
)`

const RECORD = 'INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (?, ?, ?, ?)'

/** The migrations of an engine that this version of the service contains, in order. */
export function readMigrations(engine: Engine, root = new URL('../../migrations/', import.meta.url)) {
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
 * Applies all pending migrations, each in its own transaction. Several processes may migrate at the same
 * time: each records a migration before running it, in the same transaction, so only one of them succeeds.
 * @returns the names of the migrations that this call applied
 * @throws {StorageUnusableError} if the database is newer than the code or belongs to another program, or if
 *   an applied file was edited
 */
export async function migrate(database: Database, migrations = readMigrations(database.engine)) {
  const names: string[] = []
  for (;;) {
    const [next] = await pendingMigrations(database, migrations)
    if (next === undefined) return names
    if (await apply(database, next)) names.push(next.name)
  }
}

/** @throws {StorageUnusableError} with the command to run, if migrations are not applied */
export async function requireMigrated(database: Database, migrations = readMigrations(database.engine)) {
  const pending = await pendingMigrations(database, migrations)
  if (pending.length > 0) {
    throw new StorageUnusableError('The database is not up to date: run "signage migrate" first.')
  }
}

/**
 * Checks that all migrations of this version are applied. Newer ones are allowed: the next version is about
 * to take over, and this process continues to serve until then.
 * @throws {StorageUnusableError} if a migration of this version is missing
 */
export async function requireOwnMigrations(database: Database, migrations: readonly Migration[]) {
  const applied = new Set((await appliedMigrations(database)).map(({ checksum }) => checksum))
  if (migrations.some(({ checksum }) => !applied.has(checksum))) {
    throw new StorageUnusableError('The database lacks a migration of this version of signage.')
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
      throw new StorageUnusableError(
        `The database is newer than this version of signage (it has ${name}): update signage.`,
      )
    }
    if (known.checksum !== checksum) {
      throw new StorageUnusableError(
        `The migration ${name} was changed after it had been applied: restore the original file.`,
      )
    }
  }
  return migrations.filter(({ version }) => !applied.some((other) => other.version === version))
}

async function appliedMigrations(database: Database): Promise<Omit<Migration, 'script'>[]> {
  const tables = await database.tableNames()
  if (tables.length === 0) return []
  if (!tables.includes('schema_migrations')) {
    throw new StorageUnusableError(
      'DATABASE_URL names a database of another program: use a separate one for signage.',
    )
  }
  return database.all('SELECT version, name, checksum FROM schema_migrations ORDER BY version')
}
