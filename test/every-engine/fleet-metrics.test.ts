import { expect, onTestFinished, test, vi } from 'vitest'
import { addAlertRouteStatement } from '../../src/alerts/queries.ts'
import { importDocument } from '../../src/documents/import.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { MINUTE_MS, route } from '../support/alerts.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device } from '../support/documents.ts'
import { NOW } from '../support/target.ts'

const ago = (minutes: number) => ({ last_heartbeat_at: new Date(NOW - minutes * MINUTE_MS).toISOString() })
const closed = { timezone: 'UTC', windows: [], exceptions: [] }

const DOCUMENT = {
  users: [{ id: 'ops', name: 'Operations' }],
  sites: [
    { id: 'open', name: 'Open', timezone: 'UTC', hours: null },
    { id: 'closed', name: 'Closed', timezone: 'UTC', hours: closed },
  ],
  devices: [
    device('now', { site: 'open', ...ago(1) }),
    device('here', { site: 'closed', ...ago(5) }),
    device('ahead', ago(-5)),
    device('silent', { site: 'open', ...ago(6) }),
    device('away', ago(600)),
    device('asleep', { site: 'closed', ...ago(60) }),
    device('new', { last_heartbeat_at: null }),
  ],
}

async function open(): Promise<Database> {
  const database = await openDatabase(await newDatabaseToOpen(), 'create')
  onTestFinished(() => database.close())
  await importDocument(database, structuredClone(DOCUMENT), { clock: () => NOW })
  return database
}

/** Creates a function that returns the samples of the metrics of the fleet, by name and labels. */
function createScrape(database: Database) {
  const metrics = createMetrics()
  metrics.addFleetMetrics(database, () => NOW)
  const names =
    /^signage_(?:devices|last_heartbeat|incidents_open\{|alert_routes|alerts_waiting|alert_longest)\S*/
  return async () => {
    const lines = (await metrics.registry.metrics()).split('\n').filter((line) => names.test(line))
    return Object.fromEntries(
      lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]),
    )
  }
}
const scrape = (database: Database) => createScrape(database)()

test('count the devices in each state, and tell the newest heartbeat that is not in the future', async () => {
  expect(await scrape(await open())).toEqual({
    'signage_devices{state="online"}': 3,
    'signage_devices{state="offline"}': 2,
    'signage_devices{state="asleep"}': 1,
    'signage_devices{state="never"}': 1,
    signage_last_heartbeat_timestamp_seconds: (NOW - MINUTE_MS) / 1000,
    'signage_incidents_open{kind="device"}': 0,
    'signage_incidents_open{kind="site"}': 0,
    'signage_incidents_open{kind="feed"}': 0,
    'signage_alert_routes{state="working"}': 0,
    'signage_alert_routes{state="failing"}': 0,
    'signage_alert_routes{state="off"}': 0,
    signage_alerts_waiting: 0,
    signage_alert_longest_wait_seconds: 0,
  })
})

test('count open incidents, routes by state, and messages that wait', async () => {
  const database = await open()
  const incident = (id: string, kind: string, subject: string | null, endedAt: number | null) => ({
    sql: 'INSERT INTO incidents (id, kind, subject_id, started_at, opened_at, ended_at) VALUES (?, ?, ?, ?, ?, ?)',
    parameters: [id, kind, subject, NOW - 9 * MINUTE_MS, NOW - 4 * MINUTE_MS, endedAt],
  })
  const message = (id: string, minutesAgo: number, nextAttemptAt: number | null) => ({
    sql: "INSERT INTO alert_messages (id, route_id, kind, body, created_at, next_attempt_at) VALUES (?, 'fine', 'opened', '{}', ?, ?)",
    parameters: [id, NOW - minutesAgo * MINUTE_MS, nextAttemptAt],
  })
  await database.batch([
    incident('a', 'device', 'silent', null),
    incident('b', 'device', 'away', null),
    incident('c', 'site', 'open', null),
    incident('d', 'feed', null, NOW),
    addAlertRouteStatement(route('fine')),
    addAlertRouteStatement(route('broken', { failing_since: NOW - MINUTE_MS })),
    addAlertRouteStatement(route('dead', { failing_since: NOW - MINUTE_MS, off_since: NOW })),
    message('sent', 30, null),
    message('later', 20, NOW + MINUTE_MS),
    message('due', 2, NOW - MINUTE_MS),
  ])
  expect(await scrape(database)).toMatchObject({
    'signage_incidents_open{kind="device"}': 2,
    'signage_incidents_open{kind="site"}': 1,
    'signage_incidents_open{kind="feed"}': 0,
    'signage_alert_routes{state="working"}': 1,
    'signage_alert_routes{state="failing"}': 1,
    'signage_alert_routes{state="off"}': 1,
    signage_alerts_waiting: 2,
    signage_alert_longest_wait_seconds: 20 * 60,
  })
})

test('without any heartbeat, or without a database, tell nothing that is not known', async () => {
  const database = await open()
  await database.batch([{ sql: 'UPDATE devices SET last_heartbeat_at = NULL', parameters: [] }])
  const samples = await scrape(database)
  expect(samples).toMatchObject({ 'signage_devices{state="never"}': 7 })
  expect(samples).not.toHaveProperty('signage_last_heartbeat_timestamp_seconds')
  const openSnapshot = vi.fn(database.openSnapshot).mockRejectedValueOnce(new Error('It is unavailable.'))
  const scrapeAgain = createScrape({ ...database, openSnapshot })
  expect(await scrapeAgain()).toEqual({})
  // Figures are kept for some seconds, failures are not.
  expect([await scrapeAgain(), await scrapeAgain()]).toEqual([samples, samples])
  expect(openSnapshot).toHaveBeenCalledTimes(2)
})
