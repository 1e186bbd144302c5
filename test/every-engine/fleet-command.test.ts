import { expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device } from '../support/documents.ts'

const MINUTE_MS = 60_000
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString()

test('devices list shows what the fleet shows, by id', async () => {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  const silentSince = ago(90)
  const closed = { windows: [], exceptions: [] }
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    sites: [
      { id: 'quay', name: 'Quay', timezone: 'UTC' },
      { id: 'shut', name: 'Shut', timezone: 'UTC', hours: closed },
    ],
    devices: [
      device('d', { site: 'quay', last_heartbeat_at: ago(0), access: [] }),
      device('c', { site: 'quay', last_heartbeat_at: silentSince, access: [] }),
      device('b', { site: 'shut', last_heartbeat_at: silentSince, access: [] }),
      device('a', { access: [] }),
    ],
  })
  await database.batch([
    {
      sql: "INSERT INTO incidents (id, kind, subject_id, started_at, opened_at) VALUES ('i', 'device', 'c', 1, 1)",
    },
    { sql: "INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES ('c', 'i', 1)" },
  ])
  await database.close()
  const environment = { DATABASE_URL: url }
  const { stdout } = await signage(['devices', 'list', '--json'], { environment })
  const site = { id: 'quay', name: 'Quay', timezone: 'UTC' }
  expect(JSON.parse(stdout)).toMatchObject([
    { id: 'a', state: 'never', site: null, offline_since: null, reason: null },
    { id: 'b', state: 'asleep', site: { id: 'shut' }, reason: null },
    {
      id: 'c',
      state: 'offline',
      site,
      offline_since: silentSince,
      reason: 'Only this screen: 1 other screen at Quay is online.',
      muted_until: null,
    },
    { id: 'd', state: 'online', site, offline_since: null, reason: null },
  ])
  const offline = await signage(['devices', 'list', '--state', 'offline'], { environment })
  expect(offline.stdout).toMatch(/^c .* offline .* Quay .* Only this screen/m)
  expect(offline.stdout).not.toMatch(/^d /m)
  const online = await signage(['devices', 'list', '--state', 'online', '--json'], { environment })
  expect(JSON.parse(online.stdout).map(({ id }: { id: string }) => id)).toEqual(['d'])
})
