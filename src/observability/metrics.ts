import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AccessObserver } from '../http/access-record.ts'
import type { Database } from '../storage/database.ts'

const REQUEST_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const QUERY_BUCKETS_SECONDS = [0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
/** Devices are counted at most once in this time, however often metrics are scraped. */
const DEVICE_COUNT_LIFE_MS = 10_000

/** The size of a response cache, and its hits and misses. */
export interface CacheStatistics {
  readonly heldBytes: () => number
  readonly counts: () => { readonly hits: number; readonly misses: number }
}

/** How many devices are in each state. */
export interface DeviceStates {
  readonly online: number
  readonly offline: number
  /** No heartbeat was ever received. */
  readonly never: number
}

/** The Prometheus metrics of a process. */
export interface Metrics {
  readonly registry: Registry
  readonly observe: AccessObserver
  /** Counts a connection that was closed because there were too many. */
  readonly countDrop: () => void
  /** Returns the same database, with its reads timed. */
  readonly timed: (database: Database) => Database
  readonly watchCache: (cache: CacheStatistics) => void
  /** @param count returns how many streams are open now */
  readonly watchStreams: (count: () => number) => void
  /** @param count returns how many devices are in each state now */
  readonly watchDevices: (count: () => Promise<DeviceStates>) => void
  /** @param logBytes returns the size of SQLite's write-ahead log */
  readonly watchLog: (logBytes: () => number) => void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'signage_requests_total',
    help: 'Finished requests. Status 499: the client disconnected before a response was sent.',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'signage_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['route', 'status'],
    buckets: REQUEST_BUCKETS_SECONDS,
    registers,
  })
  const drops = new Counter({
    name: 'signage_connections_dropped_total',
    help: 'Connections closed immediately because there were more than MAX_CONNECTIONS.',
    registers,
  })
  const keys = new Counter({
    name: 'signage_key_requests_total',
    help: 'Requests by the id of their key.',
    labelNames: ['key'],
    registers,
  })
  const queries = new Histogram({
    name: 'signage_database_query_duration_seconds',
    help: 'Duration of reads from the database.',
    labelNames: ['operation'],
    buckets: QUERY_BUCKETS_SECONDS,
    registers,
  })

  return {
    registry,
    observe({ route, method, status, durationMs, keyId }) {
      const labels = { route: route ?? 'none', status: String(status) }
      requests.inc({ ...labels, method: method ?? 'none' })
      // A stream lasts for as long as its client keeps it open, so its duration is not recorded.
      if (!route?.endsWith('/stream')) durations.observe(labels, durationMs / 1000)
      if (keyId !== undefined) keys.inc({ key: keyId })
    },
    countDrop: () => drops.inc(),
    timed: (database) => timeDatabase(database, (operation) => queries.startTimer({ operation })),
    watchCache: (cache) => watchCache(cache, registers),
    watchLog: (logBytes) => watchLog(logBytes, registers),
    watchStreams: (count) => watchStreams(count, registers),
    watchDevices: (count) => watchDevices(count, registers),
  }
}

function timeDatabase(database: Database, start: (operation: string) => () => void): Database {
  async function timed<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    const end = start(operation)
    try {
      return await work()
    } finally {
      end()
    }
  }
  return {
    ...database,
    get: (...query) => timed('get', () => database.get(...query)),
    all: (...query) => timed('all', () => database.all(...query)),
    snapshot: (queries) => timed('snapshot', () => database.snapshot(queries)),
  }
}

function watchCache({ counts, heldBytes }: CacheStatistics, registers: Registry[]): void {
  new Gauge({
    name: 'signage_menu_cache_bytes',
    help: 'Memory used by cached menu responses.',
    registers,
    collect() {
      this.set(heldBytes())
    },
  })
  new Counter({
    name: 'signage_menu_cache_requests_total',
    help: 'Menu responses that were in the cache (hit), and that had to be built (miss).',
    labelNames: ['result'],
    registers,
    collect() {
      this.reset()
      const { hits, misses } = counts()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'miss' }, misses)
    },
  })
}

function watchStreams(count: () => number, registers: Registry[]): void {
  new Gauge({
    name: 'signage_streams',
    help: 'Open streams.',
    registers,
    collect() {
      this.set(count())
    },
  })
}

function watchLog(logBytes: () => number, registers: Registry[]): void {
  new Gauge({
    name: 'signage_sqlite_wal_bytes',
    help: "Size of SQLite's write-ahead log.",
    registers,
    aggregator: 'first',
    collect() {
      // The file may be missing. The other metrics are served nevertheless.
      try {
        this.set(logBytes())
      } catch {
        this.reset()
      }
    },
  })
}

function watchDevices(count: () => Promise<DeviceStates>, registers: Registry[]): void {
  let countedAtMs = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'signage_devices',
    help: 'Devices that are online, offline, or were never connected.',
    labelNames: ['state'],
    registers,
    aggregator: 'first',
    async collect() {
      if (performance.now() - countedAtMs < DEVICE_COUNT_LIFE_MS) return
      countedAtMs = performance.now()
      // The database may be unavailable. The other metrics are served nevertheless.
      const counts = await count().catch(() => ({}))
      this.reset()
      for (const [state, number] of Object.entries(counts)) this.set({ state }, number)
    },
  })
}
