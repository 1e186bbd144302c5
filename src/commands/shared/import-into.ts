import { checkImport } from '../../documents/check-import.ts'
import { type CommandImportOptions, type ImportResult, runImport } from '../../documents/import.ts'
import type { ImportSource } from '../../documents/source.ts'
import { type SourceOptions, withSources } from '../../formats/with-sources.ts'
import type { Database } from '../../storage/database.ts'
import { databaseExists } from '../../storage/open.ts'
import { migrateWithNotice, openToMigrate, printMissingDatabase, withDatabase } from './database.ts'
import { outputWritten, print, printStart, printToStderr } from './output.ts'
import { describeCounts, differencePrinter } from './print-differences.ts'

export type FileImportOptions = CommandImportOptions & SourceOptions

const MAX_SHOWN_FIELDS = 5

/**
 * Imports files of any format into the database that a DATABASE_URL names: see `importSourcesInto`.
 * @param files paths, or `-` for standard input
 */
export function importFilesInto(
  databaseUrl: string,
  files: readonly string[],
  options: FileImportOptions = {},
): Promise<ImportResult> {
  printStart('Importing')
  return withSources(files, options, (sources) => importSourcesInto(databaseUrl, sources, options))
}

/**
 * Imports sources into the database that a DATABASE_URL names. If the database does not exist, it is created,
 * unless a source has errors.
 */
export async function importSourcesInto(
  databaseUrl: string,
  sources: readonly ImportSource[],
  options: CommandImportOptions = {},
): Promise<ImportResult> {
  const exists = databaseExists(databaseUrl)
  const checkedBefore = exists ? undefined : await withEmptyDatabase((empty) => checkImport(empty, sources))
  const database = await openToMigrate(databaseUrl)
  try {
    await migrateWithNotice(database)
    const checked = checkedBefore ?? (await checkImport(database, sources))
    return await runImport(database, checked, { onUnknownFields: printUnknownFields, ...options })
  } finally {
    await database.close()
  }
}

/** Prints the changes that an import would make. The database is neither changed nor created. */
export async function printImportPlan(
  databaseUrl: string,
  sources: readonly ImportSource[],
  options: CommandImportOptions = {},
): Promise<void> {
  const exists = databaseExists(databaseUrl)
  const plan = async (database: Database) => {
    const checked = await checkImport(database, sources)
    if (!exists) printMissingDatabase(databaseUrl)
    const onDifference = differencePrinter()
    const dryRun = { onUnknownFields: printUnknownFields, ...options, isDryRun: true, onDifference }
    return runImport(database, checked, dryRun)
  }
  const { differences } = await (exists ? withDatabase('read', plan, databaseUrl) : withEmptyDatabase(plan))
  print(describeCounts(differences, 'Nothing changes.'))
  await outputWritten()
  printToStderr('Nothing was imported: this was a dry run.')
}

function withEmptyDatabase<Result>(work: (empty: Database) => Promise<Result>): Promise<Result> {
  return withDatabase('create', work, 'sqlite::memory:')
}

/** Names the fields that were ignored, since they may be misspelled. */
export function printUnknownFields(pointers: readonly string[], count: number): void {
  const rest = count > MAX_SHOWN_FIELDS ? ` and ${count - MAX_SHOWN_FIELDS} more` : ''
  printToStderr(`Ignored unknown fields: ${pointers.slice(0, MAX_SHOWN_FIELDS).join(', ')}${rest}.`)
}
