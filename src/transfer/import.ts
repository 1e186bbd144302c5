import { type Clock, systemClock } from '../clock.ts'
import type { Database, Statement } from '../storage/database.ts'
import { type CheckedDocument, checkDocument, type ImportSummary } from './check.ts'
import { CHANGED, DocumentError, DocumentErrors, errorLine } from './errors.ts'
import { type SourceOptions, withSource } from './file-sources.ts'
import { type Section, valueSource } from './source.ts'
import { checkMember } from './validate-member.ts'
import { type Change, ChangeCounter, type ChangeCounts } from './write/changes.ts'
import type { Extras } from './write/prune.ts'
import { isSuspicious, type Removal, rejectRemovals } from './write/removals.ts'
import { type Writing, writeMembers } from './write/write-members.ts'

export interface ImportOptions {
  /** The current time, which a relative timestamp such as `-PT2M` refers to. */
  readonly clock?: Clock
  /** Called with the number of bytes read so far, the size of the file, and the number of members or rows read. */
  readonly onCheck?: (bytes: number, total: number, rows: number) => void
  /** Called with the number of members written so far, and the total. */
  readonly onProgress?: (done: number, total: number) => void
  /** Whether menus may lose all or most of their items; by default true. */
  readonly allowRemovals?: boolean
  /** Whether existing devices keep their access, whatever the document says; by default false. */
  readonly keepsAccess?: boolean
  /** What to delete as well: see `findExtras`. */
  readonly extras?: Extras | undefined
  /** Called for each change, before it is committed. */
  readonly onChange?: (change: Change) => void
  /** Called if fields are ignored, with the JSON pointers of the first ones, and their total number. */
  readonly onUnknownFields?: (pointers: readonly string[], count: number) => void
}

/**
 * Imports a document in one transaction. What has an existing id becomes what the document says; nothing else changes.
 * What is equal is not written.
 * @param document the parsed JSON; missing fields are filled with their defaults, in place
 * @throws {DocumentError} with one line per error; the database is unchanged
 */
export async function importDocument(database: Database, document: unknown, options: ImportOptions = {}) {
  const { summary } = await writeDocument(
    database,
    await checkDocument(database, valueSource(document)),
    options,
  )
  return summary
}

/**
 * Imports a file of any format. An import file may have any size: only a small part of it is in memory at any time.
 * @param file a path, or `-` for standard input; or several, which are imported in one transaction
 * @throws {DocumentError} with one line per error; the database is unchanged
 */
export async function importFile(
  database: Database,
  file: string | readonly string[],
  options: ImportOptions & SourceOptions = {},
) {
  return withSource([file].flat(), { onRead: options.onCheck, ...options }, async (source) => {
    const { summary } = await writeDocument(database, await checkDocument(database, source), options)
    return summary
  })
}

/** How many things of each kind a document has, and what changes. */
export interface ImportResult {
  readonly summary: ImportSummary
  readonly changes: ChangeCounts
}

/** Writes what differs between a database and a checked document, in one transaction. */
export async function writeDocument(
  database: Database,
  document: CheckedDocument,
  options: ImportOptions = {},
): Promise<ImportResult> {
  return followStatements(document, options, (statements) => database.batch(statements))
}

/** Finds out what `writeDocument` would change, without writing anything. */
export async function planDocument(
  database: Database,
  document: CheckedDocument,
  options: ImportOptions = {},
): Promise<ImportResult> {
  return followStatements(document, options, async (statements) => {
    for (const statement of statements) {
      if ('onRows' in statement)
        statement.onRows(await database.all(statement.sql, ...(statement.parameters ?? [])))
    }
  })
}

async function followStatements(
  document: CheckedDocument,
  options: ImportOptions,
  follow: (statements: Iterable<Statement>) => Promise<unknown>,
): Promise<ImportResult> {
  const { clock = systemClock, allowRemovals = true, onProgress, onChange, onUnknownFields } = options
  const { summary, unknownFields, ids } = document
  if (unknownFields.count > 0) onUnknownFields?.(unknownFields.pointers, unknownFields.count)
  const total = Object.values(summary).reduce((sum, members) => sum + members)
  let done = 0
  const read = <S extends Section>(section: S) =>
    membersOf(document, section, () => onProgress?.(++done, total))
  const counter = new ChangeCounter()
  const removals: Removal[] = []
  const writing: Writing = {
    nowMs: clock(),
    extras: options.extras,
    keepsAccess: options.keepsAccess ?? false,
    isInFile: ids.isInFile,
    onChange: (change) => {
      counter.add(change)
      onChange?.(change)
    },
    onRemoval: (removal) => {
      if (!allowRemovals && isSuspicious(removal)) removals.push(removal)
    },
    checkRemovals: () => rejectRemovals(removals),
  }
  await follow(writeMembers(read, writing))
  return { summary, changes: counter.counts }
}

/** Validates members again: this fills in defaults, and the file may have changed since the check. */
function* membersOf<S extends Section>(
  { source, validators }: CheckedDocument,
  section: S,
  onMember: () => void,
) {
  let index = 0
  for (const value of source.members(section)) {
    const pointer = source.pointerOf(section, index++)
    const member = checkMember(validators, section, pointer, value, new DocumentErrors())
    if (member === undefined) throw new DocumentError(errorLine(source.name, pointer, CHANGED))
    yield member
    onMember()
  }
}
