import { afterAll, describe, expect, test } from 'vitest'
import { createDeviceLister } from '../../src/device/device-list.ts'
import type { DeviceSelection } from '../../src/device/queries/list-page.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { connectAsOtherProgram, newDatabaseToOpen } from '../support/database.ts'
import { runPostgres } from '../support/postgres-client.ts'
import { NOW } from '../support/service.ts'

/*
 * The access to each device is not checked for users who may read all of them. The list must be the same either way.
 */

const url = await newDatabaseToOpen()
const other = await openDatabase(url, 'create')
const database = await openDatabase(url, 'read')
afterAll(() => Promise.all([database.close(), other.close()]))

const ONLINE = new Date(NOW - 60_000).toISOString()
const OFFLINE = new Date(NOW - 600_000).toISOString()
/** Names repeat, so that ids decide the order. Every third device is online, and every seventh has no heartbeat. */
const devices = Array.from({ length: 300 }, (_, n) => ({
  id: `d${String(n).padStart(3, '0')}`,
  name: `Name ${(n * 31) % 97}`,
  heartbeatAt: n % 7 === 0 ? null : n % 3 === 0 ? ONLINE : OFFLINE,
}))
const TIME = '2026-01-01T00:00:00Z'
await other.batch([
  {
    script:
      "INSERT INTO users (id, name) VALUES ('all', 'a'), ('doubled', 'd'), ('most', 'm'), ('few', 'f'), ('none', 'n')",
  },
  {
    sql: 'INSERT INTO devices (id, name, timezone, last_heartbeat_at, updated_at, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    rows: devices.map(({ id, name, heartbeatAt }) => [id, name, 'UTC', heartbeatAt, TIME, TIME]),
  },
  {
    sql: 'INSERT INTO device_access (user_id, device_id, level) VALUES (?, ?, ?)',
    rows: devices.flatMap(({ id }, n) => [
      ['all', id, n % 2 ? 'read' : 'update'],
      ['all', id, 'publish'],
      // As many rows as there are devices, but none for the last one.
      ...(n < 299 ? [['doubled', id, 'read']] : [['doubled', 'd000', 'update']]),
      ['most', id, n < 290 ? 'read' : 'publish'],
      ...(n % 100 === 0 ? [['few', id, 'read']] : []),
      ...(n % 200 === 0 ? [['few', id, 'update']] : []),
    ]),
  },
])

type Device = (typeof devices)[number]
const READABLE: Readonly<Record<string, (device: Device, n: number) => boolean>> = {
  all: () => true,
  doubled: (_, n) => n < 299,
  most: (_, n) => n < 290,
  few: (_, n) => n % 100 === 0,
  none: () => false,
}

const ALL: DeviceSelection = { userId: 'all', ids: undefined, isOnline: undefined, limit: 1000, offset: 0 }

/** The page that the rules require, computed without SQL. */
function expectedPage({ userId, ids, isOnline, limit, offset }: DeviceSelection) {
  const found = devices
    .filter((device, n) => READABLE[userId]?.(device, n))
    .filter(({ id }) => ids === undefined || ids.has(id))
    .filter(({ heartbeatAt }) => isOnline === undefined || isOnline === (heartbeatAt === ONLINE))
    .sort((one, two) => (one.name === two.name ? compare(one.id, two.id) : compare(one.name, two.name)))
  return { total: found.length, ids: found.slice(offset, offset + limit).map(({ id }) => id) }
}

function compare(one: string, two: string): number {
  return one < two ? -1 : 1
}

/** A list that records its SQL, and runs a function of `next` before each snapshot. */
function recordingList() {
  const statements: string[] = []
  const next: (() => Promise<unknown>)[] = []
  const recording: Database = {
    ...database,
    async readTogether(queries) {
      await next.shift()?.()
      statements.push(queries.at(-1)?.sql ?? '')
      return database.readTogether(queries)
    },
  }
  const list = createDeviceLister(recording)
  return {
    next,
    list: async (query: DeviceSelection) => {
      const { total, rows } = await list(query, NOW)
      return { total, ids: rows.map(({ id }) => id) }
    },
    /** For each statement since the last call, whether it checked the access to each device. */
    accessChecks: () => statements.splice(0).map((sql) => sql.includes('d.id IN (SELECT a.device_id')),
  }
}

