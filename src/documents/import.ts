import { fromNames } from '../lib/records.ts'
import { type Clock, systemClock } from '../lib/time/clock.ts'
import type { Database, Statement } from '../storage/database.ts'
import { type CheckedImport, checkImport, type ImportSummary } from './check-import.ts'
import { SECTIONS, sourceInMemory } from './source.ts'
import { type DifferenceCounts, type ImportDifference, zeroCounts } from './write/import-differences.ts'
import { writeMembers } from './write/write-members.ts'

export interface ImportOptions {
  /** The current time, which a relative timestamp such as `-PT2M` refers to. */
  readonly clock?: Clock
  /** Whether menus may lose all or most of their items; by default true. */
  readonly allowRemovals?: boolean
  /** Called for each change, before it is committed. */
  readonly onDifference?: (difference: ImportDifference) => void
  /** Called if fields are ignored, with the JSON pointers of the first ones, and their total number. */
  readonly onUnknownFields?: (pointers: readonly string[], count: number) => void
}

export interface CommandImportOptions extends ImportOptions {
  /** The name of the command in the change log; by default `import`. */
  readonly command?: string
  /** Whether nothing is written: the result is what would change. */
  readonly isDryRun?: boolean
}

/**
 * Imports a parsed import file in one transaction. Rows with the ids of the file are added or replaced; equal rows are not
 * written.
 * @param document the parsed JSON. It is modified: missing fields get their defaults
 * @throws {ImportError} with one line per error; the database is unchanged
 */
export async function importDocument(database: Database, document: unknown, options: ImportOptions = {}) {
  const checked = await checkImport(database, [sourceInMemory(document)])
  return (await runImport(database, checked, options)).summary
}

export interface ImportResult {
  readonly summary: ImportSummary
  readonly differences: DifferenceCounts
}

/** Writes the differences between a checked import file and a database in one transaction. A dry run only finds them. */
export async function runImport(
  database: Database,
  { members, unknownFields }: CheckedImport,
  options: CommandImportOptions = {},
): Promise<ImportResult> {
  const { clock = systemClock, command = 'import', allowRemovals = true } = options
  const summary: ImportSummary = fromNames(SECTIONS, (section) => members[section].length)
  if (unknownFields.count > 0) options.onUnknownFields?.(unknownFields.pointers, unknownFields.count)
  const counts = zeroCounts()
  const onDifference = (difference: ImportDifference) => {
    counts[difference.kind][difference.action] += 1
    options.onDifference?.(difference)
  }
  const statements = writeMembers(members, { nowMs: clock(), command, allowRemovals, onDifference })
  if (options.isDryRun) await runReads(database, statements)
  else await database.batch(statements)
  return { summary, differences: counts }
}

async function runReads(database: Database, statements: Iterable<Statement>): Promise<void> {
  for (const statement of statements) {
    if ('onRows' in statement) statement.onRows(await database.all(statement))
  }
}
