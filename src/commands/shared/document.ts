import type { Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { databaseExists, openDatabase } from '../../storage/open.ts'
import { checkDocument } from '../../transfer/check.ts'
import { type SourceOptions, withSource } from '../../transfer/file-sources.ts'
import { type ImportOptions, type ImportResult, planDocument, writeDocument } from '../../transfer/import.ts'
import type { Source } from '../../transfer/source.ts'
import { type Extras, findExtras } from '../../transfer/write/prune.ts'
import { openToMigrate } from './database.ts'
import { note } from './output.ts'

const SHOWN_FIELDS = 5

export interface SourceImportOptions extends ImportOptions {
  /** Called with what the source does not have, before it is deleted. By default, nothing is deleted. */
  readonly confirmExtras?: ((extras: Extras) => Promise<void>) | undefined
}

export interface SourcePlanOptions extends ImportOptions {
  /** Whether to delete what the source does not have. */
  readonly prune?: boolean | undefined
}

/**
 * Imports files into the database that a DATABASE_URL names: see `importSource`.
 * @param files paths, or `-` for standard input
 */
export async function importInto(
  databaseUrl: string,
  files: readonly string[],
  options: SourceImportOptions & SourceOptions = {},
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
  options: SourceImportOptions = {},
): Promise<ImportResult & { readonly database: Database }> {
  const checked = databaseExists(databaseUrl)
    ? undefined
    : await againstNothing((empty) => checkDocument(empty, source))
  const database = await openToMigrate(databaseUrl)
  try {
    await migrate(database)
    const document = checked ?? (await checkDocument(database, source))
    const extras = options.confirmExtras && (await findExtras(database, document))
    if (extras) await options.confirmExtras?.(extras)
    const result = await writeDocument(database, document, { onUnknownFields, ...options, extras })
    return { database, ...result }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Finds out what an import of files would change. Neither writes to the database nor creates it. */
export async function planImport(
  databaseUrl: string,
  files: readonly string[],
  options: SourcePlanOptions & SourceOptions,
): Promise<ImportResult> {
  return withSource(files, options, (source) => planSource(databaseUrl, source, options))
}

/** Finds out what an import of a source would change. Neither writes to the database nor creates it. */
export async function planSource(
  databaseUrl: string,
  source: Source,
  options: SourcePlanOptions,
): Promise<ImportResult> {
  const plan = async (database: Database) => {
    const document = await checkDocument(database, source)
    const extras = options.prune ? await findExtras(database, document) : undefined
    return planDocument(database, document, { onUnknownFields, ...options, extras })
  }
  if (!databaseExists(databaseUrl)) return againstNothing(plan)
  const database = await openDatabase(databaseUrl, 'read')
  return plan(database).finally(() => database.close())
}

/** Runs work on an empty database in memory. */
export async function againstNothing<Result>(work: (empty: Database) => Promise<Result>): Promise<Result> {
  const empty = await openDatabase('sqlite::memory:', 'create')
  return work(empty).finally(() => empty.close())
}

/** Reports the fields that were ignored, since they may be misspelled. */
function onUnknownFields(pointers: readonly string[], count: number): void {
  const rest = count > SHOWN_FIELDS ? ` and ${count - SHOWN_FIELDS} more` : ''
  note(`Ignored unknown fields: ${pointers.slice(0, SHOWN_FIELDS).join(', ')}${rest}.`)
}
