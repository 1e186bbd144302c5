import { type Clock, systemClock } from '../clock.ts'
import type { Database } from '../storage/database.ts'
import { type CheckedDocument, checkDocument, type ImportSummary } from './check.ts'
import { CHANGED, DocumentError, DocumentErrors } from './errors.ts'
import { withSource } from './input-file.ts'
import { type Section, valueSource } from './source.ts'
import { writeMembers } from './to-sql.ts'
import { checkMember } from './validate-member.ts'

export interface ImportOptions {
  /** The current time, which a relative timestamp such as `-PT2M` refers to. */
  readonly clock?: Clock
  /** Called with the number of bytes checked so far, and the size of the file. */
  readonly onCheck?: (bytes: number, total: number) => void
  /** Called with the number of members written so far, and the total. */
  readonly onProgress?: (done: number, total: number) => void
  /** Called if fields are ignored, with the JSON pointers of the first ones, and their total number. */
  readonly onUnknownFields?: (pointers: readonly string[], count: number) => void
}

/**
 * Imports a document in one transaction. What has an existing id is replaced as a whole; nothing else changes.
 * @param document the parsed JSON; missing fields are filled with their defaults, in place
 * @throws {DocumentError} with one line per error; the database is unchanged
 */
export async function importDocument(database: Database, document: unknown, options: ImportOptions = {}) {
  return writeDocument(database, await checkDocument(database, valueSource(document)), options)
}

/**
 * Imports a file of any size. Only a small part of it is in memory at any time.
 * @param file a path, or `-` for standard input
 * @throws {DocumentError} with one line per error; the database is unchanged
 */
export async function importFile(database: Database, file: string, options: ImportOptions = {}) {
  return withSource(file, { onRead: options.onCheck }, async (source) =>
    writeDocument(database, await checkDocument(database, source), options),
  )
}

export async function writeDocument(
  database: Database,
  document: CheckedDocument,
  { clock = systemClock, onProgress = () => {}, onUnknownFields = () => {} }: ImportOptions,
): Promise<ImportSummary> {
  const { summary, menuIds, unknownFields } = document
  if (unknownFields.count > 0) onUnknownFields(unknownFields.pointers, unknownFields.count)
  const total = Object.values(summary).reduce((sum, members) => sum + members)
  let done = 0
  const read = <S extends Section>(section: S) =>
    membersOf(document, section, () => onProgress(++done, total))
  await database.batch(writeMembers(read, menuIds, clock()))
  return summary
}

/** Validates members again: this fills in defaults, and the file may have changed since the check. */
function* membersOf<S extends Section>(
  { source, validators }: CheckedDocument,
  section: S,
  onMember: () => void,
) {
  for (const value of source.members(section)) {
    const member = checkMember(validators, section, '', value, new DocumentErrors())
    if (member === undefined) throw new DocumentError(CHANGED)
    yield member
    onMember()
  }
}
