import type { Database } from '../../storage/database.ts'
import { databaseExists, openDatabase } from '../../storage/open.ts'
import { checkImport } from '../../transfer/check.ts'
import { type SourceOptions, withSource } from '../../transfer/file-sources.ts'
import { type CommandImportOptions, type ImportResult, importChecked } from '../../transfer/import.ts'
import type { Source } from '../../transfer/source.ts'
import { migrateNoting, openToMigrate } from './database.ts'
import { note } from './output.ts'

const SHOWN_FIELDS = 5

export interface PlanOptions extends CommandImportOptions {
  /** Whether what the source does not have would be deleted. */
  readonly prune?: boolean | undefined
}

/**
 * Imports files into the database that a DATABASE_URL names: see `importSource`.
 * @param files paths, or `-` for standard input
 */
export async function importInto(
  databaseUrl: string,
  files: readonly string[],
  options: CommandImportOptions & SourceOptions = {},
): Promise<ImportResult & { readonly database: Database }> {
  return withSource(files, { onRead: options.onCheck, ...options }, (source) =>
    importSource(databaseUrl, source, options),
  )
}

/**
 * Imports a source into the database that a DATABASE_URL names. Creates the database if it does not exist, but not if
 * the source has errors.
 * @returns the open database as well, which the caller closes
 */
export async function importSource(
  databaseUrl: string,
  source: Source,
  options: CommandImportOptions = {},
): Promise<ImportResult & { readonly database: Database }> {
  const checked = databaseExists(databaseUrl)
    ? undefined
    : await withEmptyDatabase((empty) => checkImport(empty, source))
  const database = await openToMigrate(databaseUrl)
  try {
    await migrateNoting(database)
    const file = checked ?? (await checkImport(database, source))
    return { database, ...(await importChecked(database, file, { onUnknownFields, ...options })) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Finds out what an import of a source would change. Neither writes to the database nor creates it. */
export async function planSource(
  databaseUrl: string,
  source: Source,
  { prune, ...options }: PlanOptions,
): Promise<ImportResult> {
  const confirmExtras = prune ? async () => {} : undefined
  const plan = async (database: Database) => {
    const file = await checkImport(database, source)
    return importChecked(database, file, { onUnknownFields, ...options, confirmExtras, isDryRun: true })
  }
  if (!databaseExists(databaseUrl)) return withEmptyDatabase(plan)
  const database = await openDatabase(databaseUrl, 'read')
  return plan(database).finally(() => database.close())
}

/** Runs work on an empty database in memory. */
export async function withEmptyDatabase<Result>(work: (empty: Database) => Promise<Result>): Promise<Result> {
  const empty = await openDatabase('sqlite::memory:', 'create')
  return work(empty).finally(() => empty.close())
}

/** Reports the fields that were ignored, since they may be misspelled. */
function onUnknownFields(pointers: readonly string[], count: number): void {
  const rest = count > SHOWN_FIELDS ? ` and ${count - SHOWN_FIELDS} more` : ''
  note(`Ignored unknown fields: ${pointers.slice(0, SHOWN_FIELDS).join(', ')}${rest}.`)
}
