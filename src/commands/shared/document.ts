import { CommandError } from '../../command-error.ts'
import type { Database } from '../../storage/database.ts'
import { migrate } from '../../storage/migrations.ts'
import { databaseExists, openDatabase } from '../../storage/open.ts'
import { type CheckedDocument, checkDocument } from '../../transfer/check.ts'
import { type ImportOptions, type ImportResult, writeDocument } from '../../transfer/import.ts'
import { withSource } from '../../transfer/input-file.ts'
import type { Source } from '../../transfer/source.ts'
import { openToMigrate } from './database.ts'
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
): Promise<ImportResult & { readonly database: Database }> {
  return withSource(file, { onRead: options.onCheck }, async (source) => {
    const checked = databaseExists(databaseUrl) ? undefined : await checkAgainstNothing(source)
    const database = await openToMigrate(databaseUrl)
    try {
      await migrate(database)
      const document = checked ?? (await check(database, source))
      return { database, ...(await writeDocument(database, document, { onUnknownFields, ...options })) }
    } catch (error) {
      await database.close()
      throw error
    }
  })
}

async function checkAgainstNothing(source: Source): Promise<CheckedDocument> {
  const empty = await openDatabase('sqlite::memory:', 'create')
  return check(empty, source).finally(() => empty.close())
}

/** @throws {CommandError} if the file has fields, but none that can be imported */
async function check(database: Database, source: Source): Promise<CheckedDocument> {
  const document = await checkDocument(database, source)
  const { summary, unknownFields } = document
  if (unknownFields.count === 0 || Object.values(summary).some((members) => members > 0)) return document
  throw new CommandError(
    `Nothing was imported: the file has no users, devices, menus or apiKeys, only unknown fields: ${listed(unknownFields.pointers, unknownFields.count)}.`,
  )
}

/** Reports the fields that were ignored, since they may be misspelled. */
function onUnknownFields(pointers: readonly string[], count: number): void {
  note(`Ignored unknown fields: ${listed(pointers, count)}.`)
}

function listed(pointers: readonly string[], count: number): string {
  const rest = count > SHOWN_FIELDS ? ` and ${count - SHOWN_FIELDS} more` : ''
  return `${pointers.slice(0, SHOWN_FIELDS).join(', ')}${rest}`
}
