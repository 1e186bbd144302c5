import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import type { DeviceHistory } from '../../src/device/outages/schema.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { Fleet } from '../../src/fleet/schema.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { MINUTE_MS, startReceiver } from '../support/alerts.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device, KEY, withBearer } from '../support/documents.ts'
import { holdJobs, makeOlder } from '../support/make-older.ts'
import { type ServerProcess, startServer } from '../support/process.ts'

/* Two services, and a receiver of alerts. Time passes by moving into the past what the database has. */

const SITES = ['quay', 'roof', 'hall']
const idsOf = (site: string) => [1, 2, 3, 4].map((n) => `${site}${n}`)
const IDS = SITES.flatMap(idsOf)

/** Jobs look ten times as often. No other timer is shortened: each is a limit for something. */
const EAGER = `--import data:text/javascript,${encodeURIComponent(`
  const original = globalThis.setTimeout
  const inMs = (ms, job) => (job?.intervalMs === ms ? ms / 10 : ms)
  globalThis.setTimeout = Object.assign((f, ms, ...others) => original(f, inMs(ms, ...others), ...others), original)
`)}`

interface Screen {
  readonly id: string
  readonly site: string
  readonly heardAtMs: number | null
}
const SCREENS = IDS.map((id): Screen => ({ id, site: id.slice(0, -1), heardAtMs: null }))

async function open(screens: readonly Screen[] = SCREENS) {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  const scopes = ['device:read', 'device:heartbeat']
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    sites: [...new Set(screens.map(({ site }) => site))].map((id) => ({ id, name: id, timezone: 'UTC' })),
    devices: screens.map(({ id, site, heardAtMs }) =>
      device(id, {
        site,
        last_heartbeat_at: heardAtMs === null ? null : new Date(heardAtMs).toISOString(),
        access: [{ user: 'ops', level: 'update' }],
      }),
    ),
    apiKeys: [{ key: KEY, name: 'screens', user: 'ops', scopes, menus: [] }],
  })
  const receiver = await startReceiver()
  const environment = { DATABASE_URL: url, WEBHOOK_ALLOW: '127.0.0.1' }
  const added = await signage(['alerts', 'add', receiver.url, '--as', 'webhook', '--id', 'hook'], {
    environment,
  })
  expect(added.code, added.stderr).toBe(0)

  let servers: ServerProcess[] = []
  let metricsPorts: number[] = []
  const kill = () => Promise.all(servers.map((server) => server.stop('SIGKILL')))
  onTestFinished(async () => void (await kill()))
  async function start() {
    const settings = { ...environment, CHANGES: 'on', NODE_OPTIONS: EAGER }
    metricsPorts = [await freePort(), await freePort()]
    servers = []
    for (const port of metricsPorts)
      servers.push(await startServer({ ...settings, METRICS_PORT: String(port) }))
  }
  /** The sum of a metric of both services. */
  const count = async (metric: string) => {
    const texts = await Promise.all(
      metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    )
    const values = texts.map((text) => text.split('\n').find((line) => line.startsWith(`${metric} `)))
    return values.reduce((sum, line) => sum + Number(line?.slice(metric.length + 1)), 0)
  }
  const get = async <Body>(path: string): Promise<Body> => {
    const response = await fetch(`${servers[0]?.address}${path}`, { headers: withBearer })
    expect(response.status).toBe(200)
    return (await response.json()) as Body
  }

  /** Some minutes pass. All devices send heartbeats but those that are silent. */
  async function pass(minutes: number, silent: readonly string[] = []) {
    for (let left = minutes; left > 0; left -= 2) {
      const endHold = await holdJobs(database)
      await makeOlder(database, 2)
      const heard = IDS.filter((id) => !silent.includes(id))
      const sent = heard.map((id, n) =>
        fetch(`${servers[n % servers.length]?.address}/devices/${id}/heartbeats`, {
          method: 'POST',
          headers: withBearer,
        }),
      )
      for (const { status } of await Promise.all(sent)) expect(status).toBe(204)
      await endHold()
    }
  }

  return {
    database,
    receiver,
    start,
    kill,
    pass,
    get,
    count,
    incidents: async () => {
      const rows = await database.all<{ kind: string; subject_id: string | null }>({
        sql: 'SELECT kind, subject_id FROM incidents WHERE ended_at IS NULL ORDER BY subject_id',
      })
      return rows.map(({ kind, subject_id }) => `${kind} ${subject_id}`)
    },
    told: () => receiver.bodies().map(({ type, data }) => `${type.slice(9)} ${data.incident.kind}`),
  }
}

