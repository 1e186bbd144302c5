import pg from 'pg'
import { type Database, importDocument, openDatabase } from 'signage-service'
import { BenchmarkError } from '../benchmark-error.ts'
import { API_KEY, USER } from '../data/database.ts'
import { createDevices, deviceId } from '../data/devices.ts'
import { get } from '../http.ts'
import type { Server } from '../machine/server.ts'
import { median } from '../measure.ts'
import { progress } from '../progress.ts'
import { formatMilliseconds } from '../report/format.ts'
import { type Engine, enginesOf, sectionOf } from './engines.ts'
import type { Figure, Setting } from './figure.ts'

const DEVICES = 100_000
const BATCH = 20_000
const WARM_UP = 10
const REQUESTS = 31
const DATABASE = 'lists'
const TARGETS = { SQLite: 'under 60 ms', PostgreSQL: 'under 120 ms' } as const
const PARTIAL_USER = 'all-but-one'
const PARTIAL_KEY = 'key-of-all-but-one'
/** With a heartbeat in the future, a device stays online during the measurement. */
const ONLINE = '2100-01-01T00:00:00Z'
const HEARTBEAT = `UPDATE devices SET last_heartbeat_at = '${ONLINE}' WHERE id = '${deviceId(1)}'`

const IDS = Array.from({ length: 100 }, (_, index) => deviceId(index))
const LISTS: Readonly<Record<string, string>> = {
  'first page': '/devices',
  'last page': '/devices?page=1000',
  'middle page': '/devices?page=500',
  'online devices (half of them)': '/devices?is_online=true',
  'devices not online (half of them)': '/devices?is_online=false',
  'last page of online devices': '/devices?is_online=true&page=500',
  '100 devices by id': `/devices?ids=${IDS.join()}`,
}
const MIDDLE_OF_ONLINE = '/devices?is_online=true&page=250'

/** Measures the response time of lists of 100 out of many devices. The user of the key may read all of them. */
export async function measureLists(setting: Setting): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of await enginesOf(setting)) figures.push(...(await measureOn(engine)))
  return figures
}

async function measureOn(engine: Engine): Promise<Figure[]> {
  progress(`Creating ${DEVICES.toLocaleString('en')} devices in ${engine.name} …`)
  const url = await engine.createDatabase(DATABASE)
  await createDevicesOfUser(url)
  const database = await openDatabase(url, 'write')
  const server = await engine.start(url)
  const figures: Figure[] = []
  for (const [what, path] of Object.entries(LISTS)) {
    figures.push(describe(engine, what, TARGETS[engine.name], await timeResponses(server, API_KEY, path)))
  }
  figures.push(
    describe(
      engine,
      'middle page of online devices',
      '',
      await timeResponses(server, API_KEY, MIDDLE_OF_ONLINE),
    ),
  )
  const partial = await timeResponses(server, PARTIAL_KEY, '/devices')
  figures.push(describe(engine, 'first page for a user who may read all but one', '', partial))
  const afterCommit = await timeResponses(server, API_KEY, '/devices', () => commit(database))
  figures.push(
    describe(engine, 'first page, with a heartbeat before each request', TARGETS[engine.name], afterCommit),
  )
  await Promise.all([server.stop(), database.close()])
  await engine.dropDatabase(DATABASE)
  return figures
}

async function createDevicesOfUser(url: string): Promise<void> {
  const database = await openDatabase(url, 'create')
  const keyOf = (key: string, user: string) => ({ key, name: user, user, scopes: ['device:read'] })
  await importDocument(database, {
    users: [USER, PARTIAL_USER].map((id) => ({ id, name: id })),
    apiKeys: [keyOf(API_KEY, USER), keyOf(PARTIAL_KEY, PARTIAL_USER)],
  })
  const readableBy = (...users: string[]) => users.map((user) => ({ user, level: 'read' }))
  for (let first = 0; first < DEVICES; first += BATCH) {
    const devices = Array.from(createDevices(first, BATCH), (device, index) => ({
      ...device,
      access: first + index === 0 ? readableBy(USER) : readableBy(USER, PARTIAL_USER),
      ...(index % 2 === 0 ? { last_heartbeat_at: ONLINE } : {}),
    }))
    await importDocument(database, { devices })
  }
  await database.close()
  if (database.engine === 'postgres') await vacuum(url)
}

/** PostgreSQL does the same automatically within a minute after this many rows were written. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}

/**
 * Measures responses to requests that are sent in sequence.
 * @returns the median time, in milliseconds
 */
async function timeResponses(
  { port }: Server,
  key: string,
  path: string,
  prepare = async () => {},
): Promise<number> {
  const headers = { Authorization: `Bearer ${key}` }
  const times: number[] = []
  for (let index = 0; index < WARM_UP + REQUESTS; index++) {
    await prepare()
    const startMs = performance.now()
    const { status } = await get(port, path, headers)
    if (status !== 200) throw new BenchmarkError(`The response to GET ${path} had status ${status}.`)
    if (index >= WARM_UP) times.push(performance.now() - startMs)
  }
  return median(times)
}

async function commit(database: Database): Promise<void> {
  await database.batch([{ sql: HEARTBEAT }])
}

function describe(engine: Engine, what: string, target: string, medianMs: number): Figure {
  return {
    ...sectionOf(engine),
    what: `100 of ${DEVICES.toLocaleString('en')} devices, ${what}: time to last byte`,
    target,
    measured: `${formatMilliseconds(medianMs)} ms`,
  }
}
