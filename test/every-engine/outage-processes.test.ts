import { expect, onTestFinished, test } from 'vitest'
import type { DeviceHistory } from '../../src/device/outages/schema.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device, KEY, withBearer } from '../support/documents.ts'
import { type ServerProcess, startServer } from '../support/process.ts'
import { createProcessClock } from '../support/process-clock.ts'

/* Processes of the command. Time passes by moving into the past what the database has. */

const IDS = ['lobby', 'bar', 'window']
const TEN_MINUTES_MS = 600_000

async function open() {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  const scopes = ['device:read', 'device:heartbeat']
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    devices: IDS.map((id) => device(id, { access: [{ user: 'ops', level: 'update' }] })),
    apiKeys: [{ key: KEY, name: 'screens', user: 'ops', scopes, menus: [] }],
  })
  const start = async (environment: Record<string, string> = {}) => {
    const server = await startServer({ DATABASE_URL: url, CHANGES: 'on', ...environment })
    onTestFinished(async () => void (await server.stop()))
    return server
  }
  return { database, start }
}

async function beat({ address }: ServerProcess, ids = IDS): Promise<void> {
  for (const id of ids) {
    const response = await fetch(`${address}/devices/${id}/heartbeats`, {
      method: 'POST',
      headers: withBearer,
    })
    expect(response.status).toBe(204)
  }
}

async function historyOf({ address }: ServerProcess, id: string): Promise<DeviceHistory> {
  const response = await fetch(`${address}/devices/${id}/outages`, { headers: withBearer })
  expect(response.status).toBe(200)
  return (await response.json()) as DeviceHistory
}

/** Makes the last heartbeats of devices older. */
async function makeOlder(database: Database, ids: readonly string[]): Promise<void> {
  const rows = await database.all<{ id: string; at: string }>({
    sql: 'SELECT id, last_heartbeat_at AS at FROM devices',
  })
  await database.batch(
    rows
      .filter(({ id }) => ids.includes(id))
      .map(({ id, at }) => ({
        sql: 'UPDATE devices SET last_heartbeat_at = ? WHERE id = ?',
        parameters: [new Date(Date.parse(at) - TEN_MINUTES_MS).toISOString(), id],
      })),
  )
}

test('a device that stops has one outage, which ends with its next heartbeat; the others have none', async () => {
  const { database, start } = await open()
  const [one, other] = [await start(), await start()]
  await beat(one)
  await makeOlder(database, ['bar'])
  await beat(one, ['lobby', 'window'])
  expect((await historyOf(other, 'bar')).outages).toMatchObject([{ ended_at: null, interruptions: 0 }])
  await beat(other, ['bar'])
  const { outages } = await historyOf(one, 'bar')
  expect(outages).toMatchObject([{ ended_at: expect.any(String), interruptions: 0 }])
  expect(outages[0]?.duration_seconds).toBeGreaterThanOrEqual(TEN_MINUTES_MS / 1000)
  for (const id of ['lobby', 'window']) expect((await historyOf(one, id)).outages).toEqual([])
})

test('a service that was killed for ten minutes leaves no outage, but a time that is unknown', async () => {
  const { database, start } = await open()
  const killed = await start()
  await beat(killed)
  await killed.stop('SIGKILL')
  await makeOlder(database, IDS)
  await database.batch([
    { sql: 'UPDATE service_beats SET last_at = last_at - ?', parameters: [TEN_MINUTES_MS] },
    { sql: 'UPDATE devices SET recorded_since = recorded_since - ?', parameters: [TEN_MINUTES_MS] },
  ])
  const next = await start()
  for (const id of IDS) expect((await historyOf(next, id)).outages).toEqual([])
  await beat(next)
  for (const id of IDS) {
    const { outages, unknown } = await historyOf(next, id)
    expect(outages).toEqual([])
    const last = unknown.at(-1)
    const lengthMs = Date.parse(last?.ended_at ?? '') - Date.parse(last?.started_at ?? '')
    expect(lengthMs).toBeGreaterThanOrEqual(TEN_MINUTES_MS)
  }
  expect(await database.all({ sql: 'SELECT device_id FROM outages' })).toEqual([])
})

test('a service that was paused for ten minutes leaves no outage, but a time that is unknown', async () => {
  const clock = createProcessClock()
  const { database, start } = await open()
  const server = await start(clock.environment)
  await beat(server)
  server.child.kill('SIGSTOP')
  clock.pass(TEN_MINUTES_MS)
  server.child.kill('SIGCONT')
  await beat(server)
  expect(await database.all({ sql: 'SELECT device_id FROM outages' })).toEqual([])
  const absences = await database.all<{ ms: number }>({
    sql: 'SELECT ended_at - started_at AS ms FROM service_absences',
  })
  expect(absences).toEqual([{ ms: expect.any(Number) }])
  expect(absences[0]?.ms).toBeGreaterThanOrEqual(TEN_MINUTES_MS)
  for (const id of IDS) expect((await historyOf(server, id)).outages).toEqual([])
})
