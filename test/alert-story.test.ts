import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import type { DeviceHistory } from '../src/device/outages/schema.ts'
import type { Fleet } from '../src/monitoring/fleet/schema.ts'
import { openDatabase } from '../src/storage/open.ts'
import { importDocument } from '../src/transfer/import.ts'
import { MINUTE_MS, startReceiver } from './support/alerts.ts'
import { signage } from './support/commands.ts'
import { newDatabaseToOpen } from './support/database.ts'
import { device, KEY, withBearer } from './support/documents.ts'
import { holdJobs, makeOlder } from './support/make-older.ts'
import { type ServerProcess, startServer } from './support/process.ts'

/* Two services, and a receiver of alerts. Time passes by moving into the past what the database has. */

const SITES = ['quay', 'roof', 'hall']
const idsOf = (site: string) => [1, 2, 3, 4].map((n) => `${site}${n}`)
const IDS = SITES.flatMap(idsOf)

async function open() {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  const scopes = ['device:read', 'device:heartbeat']
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    sites: SITES.map((id) => ({ id, name: id, timezone: 'UTC' })),
    devices: IDS.map((id) =>
      device(id, {
        site: id.slice(0, -1),
        last_heartbeat_at: null,
        access: [{ user: 'ops', level: 'update' }],
      }),
    ),
    apiKeys: [{ key: KEY, name: 'screens', user: 'ops', scopes, menus: [] }],
  })
  let hangs = false
  const receiver = await startReceiver((response) => {
    if (!hangs) response.end()
  })
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
    const settings = { ...environment, CHANGES: 'on', MAX_EVENT_LOOP_DELAY_MS: '0' }
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
    setHanging: (value: boolean) => (hangs = value),
    incidents: async () => {
      const rows = await database.all<{ kind: string; subject_id: string | null }>(
        'SELECT kind, subject_id FROM incidents WHERE ended_at IS NULL ORDER BY subject_id',
      )
      return rows.map(({ kind, subject_id }) => `${kind} ${subject_id}`)
    },
    told: () => receiver.bodies().map(({ type, data }) => `${type.slice(9)} ${data.incident.kind}`),
  }
}

test('what is silent is told once, after its delay, and once that it is back', async () => {
  const { database, receiver, start, kill, pass, get, count, setHanging, incidents, told } = await open()
  const becomes = (expected: readonly string[]) => expect.poll(incidents).toEqual(expected)
  await start()
  await pass(4)

  // A device stops.
  await pass(6, ['quay1'])
  await becomes(['device quay1'])
  await pass(8, ['quay1'])
  const { devices } = await get<Fleet>('/fleet?state=offline')
  expect(devices.map(({ id, reason }) => [id, reason])).toEqual([
    ['quay1', 'Only this screen: the other 3 at quay are online.'],
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

  // The services are killed for ten minutes. Only one device does not come back.
  const before = await database.all('SELECT device_id FROM outages')
  await kill()
  await makeOlder(database, 10)
  await database.batch([
    { sql: 'UPDATE service_beats SET last_at = last_at - ?', parameters: [10 * MINUTE_MS] },
  ])
  await start()
  await pass(8, ['hall4'])
  await becomes(['device hall4'])
  expect(await database.all('SELECT device_id FROM outages')).toEqual(before)
  expect(told().slice(6)).toEqual([])

  // They are killed between the opening and the sending, and again while the receiver answers.
  await kill()
  await pass10WithoutServices()
  setHanging(true)
  await start()
  await pass(4, ['hall4'])
  // On a slow machine, an attempt may have been repeated.
  await expect.poll(() => [...new Set(told().slice(6))]).toEqual(['opened device'])
  await kill()
  const attempts = told().length
  setHanging(false)
  await makeOlder(database, 2)
  // After two attempts, the next one would be made in five minutes.
  await database.batch([
    { sql: 'UPDATE alert_messages SET next_attempt_at = created_at WHERE next_attempt_at IS NOT NULL' },
  ])
  await start()
  await expect.poll(() => told().length).toBeGreaterThan(attempts)
  expect([...new Set(told().slice(6))]).toEqual(['opened device'])
  await expect
    .poll(() => database.all('SELECT id FROM alert_messages WHERE next_attempt_at IS NOT NULL'))
    .toEqual([])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(7)

  async function pass10WithoutServices() {
    await makeOlder(database, 10)
    await database.batch([
      { sql: 'UPDATE service_beats SET last_at = last_at - ?', parameters: [10 * MINUTE_MS] },
    ])
  }
})
