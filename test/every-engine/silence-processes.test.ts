import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addAlertRouteStatement } from '../../src/alerts/queries.ts'
import type { DeviceHistory } from '../../src/device/outages/schema.ts'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { route, startReceiver } from '../support/alerts.ts'
import { newDatabaseToOpen, temporaryFolder } from '../support/database.ts'
import { device, KEY, withBearer } from '../support/documents.ts'
import { type ServerProcess, startServer } from '../support/process.ts'
import { NOW } from '../support/target.ts'

/* Processes of the command, whose clocks stand still until the test sets them. */

const SCREENS = Array.from({ length: 12 }, (_, n) => `screen-${n + 1}`)
/** Sends a heartbeat each minute while a service is there, so that time is known. */
const WITNESS = 'witness'
/** Was online an hour before, and then no more. */
const DEAD = 'dead'
const HOUR_S = 3600

async function open() {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  const receiver = await startReceiver()
  const scopes = ['device:read', 'device:heartbeat']
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    devices: [...SCREENS, WITNESS, DEAD].map((id) =>
      device(id, { access: [{ user: 'ops', level: 'update' }] }),
    ),
    apiKeys: [{ key: KEY, name: 'screens', user: 'ops', scopes, menus: [] }],
  })
  await database.batch([
    addAlertRouteStatement(route('operators', { url: receiver.url, delay_seconds: 300 })),
  ])

  const file = join(temporaryFolder(), 'now')
  /** Sets the clocks, in seconds since the beginning. */
  const goTo = (seconds: number) => {
    writeFileSync(`${file}.next`, String(NOW + seconds * 1000))
    renameSync(`${file}.next`, file)
  }
  goTo(0)
  const clock = `
    import { readFileSync } from 'node:fs'
    Date.now = () => Number(readFileSync(${JSON.stringify(file)}, 'utf8'))`
  const environment = {
    DATABASE_URL: url,
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(clock)}`,
  }
  return {
    database,
    receiver,
    goTo,
    at: (seconds: number) => new Date(NOW + seconds * 1000).toISOString(),
    async start(settings: Record<string, string> = {}) {
      const all = { ...environment, CHANGES: 'on', WEBHOOK_ALLOW: '127.0.0.1', ...settings }
      const server = await startServer(all)
      onTestFinished(async () => void (await server.stop('SIGKILL')))
      return server
    },
    /** Time passes, in which a service is there: it has begun to be when it has written a heartbeat. */
    async pass(server: ServerProcess, from: number, to: number) {
      await beat(server, WITNESS)
      for (let seconds = from; seconds < to; seconds = Math.min(seconds + 60, to)) {
        goTo(Math.min(seconds + 60, to))
        await beat(server, WITNESS)
      }
    },
    /** The incidents once a look at all devices has found the one that is dead. */
    async incidents() {
      const sql = 'UPDATE devices SET last_heartbeat_at = ? WHERE id = ?'
      await database.batch([{ sql, parameters: [new Date(NOW - HOUR_S * 1000).toISOString(), DEAD] }])
      const open = () =>
        database.all<{ kind: string; subject_id: string | null }>({
          sql: 'SELECT kind, subject_id FROM incidents',
        })
      await expect.poll(async () => (await open()).length).toBeGreaterThan(0)
      return open()
    },
    stored: () => database.all({ sql: 'SELECT device_id, started_at, ended_at FROM outages' }),
  }
}

async function beat({ address }: ServerProcess, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    const options = { method: 'POST', headers: withBearer }
    expect((await fetch(`${address}/devices/${id}/heartbeats`, options)).status).toBe(204)
  }
}

async function historyOf({ address }: ServerProcess, id: string): Promise<DeviceHistory> {
  return (await (
    await fetch(`${address}/devices/${id}/outages`, { headers: withBearer })
  ).json()) as DeviceHistory
}

const OF_DEAD = { kind: 'device', subject_id: DEAD }

test.each([
  ['ten minutes: heartbeats that are sent each four minutes come 2:10 after the start', 230, 600, 130],
  ['half a minute: a heartbeat is lost, and the next comes 3:40 after the start', 230, 30, 220],
  ['ten minutes: heartbeats that are sent each minute come five minutes after the start', 59, 600, 300],
])('a service that was killed for %s', async (_, before, away, after) => {
  const { start, goTo, pass, incidents, receiver, stored } = await open()
  const killed = await start()
  await beat(killed, ...SCREENS)
  await pass(killed, 0, before)
  await killed.stop('SIGKILL')
  const startS = before + away
  goTo(startS)
  const next = await start()
  await pass(next, startS, startS + after)
  // Of those that never stopped, no incident begins, and nobody is alerted.
  expect(await incidents()).toEqual([OF_DEAD])
  for (const id of SCREENS) expect((await historyOf(next, id)).outages).toEqual([])
  await beat(next, ...SCREENS)
  expect(await stored()).toEqual([])
  for (const id of SCREENS) expect((await historyOf(next, id)).outages).toEqual([])
  // What is silent is known five minutes after the start. Steps shorter than a minute follow each other, or it was away again.
  goTo(startS + after + 20)
  await pass(next, startS + after + 20, startS + after + 295)
  await expect.poll(() => receiver.received.length).toBe(1)
  expect(receiver.bodies()).toMatchObject([
    { data: { incident: { kind: 'device' }, devices: [{ id: DEAD }] } },
  ])
})

test('an outage is there after the clock was set forward, back and forward', async () => {
  const { start, goTo, pass, at } = await open()
  const service = await start()
  await beat(service, ...SCREENS)
  await pass(service, 0, 600)
  const lasts = { started_at: at(0), ended_at: null }
  for (const seconds of [600 + HOUR_S, 660, 720 + HOUR_S]) {
    goTo(seconds)
    await beat(service, WITNESS)
    expect((await historyOf(service, 'screen-1')).outages).toMatchObject([lasts])
  }
  await beat(service, 'screen-1')
  const { outages, unknown } = await historyOf(service, 'screen-1')
  expect(outages).toMatchObject([{ started_at: at(0), ended_at: at(720 + HOUR_S) }])
  expect(unknown.at(-1)).toEqual({ started_at: at(600), ended_at: at(720 + HOUR_S) })
})

test('without CHANGES=on, an absence lasts for a day, and is noted as a whole when it is over', async () => {
  const { start, goTo, at, stored, incidents } = await open()
  const killed = await start()
  await beat(killed, ...SCREENS)
  await killed.stop('SIGKILL')
  const reading = await start({ CHANGES: 'off' })
  goTo(24 * HOUR_S + 300)
  const unknown = [{ started_at: at(0), ended_at: at(24 * HOUR_S) }]
  expect(await historyOf(reading, 'screen-1')).toMatchObject({ outages: [], unknown: [{}] })
  goTo(24 * HOUR_S + 301)
  const history = await historyOf(reading, 'screen-1')
  expect(history.outages).toMatchObject([{ started_at: at(0), ended_at: null }])
  expect(history.unknown.slice(-1)).toMatchObject([{ ended_at: unknown[0]?.ended_at }])
  const next = await start()
  await beat(next, ...SCREENS)
  for (const server of [next, reading]) expect((await historyOf(server, 'screen-1')).outages).toEqual([])
  expect(await incidents()).toEqual([OF_DEAD])
  expect(await stored()).toEqual([])
})