/** Runs SQL like a program that does not enforce foreign keys. */
async function runWithoutForeignKeys(sql: string): Promise<void> {
  if (database.engine === 'postgres') {
    await runPostgres(url, `ALTER TABLE device_access DROP CONSTRAINT device_access_device_id_fkey; ${sql}`)
    return
  }
  const connection = connectAsOtherProgram(url)
  connection.exec('PRAGMA foreign_keys = OFF')
  connection.exec(sql)
  connection.close()
}

describe.each(['all', 'doubled', 'most', 'few', 'none'])(
  'the list of devices for the user "%s"',
  (userId) => {
    const ids = [
      undefined,
      new Set(devices.filter(({ id }) => id.endsWith('0')).map(({ id }) => id)),
      new Set(['unknown', 'd295', 'd100']),
    ]
    const queries = ids.flatMap((chosen) =>
      [undefined, true, false].flatMap((isOnline) =>
        [0, 7, 150, 280, 9000].flatMap((offset) =>
          [20, 1000].map((limit) => ({ userId, ids: chosen, isOnline, limit, offset })),
        ),
      ),
    )

    test('matches a plain model for any query', async () => {
      const { list } = recordingList()
      for (const query of queries) {
        expect(await list(query), JSON.stringify(query)).toEqual(expectedPage(query))
      }
    })
  },
)

describe('the access to each device', () => {
  test('is checked until it is known that the user may read all devices', async () => {
    const { list, accessChecks } = recordingList()
    await list(ALL)
    await list({ ...ALL, isOnline: true })
    expect(accessChecks()).toEqual([true, false])
    await list({ ...ALL, userId: 'most' })
    await list({ ...ALL, userId: 'most' })
    expect(accessChecks()).toEqual([true, true])
  })

  test.each([
    ['access is revoked', "DELETE FROM device_access WHERE user_id = 'all' AND device_id = 'd007'"],
    [
      'access is reduced',
      "UPDATE device_access SET level = 'publish' WHERE user_id = 'all' AND level = 'read'",
    ],
    [
      'a device is added',
      `INSERT INTO devices (id, name, timezone, updated_at, created_at) VALUES ('new', 'A', 'UTC', '${TIME}', '${TIME}')`,
    ],
  ])('is checked again as soon as %s', async (_, script) => {
    const { list, accessChecks, next } = recordingList()
    await list(ALL)
    await list(ALL)
    accessChecks()
    const saved = await other.all<{ device_id: string; level: string }>({
      sql: "SELECT device_id, level FROM device_access WHERE user_id = 'all' AND level <> 'publish'",
    })
    // The change is committed after the request has begun, just before its snapshot.
    next.push(() =>
      other.batch([{ script: "DELETE FROM device_access WHERE level = 'publish'" }, { script }]),
    )
    const { total, ids } = await list(ALL)
    const readable = await other.all({
      sql: "SELECT 1 FROM device_access WHERE user_id = 'all' AND level <> 'publish'",
    })
    expect([total, ids.length, ids.includes('new')]).toEqual([readable.length, readable.length, false])
    expect(accessChecks()).toEqual([false, true])
    await other.batch([
      { script: "DELETE FROM devices WHERE id = 'new'" },
      { script: "DELETE FROM device_access WHERE user_id = 'all'" },
      {
        sql: 'INSERT INTO device_access (user_id, device_id, level) VALUES (?, ?, ?)',
        rows: saved.map(({ device_id, level }) => ['all', device_id, level]),
      },
    ])
    expect((await list(ALL)).total).toBe(devices.length)
  })

  test('is checked for each device of a page even if the counts happen to be equal', async () => {
    const { list, next } = recordingList()
    await list(ALL)
    next.push(() =>
      runWithoutForeignKeys(
        "UPDATE device_access SET device_id = 'gone' WHERE user_id = 'all' AND device_id = 'd000' AND level <> 'publish'",
      ),
    )
    const { ids } = await list(ALL)
    expect(ids).toHaveLength(devices.length - 1)
    expect(ids).not.toContain('d000')
  })
})