test('what is silent is told once, after its delay, and once that it is back', async () => {
  const { start, pass, get, count, incidents, told } = await open()
  const becomes = (expected: readonly string[]) => expect.poll(incidents).toEqual(expected)
  await start()
  await pass(4)

  // A device stops.
  await pass(6, ['quay1'])
  await becomes(['device quay1'])
  await pass(8, ['quay1'])
  const { devices } = await get<Fleet>('/fleet?state=offline')
  expect(devices.map(({ id, reason }) => [id, reason])).toEqual([
    ['quay1', 'Only this screen: 3 other screens at quay are online.'],
  ])
  expect(told()).toEqual([])
  await pass(2, ['quay1'])
  await expect.poll(told).toEqual(['opened device'])
  await pass(4)
  await expect.poll(told).toEqual(['opened device', 'resolved device'])
  const { outages } = await get<DeviceHistory>('/devices/quay1/outages')
  expect(outages).toMatchObject([{ ended_at: expect.any(String), interruptions: 0 }])
  // The receiver has a message before it is recorded as sent.
  const alerts = () => get<{ data: { kind: string }[] }>('/devices/quay1/alerts')
  await expect.poll(async () => (await alerts()).data.map(({ kind }) => kind)).toEqual(['resolved', 'opened'])

  // A site stops.
  await pass(6, idsOf('roof'))
  await becomes(['site roof'])
  await pass(6, idsOf('roof'))
  await expect.poll(() => told().slice(2)).toEqual(['opened site'])
  await pass(4)
  await expect.poll(() => told().slice(2)).toEqual(['opened site', 'resolved site'])

  // All devices stop.
  await pass(6, IDS)
  await becomes(['feed null'])
  await expect.poll(() => told().slice(4)).toEqual(['opened feed'])
  const { notices } = await get<Fleet>('/fleet')
  expect(notices).toEqual([
    expect.stringMatching(/^No heartbeat from any device since \d\d:\d\d UTC: the feed may be down\.$/),
  ])
  await pass(4)
  await expect.poll(() => told().slice(4)).toEqual(['opened feed', 'resolved feed'])
  expect((await get<Fleet>('/fleet')).notices).toEqual([])

  // The metrics of the services say so, too. What is written after an attempt is counted a moment later.
  await expect.poll(() => count('signage_alert_attempts_total{result="sent"}')).toBe(6)
  for (const kind of ['device', 'site', 'feed']) {
    expect(await count(`signage_incidents_opened_total{kind="${kind}"}`)).toBeGreaterThan(0)
    expect(await count(`signage_incident_duration_seconds_count{kind="${kind}"}`)).toBeGreaterThan(0)
  }
})

test('an incident of thousands of devices is told whole, also if the process that stores it is killed', async () => {
  const silentSinceMs = Date.now() - 5.1 * MINUTE_MS
  const screens = Array.from({ length: 3000 }, (_, n) => ({
    ...{ id: `d${n}`, site: `s${n % 20}` },
    heardAtMs: n < 2000 ? silentSinceMs : Date.now(),
  }))
  const { database, receiver, start, kill } = await open(screens)
  await start()
  const anyMember = () => database.get({ sql: 'SELECT 1 AS found FROM incident_devices LIMIT 1' })
  await expect.poll(anyMember, { interval: 1 }).toBeDefined()
  await kill()
  // Leases of the dead end.
  await makeOlder(database, 0)
  await start()
  await expect
    .poll(() => receiver.bodies().map(({ data }) => data.text))
    .toEqual([
      expect.stringMatching(/^No heartbeat from 2,000 of 3,000 screens since .*: the feed may be down$/),
    ])
})
