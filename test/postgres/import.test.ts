import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { exported, temporaryFolder } from '../support/database.ts'
import { device, devicesDocument } from '../support/documents.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { signage } from '../support/process.ts'

/** The lock for which every batch waits. */
const WRITER_LOCK = 7_446_244_703
/** In this database: those of other tests are on the same server. */
const WAITING_FOR_LOCK = `
SELECT 1 FROM pg_locks
WHERE locktype = 'advisory' AND NOT granted
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`

test('"signage import" imports what it read before it waited for another writer, although its file has changed since', async () => {
  const url = await createPostgresDatabase()
  const database = await openDatabase(url, 'create')
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('SELECT pg_advisory_lock($1)', [WRITER_LOCK])

  const file = join(temporaryFolder(), 'document.json')
  const devices = Array.from({ length: 2200 }, (_, n) => device(`d${n}`))
  const text = JSON.stringify(devicesDocument(...devices, device('last', { name: 'last-name' })))
  writeFileSync(file, text)
  const importing = signage(['import', file], { environment: { DATABASE_URL: url } })
  await expect.poll(async () => (await holder.query(WAITING_FOR_LOCK)).rowCount).toBe(1)
  writeFileSync(file, text.replace('last-name', 'list-name'))
  await holder.end()

  expect(await importing).toMatchObject({ code: 0 })
  const after = await exported(database)
  expect(after).toContain('last-name')
  expect(after).not.toContain('list-name')
  await database.close()
})
