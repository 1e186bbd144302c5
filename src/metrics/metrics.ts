import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ResponseRecord } from '../http/response-record.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Database } from '../storage/database.ts'
import { readFleetFigures } from './fleet-figures.ts'
import { addFleetMetrics } from './fleet-metrics.ts'
import { createAttemptCounter, createJobObserver } from './job-metrics.ts'

const REQUEST_BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
const QUERY_BUCKETS_SECONDS = [0.00001, 0.00005, 0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics of a process, in a registry of their own. */
export function createMetrics() {
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
    help: 'Duration of database queries, and of groups of queries on one snapshot. Open snapshots, content versions and fleet metrics are not measured.',
    labelNames: ['operation'],
    buckets: QUERY_BUCKETS_SECONDS,
    registers,
  })

  return {
    ...createScrapedMetrics(registers),
    observeJob: createJobObserver(registers),
    countAttempt: createAttemptCounter(registers),
    registry,
    observe({ route, method, status, durationMs, keyId, isStream }: ResponseRecord): void {
      const labels = { route: route ?? 'none', status: String(status) }
      requests.inc({ ...labels, method: method ?? 'none' })
      if (!isStream) durations.observe(labels, durationMs / 1000)
      if (keyId !== undefined) keys.inc({ key: keyId })
    },
    /** Counts a connection that was closed because there were too many. */
    countDrop: () => drops.inc(),
    addFleetMetrics: (database: Database, clock: Clock) =>
      addFleetMetrics(registers, () => readFleetFigures(database, clock())),
    /** Returns the same database, with its reads timed. */
    withTimedReads: (database: Database) =>
      timeReads(database, (operation) => queries.startTimer({ operation })),
  }
}

function timeReads(database: Database, start: (operation: string) => () => void): Database {
  async function timed<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    const end = start(operation)
    return work().finally(end)
  }
  return {
    ...database,
    get: (query) => timed('get', () => database.get(query)),
    all: (query) => timed('all', () => database.all(query)),
    readTogether: (queries) => timed('snapshot', () => database.readTogether(queries)),
  }
}

/** Functions that add metrics whose values are read at each scrape. */
function createScrapedMetrics(registers: Registry[]) {
  function addGauge(name: string, help: string, aggregator: Aggregator, read: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      collect() {
        try {
          this.set(read())
        } catch {
          // For example, a file may be missing. The other metrics are served nevertheless.
          this.reset()
        }
      },
    })
  }

  return {
    addCacheMetrics(cache: {
      heldBytes: () => number
      counts: () => { hits: number; misses: number }
    }): void {
      addGauge('signage_menu_cache_bytes', 'Memory used by cached menu responses.', 'sum', cache.heldBytes)
      new Counter({
        name: 'signage_menu_cache_requests_total',
        help: 'Menu responses that were in the cache (hit), and that had to be built (miss).',
        labelNames: ['result'],
        registers,
        collect() {
          this.reset()
          const { hits, misses } = cache.counts()
          this.inc({ result: 'hit' }, hits)
          this.inc({ result: 'miss' }, misses)
        },
      })
    },
    addStreamMetrics: (count: () => number) => addGauge('signage_streams', 'Open streams.', 'sum', count),
    addWriteAheadLogMetrics: (logBytes: () => number) =>
      addGauge('signage_sqlite_wal_bytes', "Size of SQLite's write-ahead log.", 'first', logBytes),
  }
}
