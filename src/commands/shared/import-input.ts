import { checkImport } from '../../documents/check-import.ts'
import { type CommandImportOptions, type ImportResult, importChecked } from '../../documents/import.ts'
import type { Source } from '../../documents/source.ts'
import type { DifferenceCounts, ImportDifference } from '../../documents/write/import-differences.ts'
import { type SourceOptions, withSources } from '../../formats/sources.ts'
import type { Database } from '../../storage/database.ts'
import { databaseExists } from '../../storage/open.ts'
import type { Flags } from './command.ts'
import { confirmExtras } from './confirm.ts'
import { migrateNoting, noteMissing, openToMigrate, persistentDatabaseUrl, withDatabase } from './database.ts'
import { type FormatOptionValues, toSourceOptions } from './format-options.ts'
import { note, print, printJson } from './output.ts'
import { describeCounts, differencePrinter } from './print-differences.ts'
import { showProgress } from './progress.ts'

const SHOWN_FIELDS = 5

interface PlanOptions {
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
  const work = () => withSources(files, options, (sources) => importSources(databaseUrl, sources, options))
  // A question stays on its line.
  return options.confirmExtras ? work() : showProgress('Importing', work)
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
      ...(await importChecked(database, file, { onUnknownFields, ...options })),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Imports, and asks before it prunes. */
export async function importAsking(
  { allowRemovals, prune, yes }: Flags<'allowRemovals' | 'prune' | 'yes'>,
  work: (options: CommandImportOptions) => Promise<Imported>,
): Promise<ImportResult> {
  const { database, ...result } = await work({
    allowRemovals: allowRemovals ?? false,
    confirmExtras: prune && ((extras) => confirmExtras(extras, yes)),
  })
  await database.close()
  return result
}

/** Prints the changes that an import of these files would make. @returns their number */
export function printPlanOfFiles(
  files: readonly string[],
  { allowRemovals, prune, json, ...options }: FormatOptionValues & PlanOptions,
): Promise<DifferenceCounts> {
  return withSources(files, toSourceOptions(options), (sources) =>
    printPlan(persistentDatabaseUrl(), sources, { allowRemovals, prune, json }),
  )
}

/** Prints the changes that an import would make. The database is neither changed nor created. @returns their number */
export async function printPlan(
  databaseUrl: string,
  sources: readonly Source[],
  { allowRemovals = false, prune, json }: PlanOptions,
): Promise<DifferenceCounts> {
  const list: ImportDifference[] = []
  const onChange = json ? (change: ImportDifference) => void list.push(change) : differencePrinter()
  const confirmExtras = prune ? async () => {} : undefined
  const exists = databaseExists(databaseUrl)
  const plan = async (database: Database) => {
    const file = await checkImport(database, sources)
    if (!exists) noteMissing(databaseUrl)
    const dryRun = { allowRemovals, confirmExtras, isDryRun: true }
    return importChecked(database, file, { ...dryRun, onUnknownFields, onChange })
  }
  const { changes } = await (exists ? withDatabase('read', plan, databaseUrl) : withEmptyDatabase(plan))
  if (json) printJson({ changes: list, counts: changes })
  else print(describeCounts(changes))
  return changes
}

function withEmptyDatabase<Result>(work: (empty: Database) => Promise<Result>): Promise<Result> {
  return withDatabase('create', work, 'sqlite::memory:')
}

/** Reports the fields that were ignored, since they may be misspelled. */
function onUnknownFields(pointers: readonly string[], count: number): void {
  const rest = count > SHOWN_FIELDS ? ` and ${count - SHOWN_FIELDS} more` : ''
  note(`Ignored unknown fields: ${pointers.slice(0, SHOWN_FIELDS).join(', ')}${rest}.`)
}
