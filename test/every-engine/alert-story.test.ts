import { expect, onTestFinished, test } from 'vitest'
import { addAlertRouteStatement } from '../../src/alerts/queries.ts'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { MINUTE_MS, route, startReceiver } from '../support/alerts.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device } from '../support/documents.ts'
import { type ServerProcess, startServer } from '../support/process.ts'

/** Jobs look ten times as often. No other timer is shortened: each is a limit for something. */
const EAGER = `--import data:text/javascript,${encodeURIComponent(`
  const original = globalThis.setTimeout
  const inMs = (ms, job) => (job?.intervalMs === ms ? ms / 10 : ms)
  globalThis.setTimeout = Object.assign((f, ms, ...others) => original(f, inMs(ms, ...others), ...others), original)
`)}`

/** 3,000 screens, of which two thirds have just fallen silent, a receiver of alerts, and two services. */
async function open() {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString()
  const receiver = await startReceiver()
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    sites: Array.from({ length: 20 }, (_, n) => ({ id: `s${n}`, name: `s${n}`, timezone: 'UTC' })),
    devices: Array.from({ length: 3000 }, (_, n) =>
      device(`d${n}`, { site: `s${n % 20}`, last_heartbeat_at: at(n < 2000 ? 5.1 : 0) }),
    ),
  })
  await database.batch([addAlertRouteStatement(route('hook', { url: receiver.url }))])
  const settings = { DATABASE_URL: url, WEBHOOK_ALLOW: '127.0.0.1', CHANGES: 'on', NODE_OPTIONS: EAGER }
  const servers: ServerProcess[] = []
  const kill = () => Promise.all(servers.splice(0).map((server) => server.stop('SIGKILL')))
  onTestFinished(async () => void (await kill()))
  async function start() {
    for (let n = 0; n < 2; n++) servers.push(await startServer(settings))
  }
  return { database, receiver, start, kill }
}

test('an incident of thousands of devices is told whole, also if the process that stores it is killed', async () => {
  const { database, receiver, start, kill } = await open()
  await start()
  const anyMember = () => database.get({ sql: 'SELECT 1 AS found FROM incident_devices LIMIT 1' })
  await expect.poll(anyMember, { interval: 1 }).toBeDefined()
  await kill()
  await database.batch([{ sql: "UPDATE jobs SET lease_ends_at = '2026-01-01T00:00:00.000Z'" }])
  await start()
  await expect
    .poll(() => receiver.bodies().map(({ data }) => data.text))
    .toEqual([
      expect.stringMatching(
        /^No heartbeat from 2,000 of 3,000 screens since .*: their connection to the signage service may be down$/,
      ),
    ])
})
