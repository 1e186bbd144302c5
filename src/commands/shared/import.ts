import type { Database } from '../../storage/database.ts'
import { databaseExists } from '../../storage/open.ts'
import { checkImport } from '../../transfer/check.ts'
import { type SourceOptions, withSources } from '../../transfer/file-sources.ts'
import { type CommandImportOptions, type ImportResult, importChecked } from '../../transfer/import.ts'
import type { Source } from '../../transfer/source.ts'
import type { DifferenceCounts, ImportDifference } from '../../transfer/write/differences.ts'
import { migrateNoting, noteMissing, openToMigrate, persistentDatabaseUrl, withDatabase } from './database.ts'
import { describeCounts, differencePrinter } from './differences.ts'
import { type FormatOptionValues, toSourceOptions } from './format-options.ts'
import { note, print, printJson } from './output.ts'

const SHOWN_FIELDS = 5

interface PlanOptions extends Pick<CommandImportOptions, 'keepsAccessAndSite'> {
  readonly allowRemovals?: boolean | undefined
  /** Whether to show what pruning would delete. */
  readonly prune?: true | undefined
  readonly json?: true | undefined
}

type Imported = ImportResult & { readonly database: Database }

/**
 * Imports files into the database that a DATABASE_URL names: see `importSources`.
 * @param files paths, or `-` for standard input
 */
export function importInto(
  databaseUrl: string,
  files: readonly string[],
  options: CommandImportOptions & SourceOptions = {},
): Promise<Imported> {
  return withSources(files, { onRead: options.onCheck, ...options }, (sources) =>
    importSources(databaseUrl, sources, options),
  )
}

/**
 * Imports sources into the database that a DATABASE_URL names. Creates the database if it does not exist, but not if
 * a source has errors.
 * @returns the open database as well, which the caller closes
 */
export async function importSources(
  databaseUrl: string,
  sources: readonly Source[],
  options: CommandImportOptions = {},
): Promise<Imported> {
  const checked = databaseExists(databaseUrl)
    ? undefined
    : await withEmptyDatabase((empty) => checkImport(empty, sources))
  const database = await openToMigrate(databaseUrl)
  try {
    await migrateNoting(database)
    const file = checked ?? (await checkImport(database, sources))
    return {
      database,
      ...(await importChecked(database, file, { onUnknownFields, onNote: note, ...options })),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Prints what an import of these files would change. @returns how much */
export function printPlanOfFiles(
  files: readonly string[],
  { allowRemovals, prune, json, ...options }: FormatOptionValues & PlanOptions,
): Promise<DifferenceCounts> {
  return withSources(files, toSourceOptions(options), (sources) =>
    printPlan(persistentDatabaseUrl(), sources, { allowRemovals, prune, json }),
  )
}

/** Prints what an import of sources would change. Neither writes to the database nor creates it. @returns how much */
export async function printPlan(
  databaseUrl: string,
  sources: readonly Source[],
  { allowRemovals = false, keepsAccessAndSite = false, prune, json }: PlanOptions,
): Promise<DifferenceCounts> {
  const list: ImportDifference[] = []
  const onChange = json ? (change: ImportDifference) => void list.push(change) : differencePrinter()
  const confirmExtras = prune ? async () => {} : undefined
  const exists = databaseExists(databaseUrl)
  const plan = async (database: Database) => {
    const file = await checkImport(database, sources)
    if (!exists) noteMissing(databaseUrl)
    const dryRun = { allowRemovals, keepsAccessAndSite, confirmExtras, isDryRun: true }
    return importChecked(database, file, { ...dryRun, onUnknownFields, onNote: note, onChange })
  }
  const { changes } = await (exists ? withDatabase('read', plan, databaseUrl) : withEmptyDatabase(plan))
  if (json) printJson({ changes: list, counts: changes })
  else print(describeCounts(changes))
  return changes
}

export function withEmptyDatabase<Result>(work: (empty: Database) => Promise<Result>): Promise<Result> {
  return withDatabase('create', work, 'sqlite::memory:')
}

/** Reports the fields that were ignored, since they may be misspelled. */
function onUnknownFields(pointers: readonly string[], count: number): void {
  const rest = count > SHOWN_FIELDS ? ` and ${count - SHOWN_FIELDS} more` : ''
  note(`Ignored unknown fields: ${pointers.slice(0, SHOWN_FIELDS).join(', ')}${rest}.`)
}
