import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import { buildApp } from '../../src/app.ts'
import { importDocument } from '../../src/documents/import.ts'
import { createMetrics } from '../../src/metrics/metrics.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { newDatabaseToOpen, openMemory } from '../support/database.ts'
import { device, KEY, menu } from '../support/documents.ts'
import { signage, startServer } from '../support/process.ts'
import { NOW } from '../support/service.ts'
import { listen } from '../support/stream.ts'

const FIVE_MINUTES_MS = 300_000
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [
    device('now', { last_heartbeat_at: ago(0) }),
    device('just', { last_heartbeat_at: ago(FIVE_MINUTES_MS) }),
    device('just-in-seconds', { last_heartbeat_at: ago(FIVE_MINUTES_MS).replace('.000', '') }),
    device('just-in-digits', { last_heartbeat_at: ago(FIVE_MINUTES_MS).replace('.000', '.000000') }),
    device('late', { last_heartbeat_at: ago(FIVE_MINUTES_MS + 1) }),
    device('ahead', { last_heartbeat_at: ago(-60_000) }),
    device('never', { last_heartbeat_at: null }),
  ],
  menus: [menu('m')],
  apiKeys: [{ key: KEY, name: 'boards', user: 'ops', scopes: ['device:read'], menus: ['m'] }],
}

