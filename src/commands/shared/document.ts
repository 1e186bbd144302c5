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
 * Imports a document into the database that a DATABASE_URL names, and creates that where it is missing: unless the
 * document has a fault, which changes nothing.
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

/** Says which fields of a document were ignored: they may be misspelt. */
function noteUnknownFields(places: readonly string[], count: number): void {
  const shown = places.slice(0, SHOWN_FIELDS).join(', ')
  const rest = count > SHOWN_FIELDS ? ` and ${count - SHOWN_FIELDS} more` : ''
  note(`Ignored what is not known: ${shown}${rest}.`)
}
