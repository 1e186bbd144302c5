import { resolve } from 'node:path'
import { readConfig } from '../../config/config.ts'
import { CommandError } from '../../lib/command-error.ts'
import type { Database, Purpose } from '../../storage/database.ts'
import { LOCK_WAIT_MINUTES, migrate } from '../../storage/migrations.ts'
import { databaseExists, isInMemory, openDatabase, openUnchecked, sqliteFile } from '../../storage/open.ts'
import { untilAvailable } from '../../storage/until-available.ts'
import { printToStderr } from './output.ts'

/**
 * The DATABASE_URL for a command that reads or writes stored data.
 * @throws {CommandError} if it names a database in memory: that is empty, and lost when the command ends
 */
export function persistentDatabaseUrl(): string {
  const { databaseUrl } = readConfig()
  if (!isInMemory(databaseUrl)) return databaseUrl
  throw new CommandError(
    'DATABASE_URL names a database in memory, which is lost when the command ends: set it to a file. Only "signage serve --seed FILE" can use a database in memory.',
  )
}

/** Opens a database for one command, by default the configured one, and always closes it. */
export async function withDatabase<Result>(
  purpose: Purpose,
  work: (database: Database) => Promise<Result>,
  databaseUrl = persistentDatabaseUrl(),
): Promise<Result> {
  const database = await openDatabase(databaseUrl, purpose)
  return work(database).finally(() => database.close())
}

/**
 * Opens a database that may be created or migrated. First prints its name if it does not exist yet.
 * @param waitMs how long to wait for a database server that is unavailable
 */
export async function openToMigrate(url: string, waitMs = 0): Promise<Database> {
  if (!databaseExists(url)) printCreation(url)
  const database = await openUnchecked(url, 'create')
  try {
    if (waitMs > 0) await waitWithNotice(database, waitMs)
    if (database.engine === 'postgres' && (await database.tableNames()).length === 0) printCreation(url)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Waits for the database, and prints once what it waits for, so that a wrong address is noticed. */
function waitWithNotice(database: Database, timeoutMs: number): Promise<void> {
  let hasWaited = false
  const onRetry = (_: number, { message }: Error) => {
    if (!hasWaited)
      printToStderr(`${message} Waiting for it for up to ${timeoutMs / 1000} s (STARTUP_TIMEOUT).`)
    hasWaited = true
  }
  return untilAvailable(database, () => database.tableNames(), { timeoutMs, onRetry })
}

/** Migrates a database, and prints a note if it has to wait. @returns the names of the migrations that it applied */
export function migrateWithNotice(database: Database): Promise<string[]> {
  const onWait = () =>
    printToStderr(`Waiting for up to ${LOCK_WAIT_MINUTES} minutes for other programs that use the database.`)
  return migrate(database, undefined, onWait)
}

/** Prints that the database does not exist, so that a wrong file in DATABASE_URL is noticed. */
export function printMissingDatabase(url: string): void {
  printToStderr(`There is no database ${describeDatabase(url)} yet, so everything would be added.`)
}

function printCreation(url: string): void {
  printToStderr(`Creating the database ${describeDatabase(url)}.`)
}

/** The file that a DATABASE_URL names. The URL of a server is not shown, because it may have a password. */
function describeDatabase(url: string): string {
  const file = sqliteFile(url)
  return file === undefined ? 'in DATABASE_URL' : `sqlite:${resolve(file)}`
}