/** The value of a metric in a scrape, or undefined. */
function metric(text: string, name: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name} `))
  return line === undefined ? undefined : Number(line.slice(name.length + 1))
}

describe('the metrics of a process', async () => {
  const database = await openMemory()
  await importDocument(database, document, { clock: () => NOW })
  const metrics = createMetrics()
  const app = await buildApp({ database, metrics, clock: () => NOW })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  afterAll(async () => {
    const closing = app.close()
    // fetch replaces an aborted connection by a new one, and sends no request on it.
    app.server.closeAllConnections()
    await closing
    await database.close()
  })

  test('count requests by route, status and key, on the full path and the fast path', async () => {
    const headers = { 'x-api-key': KEY, authorization: `Bearer ${KEY}` }
    for (let n = 0; n < 3; n++) await (await fetch(`${address}/v1/groups`, { headers })).text()
    for (let n = 0; n < 2; n++) await (await fetch(`${address}/devices/now`, { headers })).text()
    await (await fetch(`${address}/v1/groups`)).text()
    await (await fetch(`${address}/secret-path`)).text()
    const text = await metrics.registry.metrics()
    const count = (labels: string) => metric(text, `signage_requests_total{${labels}}`)
    expect(count('route="/v1/groups",status="200",method="GET"')).toBe(3)
    expect(count('route="/v1/groups",status="401",method="GET"')).toBe(1)
    expect(count('route="/devices/:id",status="200",method="GET"')).toBe(2)
    expect(count('route="none",status="404",method="GET"')).toBe(1)
    expect(metric(text, 'signage_request_duration_seconds_count{route="/v1/groups",status="200"}')).toBe(3)
    expect(text).toMatch(/signage_key_requests_total\{key="key_[0-9a-f]+"\} 5\n/)
    expect(metric(text, 'signage_menu_cache_requests_total{result="miss"}')).toBe(1)
    expect(metric(text, 'signage_menu_cache_requests_total{result="hit"}')).toBe(2)
    expect(metric(text, 'signage_menu_cache_bytes')).toBeGreaterThan(0)
    expect(metric(text, 'signage_database_query_duration_seconds_count{operation="snapshot"}')).toBe(1)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
    for (const secret of [KEY, 'secret-path']) expect(text).not.toContain(secret)
  })

  test('count devices by state, by the rule of is_online', async () => {
    const text = await metrics.registry.metrics()
    expect(metric(text, 'signage_devices{state="online"}')).toBe(5)
    expect(metric(text, 'signage_devices{state="offline"}')).toBe(1)
    expect(metric(text, 'signage_devices{state="never"}')).toBe(1)
    for (const { id } of document.devices) {
      const response = await app.inject({
        url: `/devices/${id}`,
        headers: { authorization: `Bearer ${KEY}` },
      })
      expect(response.json().is_online, id).toBe(id !== 'late' && id !== 'never')
    }
  })

  test('count open streams, but do not count their length as the duration of a response', async () => {
    await (await fetch(`${address}/v1/groups/stream`)).text()
    const stream = await listen(`${address}/v1/groups/stream`, { 'x-api-key': KEY })
    await stream.next()
    expect(metric(await metrics.registry.metrics(), 'signage_streams')).toBe(1)
    await stream.close()
    await expect.poll(async () => metric(await metrics.registry.metrics(), 'signage_streams')).toBe(0)
    const text = await metrics.registry.metrics()
    const countsOf = (name: string) => text.match(RegExp(`${name}.route="/v1/groups/stream",.*`, 'g'))
    expect(countsOf('signage_requests_total')).toHaveLength(2)
    expect(countsOf('duration_seconds_count')).toEqual([expect.stringMatching(/status="401"} 1$/)])
  })
})

describe('METRICS_PORT', async () => {
  const DATABASE_URL = await newDatabaseToOpen()
  const database = await openDatabase(DATABASE_URL, 'create')
  await importDocument(database, document)
  await database.close()

  test.each(['1', '2'])('serves /metrics and nothing else, with %s workers', async (WORKERS) => {
    const METRICS_PORT = String(await freePort())
    const server = await startServer({ DATABASE_URL, METRICS_PORT, WORKERS })
    for (let n = 0; n < 6; n++) {
      const headers = { 'x-api-key': KEY, connection: 'close' }
      expect((await fetch(`${server.address}/v1/menus`, { headers })).status).toBe(200)
    }
    let text = ''
    const scrape = async () => {
      const response = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
      text = await response.text()
      const requests = metric(text, 'signage_requests_total{route="/v1/menus",status="200",method="GET"}')
      return [response.status, response.headers.get('content-type'), requests]
    }
    // A worker that is still starting does not respond to the supervisor yet.
    await expect.poll(scrape).toEqual([200, expect.stringMatching(/^text\/plain/), 6])
    expect(metric(text, 'signage_devices{state="never"}')).toBe(1)
    const logBytes = metric(text, 'signage_sqlite_wal_bytes')
    if (inject('engine') === 'sqlite') expect(logBytes).toBeGreaterThanOrEqual(0)
    else expect(logBytes).toBeUndefined()
    expect((await fetch(`http://127.0.0.1:${METRICS_PORT}/v1/menus`)).status).toBe(404)
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404)
    expect(await server.stop()).toBe(0)
  })

  test('is reported in one plain sentence if it is in use', async () => {
    const METRICS_PORT = String(await freePort())
    const other = createServer().listen(Number(METRICS_PORT))
    await once(other, 'listening')
    const environment = { DATABASE_URL, METRICS_PORT, HOST: '127.0.0.1', PORT: '0', LOG_LEVEL: 'silent' }
    const { code, stderr } = await signage(['serve'], { environment })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Metrics cannot be served on port \d+: .*EADDRINUSE.*\n$/)
    other.close()
  })
})

test('the dashboard uses only metrics that exist', async () => {
  const dashboard = readFileSync(new URL('../../docs/grafana-dashboard.json', import.meta.url), 'utf8')
  const metrics = createMetrics()
  const database = await openMemory()
  const app = await buildApp({ database, metrics })
  const existing = (await metrics.registry.getMetricsAsArray()).map(({ name }) => name)
  const used = new Set(dashboard.match(/\b(signage|nodejs|process)_\w+/g))
  expect(used.size).toBeGreaterThan(8)
  for (const name of used) expect(existing).toContain(name.replace(/_bucket$/, ''))
  await app.close()
  await database.close()
})
