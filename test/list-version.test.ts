import { afterAll, expect, test } from 'vitest'
import { importDocument } from '../src/transfer/import.ts'
import { openMemory } from './support/database.ts'
import { device, devicesDocument } from './support/documents.ts'

const database = await openMemory()
afterAll(() => database.close())
await importDocument(database, devicesDocument(device('d1'), device('d2')))

async function version(): Promise<string | undefined> {
  return (await database.get<{ version: string }>('SELECT version FROM device_lists'))?.version
}

/** Whether what is known of how many devices there are, and who may read them, has to be counted again. */
async function changesVersion(script: string): Promise<boolean> {
  const before = await version()
  await database.batch([{ script }])
  return (await version()) !== before
}

test.each([
  "INSERT INTO devices (id, name, timezone, updated_at, created_at) VALUES ('d3', 'd', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
  "DELETE FROM devices WHERE id = 'd3'",
  "INSERT INTO device_access (user_id, device_id, level) VALUES ('ops', 'd1', 'publish')",
  "UPDATE device_access SET level = 'update' WHERE level = 'publish'",
  "UPDATE device_access SET device_id = 'd2' WHERE level = 'update'",
  "DELETE FROM device_access WHERE level = 'update'",
  ...(database.engine === 'postgres' ? ['TRUNCATE device_access', 'TRUNCATE devices CASCADE'] : []),
])('devices have to be counted again: %s', async (script) => expect(await changesVersion(script)).toBe(true))

test.each(["UPDATE devices SET last_heartbeat_at = '2026-01-01T00:00:00Z'", "UPDATE users SET name = 'x'"])(
  'and need not be: %s',
  async (script) => expect(await changesVersion(script)).toBe(false),
)
