import type { Database } from '../../storage/database.ts'
import { databaseExists, openDatabase } from '../../storage/open.ts'
import { type CheckedDocument, checkDocument, type ImportSummary } from '../../transfer/check.ts'
import { fileSource } from '../../transfer/file-source.ts'
import { type ImportOptions, writeDocument } from '../../transfer/import.ts'
import { withDocumentFile } from '../../transfer/input-file.ts'
import type { Source } from '../../transfer/source.ts'
import { note } from './output.ts'

const SHOWN_FIELDS = 5

/**
 * Imports a file into the database that a DATABASE_URL names. Creates the database if it does not exist, but
 * not if the file has errors.
 * @param file a path, or `-` for standard input
 */
export async function importInto(
  databaseUrl: string,
  file: string,
  options: ImportOptions = {},
): Promise<{ readonly database: Database; readonly summary: ImportSummary }> {
  return withDocumentFile(file, async (descriptor) => {
    const source = fileSource(descriptor, { onRead: options.onCheck })
    const checked = databaseExists(databaseUrl) ? undefined : await checkAgainstNothing(source)
    const database = await openDatabase(databaseUrl, 'create')
    try {
      const document = checked ?? (await checkDocument(database, source))
      const onUnknownFields = noteUnknownFields
      return { database, summary: await writeDocument(database, document, { onUnknownFields, ...options }) }
    } catch (error) {
      await database.close()
      throw error
    }
  })
}

async function checkAgainstNothing(source: Source): Promise<CheckedDocument> {
  const empty = await openDatabase('sqlite::memory:', 'create')
  try {
    return await checkDocument(empty, source)
  } finally {
    await empty.close()
  }
}

/** Reports the fields that were ignored, since they may be misspelled. */
function noteUnknownFields(pointers: readonly string[], count: number): void {
  const shown = pointers.slice(0, SHOWN_FIELDS).join(', ')
  const rest = count > SHOWN_FIELDS ? ` and ${count - SHOWN_FIELDS} more` : ''
  note(`Ignored unknown fields: ${shown}${rest}.`)
}
