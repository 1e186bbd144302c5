import { type Clock, systemClock } from '../clock.ts'
import type { Database } from '../storage/database.ts'
import { type CheckedDocument, checkDocument, type ImportSummary } from './check.ts'
import { CHANGED, DocumentError, Faults } from './errors.ts'
import { fileSource } from './file-source.ts'
import { withDocumentFile } from './input-file.ts'
import { type Member, type Part, type Source, valueSource } from './source.ts'
import { writeMembers } from './to-sql.ts'
import { checkMember } from './validate-member.ts'

export interface ImportOptions {
  /** Tells the time before which a timestamp such as `-PT2M` lies. */
  readonly clock?: Clock
  /** Is told how much of a file has been checked. */
  readonly onCheck?: (bytes: number, total: number) => void
  /** Is told how many members of the document have been written. */
  readonly onProgress?: (done: number, total: number) => void
  /** Is told how many fields are ignored, and the places of the first of them, if there are any. */
  readonly onUnknownFields?: (places: readonly string[], count: number) => void
}

/**
 * Imports a document in one transaction: what it names is replaced whole, nothing else is touched.
 * @param document a parsed document; defaults that were left out are filled in
 * @throws {DocumentError} with a line for each fault; the database is as it was
 */
export async function importDocument(
  database: Database,
  document: unknown,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return writeDocument(database, await checkDocument(database, valueSource(document)), options)
}

/**
 * Imports a document from a file of any length, of which only a small part is in memory at any time.
 * @param file a path, or `-` for standard input
 * @throws {DocumentError} with a line for each fault; the database is as it was
 */
export async function importFile(
  database: Database,
  file: string,
  options: ImportOptions = {},
): Promise<ImportSummary> {
  return withDocumentFile(file, async (descriptor) => {
    const source = fileSource(descriptor, { onRead: options.onCheck })
    return writeDocument(database, await checkDocument(database, source), options)
  })
}

/** Writes a document that was found right. */
export async function writeDocument(
  database: Database,
  { source, summary, menuIds, unknownFields }: CheckedDocument,
  { clock = systemClock, onProgress = () => {}, onUnknownFields = () => {} }: ImportOptions,
): Promise<ImportSummary> {
  if (unknownFields.count > 0) onUnknownFields(unknownFields.places, unknownFields.count)
  const total = Object.values(summary).reduce((sum, members) => sum + members)
  let done = 0
  const read = <P extends Part>(part: P) => membersOf(source, part, () => onProgress(++done, total))
  const members = {
    users: read('users'),
    devices: read('devices'),
    menus: read('menus'),
    apiKeys: read('apiKeys'),
  }
  await database.batch(writeMembers(members, menuIds, clock()))
  return summary
}

/** Checks form again: that fills in defaults, and a file may have changed. */
function* membersOf<P extends Part>(source: Source, part: P, onMember: () => void): Generator<Member<P>> {
  for (const value of source.members(part)) {
    const member = checkMember(part, '', value, new Faults())
    if (member === undefined) throw new DocumentError(CHANGED)
    yield member
    onMember()
  }
}
