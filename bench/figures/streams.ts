import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from 'signage-service'
import { serviceCommand } from '../compared-servers.ts'
import {
  API_KEY,
  createDatabase,
  LOCATIONS,
  locationId,
  MENU_ID,
  SCREENS,
  screenKey,
} from '../data/database.ts'
import { startHeartbeats } from '../load/heartbeats.ts'
import { type OpenStreams, openStreams } from '../load/streams.ts'
import type { Pinning } from '../machine/pinning.ts'
import { type Server, startServer } from '../machine/server.ts'
import { formatMilliseconds } from '../report/format.ts'
import type { Figure, Setting } from './figure.ts'

const STREAMS = 2000
const WARM_UP_STREAMS = 100
const IDLE_MS = 20_000
const CHANGES = 30
const CHANGE_INTERVAL_MS = 1000
const pathOf = (menuId: string) => `/v1/groups/stream?menus=${menuId}`
const BOARD = { path: pathOf(MENU_ID), key: API_KEY }
const FIRST_ITEM = 'SELECT id FROM menu_items WHERE menu_id = ? ORDER BY id'

/** Measures the cost of event streams, and how soon a change arrives on all of them. */
export async function measureStreams({ pinning, files }: Setting): Promise<Figure[]> {
  const path = `${files.folder}/streams.db`
  await createDatabase(path)
  const database = await openDatabase(path, 'write')
  const server = await startServer(pinning, serviceCommand(path))
  const [idle, streams] = await measureIdle(server)
  const times = await measureArrivals(database, streams)
  streams.close()
  const underHeartbeats = await measureUnderHeartbeats(server, pinning, path)
  await Promise.all([server.stop(), database.close()])
  return [...idle, ...describeTimes(times), underHeartbeats]
}

async function measureIdle(server: Server): Promise<[Figure[], OpenStreams]> {
  const warmUp = await openStreams(server.port, WARM_UP_STREAMS, () => BOARD)
  const before = await server.usage()
  warmUp.close()
  const streams = await openStreams(server.port, STREAMS, () => BOARD)
  const opened = await server.usage()
  await sleep(IDLE_MS)
  const after = await server.usage()
  const eachKib = (after.rssBytes - before.rssBytes) / 1024 / STREAMS
  const share = (after.cpuMs - opened.cpuMs) / IDLE_MS
  const what = `${STREAMS.toLocaleString('en')} streams`
  return [
    [
      { what: `${what}: memory per stream`, target: 'under 40 KiB', measured: `${eachKib.toFixed(1)} KiB` },
      {
        what: `${what} without changes: CPU use, of one core`,
        target: 'under 2 %',
        measured: `${(share * 100).toFixed(2)} %`,
      },
    ],
    streams,
  ]
}

/** Measures the CPU use of streams of many keys, while another process records heartbeats. */
async function measureUnderHeartbeats(server: Server, pinning: Pinning, database: string): Promise<Figure> {
  const streams = await openStreams(server.port, STREAMS, (n) => ({
    path: pathOf(locationId((n % SCREENS) % LOCATIONS)),
    key: screenKey(n % SCREENS),
  }))
  const stopHeartbeats = startHeartbeats(pinning, database)
  await sleep(1000)
  const before = await server.usage()
  await sleep(IDLE_MS)
  const after = await server.usage()
  await stopHeartbeats()
  streams.close()
  return {
    what: `${STREAMS.toLocaleString('en')} streams of ${SCREENS} keys, with 2,000 heartbeats per second: CPU use, of one core`,
    target: 'under 2 %',
    measured: `${(((after.cpuMs - before.cpuMs) / IDLE_MS) * 100).toFixed(2)} %`,
  }
}

/**
 * Measures the time from each commit to the arrival of the change on each stream.
 * @returns the times, in milliseconds
 */
async function measureArrivals(database: Database, streams: OpenStreams): Promise<number[]> {
  const item = await database.get<{ id: string }>({ sql: FIRST_ITEM, parameters: [MENU_ID] })
  const times: number[] = []
  for (let price = 1; price <= CHANGES; price++) {
    streams.startRecording()
    const sql = 'UPDATE menu_items SET price = ? WHERE id = ?'
    await database.batch([{ sql, parameters: [price / 4, item?.id ?? null] }])
    const committedAtMs = performance.now()
    await sleep(CHANGE_INTERVAL_MS)
    times.push(...streams.receivedAtMs().map((atMs) => atMs - committedAtMs))
  }
  return times
}

function describeTimes(times: readonly number[]): Figure[] {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => formatMilliseconds(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  const expected = STREAMS * CHANGES
  return [
    {
      what: `${STREAMS.toLocaleString('en')} streams, one change per second: time from commit to arrival, median and p99`,
      target: 'p99 under 1 s',
      measured: `${at(0.5)} and ${at(0.99)} ms (${times.length.toLocaleString('en')} of ${expected.toLocaleString('en')} arrived)`,
    },
  ]
}
