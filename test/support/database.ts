import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { importDocument } from '../../src/document/read.ts'
import { exportDocument } from '../../src/document/write.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { openSqlite } from '../../src/storage/sqlite.ts'
import { NOW } from './service.ts'

/** A folder of a test file's own, gone when the file ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'signage-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function openMemory(): Promise<Database> {
  return openDatabase('sqlite::memory:', 'create')
}

export async function exported(database: Database): Promise<string> {
  let text = ''
  for await (const chunk of exportDocument(database)) text += chunk
  return text
}

/** What an empty database exports once a document has been imported. */
export async function throughDatabase(document: unknown): Promise<string> {
  const database = await openMemory()
  try {
    await importDocument(database, structuredClone(document), { clock: () => NOW })
    return await exported(database)
  } finally {
    await database.close()
  }
}

/** Runs SQL on a file as any other program might, creating the file where it is missing. */
export async function runSql(file: string, script: string): Promise<void> {
  const database = openSqlite(file, 'create')
  await database.batch([{ script }])
  await database.close()
}
