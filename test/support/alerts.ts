import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Registry } from 'prom-client'
import { onTestFinished } from 'vitest'
import { deliveryJob, planningJob } from '../../src/alerts/alert-jobs.ts'
import type { AlertRoute } from '../../src/alerts/alert-route.ts'
import { type AlertRouteChange, storeReview } from '../../src/alerts/delivery/record.ts'
import type { IncidentKind } from '../../src/alerts/incidents/incident.ts'
import { findDueMessages } from '../../src/alerts/outbox/queries/messages.ts'
import { reviewMessages } from '../../src/alerts/outbox/review.ts'
import { addAlertRouteStatement } from '../../src/alerts/queries.ts'
import { importDocument } from '../../src/documents/import.ts'
import { createAttemptCounter } from '../../src/metrics/job-metrics.ts'
import type { Database } from '../../src/storage/database.ts'
import type { LeasedWrite } from '../../src/storage/jobs/job.ts'
import { createWriteQueue } from '../../src/storage/write-queue.ts'
import { openMemory } from './database.ts'
import { device } from './documents.ts'
import { listen } from './listen.ts'
import { NOW } from './target.ts'

export const MINUTE_MS = 60_000
/** The addresses of the receivers of tests. */
export const WEBHOOK_ALLOW = ['127.0.0.1']

const PUBLIC_URL = 'https://signage.example'

export interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/**
 * Starts a receiver of messages on this machine.
 * @param answer by default, it accepts all of them
 */
export async function startReceiver(
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end('ok'),
) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { method, url: path, headers } = request
    const one = { method, path, headers, body: await text(request) }
    received.push(one)
    answer(response, one)
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}/in`,
    received,
    /** The bodies so far. */
    bodies: () => received.map(({ body }) => JSON.parse(body)),
  }
}

export function route(id: string, options: Partial<AlertRoute> = {}): AlertRoute {
  return {
    id,
    format: 'webhook',
    url: 'http://127.0.0.1:1/in',
    token: 'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQtMTIzNA==',
    delay_seconds: null,
    site_id: null,
    created_at: NOW,
    failing_since: null,
    off_since: null,
    ...options,
  }
}

export interface StoredMessage {
  readonly id: string
  readonly route_id: string
  readonly kind: string
  readonly body: string
  readonly attempts: number
  readonly next_attempt_at: number | null
  readonly sent_at: number | null
  readonly last_result: string | null
}

/** What a test has of an incident. Times are in minutes from the beginning of the test. */
export interface TestIncident {
  readonly id: string
  readonly kind: IncidentKind
  /** The id of a device or site. */
  readonly subject?: string
  readonly devices?: readonly string[]
  readonly started?: number
  readonly opened?: number
}

/** Devices at two sites, and one at none. Those without a name for their state are online at minute 0. */
export const DOCUMENT = {
  users: [{ id: 'ops', name: 'Operations' }],
  sites: [
    { id: 'quay', name: 'The Quayside', timezone: 'America/Los_Angeles', hours: null },
    { id: 'gare', name: 'Gare du Nord', timezone: 'Europe/Paris', hours: null },
  ],
  devices: [
    ...['lobby', 'bar', 'window'].map((id) =>
      device(id, { name: `Screen ${id}`, site: 'quay', ...ONLINE() }),
    ),
    device('hall', { name: 'Screen hall', site: 'gare', ...ONLINE() }),
    device('van', { name: 'Screen van', ...ONLINE() }),
  ],
}

function ONLINE() {
  return { last_heartbeat_at: new Date(NOW - 1).toISOString() }
}

/** A database with devices, and the jobs of alerts on it, whose time is set by the test. It begins at minute 0. */
export async function openAlerts(...routes: AlertRoute[]) {
  const database = await openMemory()
  onTestFinished(() => database.close())
  await importDocument(database, structuredClone(DOCUMENT), { clock: () => NOW })
  await database.batch(routes.map(addAlertRouteStatement))
  const queue = createWriteQueue(database)
  const write: LeasedWrite = (createStatements) => queue.write(createStatements)
  let nowMs = NOW
  const changes: AlertRouteChange[] = []
  const registry = new Registry()
  const clock = () => nowMs

  const { signal } = new AbortController()
  const planning = planningJob(database, clock)
  const delivery = deliveryJob({
    database,
    clock,
    publicUrl: PUBLIC_URL,
    webhookAllow: WEBHOOK_ALLOW,
    timeoutMs: 2000,
    onAttempt: createAttemptCounter([registry]),
    onAlertRouteChange: (change) => changes.push(change),
  })

  async function writeDue() {
    if (await planning.isDue()) await planning.run(write, signal)
  }
  const send = () => delivery.run(write, signal)

  return {
    database,
    changes,
    /** The metric of attempts to send messages. */
    attempts: () => registry.metrics(),
    clock,
    writeDue,
    send,
    /** Claims what is due, as a process does that is killed before it sends it. */
    async claimOnly() {
      const due = await findDueMessages(database, nowMs)
      const review = await reviewMessages(database, due, { publicUrl: PUBLIC_URL, nowMs })
      await write(() => storeReview(review, nowMs))
      return review.ready
    },
    /** Runs both jobs at a minute, as often as there is something to send. */
    async runAt(minute: number) {
      nowMs = NOW + minute * MINUTE_MS
      await writeDue()
      while (await delivery.isDue()) await send()
    },
    goTo(minute: number) {
      nowMs = NOW + minute * MINUTE_MS
    },
    run: (sql: string, ...parameters: (string | number | null)[]) => database.batch([{ sql, parameters }]),
    /** Adds a device that was heard of last when the others were. */
    add: (id: string, name = id, siteId: string | null = null) =>
      database.batch([{ sql: COPY_DEVICE, parameters: [id, name, siteId] }]),
    open: (incident: TestIncident) => openIncident(database, incident),
    end: (id: string, minute: number) => endIncident(database, id, minute),
    messages: () =>
      database.all<StoredMessage>({ sql: 'SELECT * FROM alert_messages ORDER BY created_at, kind DESC, id' }),
  }
}

const COPY_DEVICE = `
INSERT INTO devices (id, name, timezone, updated_at, created_at, last_heartbeat_at, site_id)
SELECT ?, ?, timezone, updated_at, created_at, last_heartbeat_at, ? FROM devices WHERE id = 'van'`

const at = (minute: number) => NOW + minute * MINUTE_MS

async function openIncident(database: Database, incident: TestIncident): Promise<void> {
  const { id, kind, subject = null, started = 0, opened = started + 5 } = incident
  const devices = incident.devices ?? (kind === 'device' && subject !== null ? [subject] : [])
  await database.batch([
    {
      sql: `INSERT INTO incidents (id, kind, subject_id, started_at, opened_at, subject_name) VALUES (?, ?, ?, ?, ?,
        (SELECT name FROM ${kind === 'site' ? 'sites' : 'devices'} WHERE id = ?))`,
      parameters: [id, kind, subject, at(started), at(opened), subject],
    },
    ...devices.map((deviceId) => ({
      sql: 'INSERT INTO incident_devices (device_id, incident_id, started_at) VALUES (?, ?, ?)',
      parameters: [deviceId, id, at(started)],
    })),
  ])
}

async function endIncident(database: Database, id: string, minute: number): Promise<void> {
  await database.batch([
    { sql: 'UPDATE incidents SET ended_at = ? WHERE id = ?', parameters: [at(minute), id] },
    {
      sql: 'UPDATE incident_devices SET returned_at = ? WHERE incident_id = ? AND returned_at IS NULL',
      parameters: [at(minute), id],
    },
  ])
}
