import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { storeHeartbeats } from '../../src/device/heartbeats/record.ts'
import { readHistories } from '../../src/device/outages/repository.ts'
import type { DeviceHistory } from '../../src/device/outages/schema.ts'
import { DAYS } from '../../src/device/sites/schema.ts'
import { importDocument } from '../../src/documents/import.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/lib/time/durations.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device, KEY, withBearer } from '../support/documents.ts'
import { NOW, PATIENT } from '../support/service.ts'

function documentOf(...devices: object[]) {
  const scopes = ['device:read', 'device:heartbeat']
  return {
    users: [{ id: 'ops', name: 'Operations' }],
    devices,
    apiKeys: [{ key: KEY, name: 'screens', user: 'ops', scopes, menus: [] }],
  }
}

const screen = (id: string, last_heartbeat_at: string | null = null) =>
  device(id, { last_heartbeat_at, access: [{ user: 'ops', level: 'update' }] })

/** A database with devices, and services on it, whose time is set by the test. It begins at 0 minutes. */
async function open(...devices: object[]) {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  let nowMs = NOW
  const clock = () => nowMs
  const at = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString()
  await importDocument(database, documentOf(...devices), { clock })

  async function start() {
    const [reading, writing] = [await openDatabase(url, 'read'), await openDatabase(url, 'server-write')]
    const app = await buildApp({ database: reading, writableDatabase: writing, clock, limits: PATIENT })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const stop = async () => {
      await app.close()
      await Promise.all([reading.close(), writing.close()])
    }
    const get = async <Body>(path: string): Promise<Body> => {
      const response = await app.inject({ url: path, headers: withBearer })
      expect(response.statusCode).toBe(200)
      return response.json()
    }
    return {
      stop,
      async beat(...ids: string[]) {
        const sent = ids.map((id) =>
          app.inject({ method: 'POST', url: `/devices/${id}/heartbeats`, headers: withBearer }),
        )
        for (const { statusCode } of await Promise.all(sent)) expect(statusCode).toBe(204)
      },
      get,
      historyOf: (id: string) => get<DeviceHistory>(`/devices/${id}/outages`),
      app,
    }
  }

  return {
    database,
    at,
    start,
    /** Sets the time. */
    goTo(minutes: number) {
      nowMs = NOW + minutes * MINUTE_MS
    },
    /** The outages that are stored: from and to, in minutes. */
    stored: async () => {
      const rows = await database.all<{ device_id: string; started_at: number; ended_at: number }>({
        sql: 'SELECT device_id, started_at, ended_at FROM outages ORDER BY device_id, started_at',
      })
      const minutes = (ms: number) => (ms - NOW) / MINUTE_MS
      return rows.map((row) => [row.device_id, minutes(row.started_at), minutes(row.ended_at)])
    },
  }
}

describe('an outage is stored with the heartbeat that ends it, whoever writes that', () => {
  const writers: Record<string, (opened: Awaited<ReturnType<typeof open>>) => Promise<unknown>> = {
    'over HTTP': async ({ start }) => {
      const service = await start()
      await service.beat('lobby')
      await service.stop()
    },
    'by the command': ({ database, at }) =>
      storeHeartbeats(database, [{ deviceId: 'lobby', at: at(10) }], Date.parse(at(10))),
    'by an import': ({ database, at }) => importDocument(database, documentOf(screen('lobby', at(10)))),
    'by any program': ({ database, at }) =>
      database.batch([{ script: `UPDATE devices SET last_heartbeat_at = '${at(10)}'` }]),
  }

  test.each(Object.keys(writers))('%s', async (name) => {
    const opened = await open(screen('lobby', new Date(NOW).toISOString()))
    opened.goTo(10)
    await writers[name]?.(opened)
    expect(await opened.stored()).toEqual([['lobby', 0, 10]])
  })
})

test.each([
  ['after five minutes', 5, []],
  ['a millisecond later', 5 + 1 / MINUTE_MS, [['lobby', 0, 5 + 1 / MINUTE_MS]]],
])('a heartbeat %s ends an outage or not, by the rule of is_online', async (_, minutes, outages) => {
  const { database, at, stored } = await open(screen('lobby', new Date(NOW).toISOString()))
  await storeHeartbeats(database, [{ deviceId: 'lobby', at: at(minutes) }], NOW + HOUR_MS)
  expect(await stored()).toEqual(outages)
})

test('a device that was never connected has no outage, and its first heartbeat begins what is known', async () => {
  const { database, at, start, stored, goTo } = await open(screen('lobby'))
  goTo(600)
  const service = await start()
  onTestFinished(service.stop)
  expect(await service.historyOf('lobby')).toMatchObject({ uptime_24h: null, uptime_30d: null, outages: [] })
  await service.beat('lobby')
  goTo(700)
  // The service was there all the time.
  await database.batch([
    { sql: 'UPDATE service_presence SET last_at = ?', parameters: [NOW + 700 * MINUTE_MS] },
  ])
  await storeHeartbeats(database, [{ deviceId: 'lobby', at: at(650) }], NOW + 700 * MINUTE_MS)
  expect(await stored()).toEqual([['lobby', 600, 650]])
  expect(await service.historyOf('lobby')).toMatchObject({
    uptime_24h: 0,
    uptime_30d: 0,
    outages: [{ started_at: at(600), ended_at: null, duration_seconds: 6000, interruptions: 1 }],
  })
})

test('an import that resets a device to one that was never connected ends its record, too', async () => {
  const { database, start, goTo } = await open(screen('lobby', new Date(NOW).toISOString()))
  goTo(600)
  const service = await start()
  onTestFinished(service.stop)
  await service.beat('lobby')
  await importDocument(database, documentOf(screen('lobby', null)))
  expect(await service.historyOf('lobby')).toMatchObject({ uptime_24h: null, uptime_30d: null })
})

test('a late heartbeat changes nothing, and those of a batch count each', async () => {
  const { database, at, stored } = await open(screen('lobby', new Date(NOW).toISOString()))
  const record = (...minutes: number[]) =>
    storeHeartbeats(
      database,
      minutes.map((minute) => ({ deviceId: 'lobby', at: at(minute) })),
      NOW + 10 * HOUR_MS,
    )
  await record(10, 11, 20, 15)
  await record(12)
  expect(await stored()).toEqual([
    ['lobby', 0, 10],
    ['lobby', 11, 20],
  ])
})

test('outages are deleted with their device', async () => {
  const { database, at, stored } = await open(screen('lobby', new Date(NOW).toISOString()))
  await storeHeartbeats(database, [{ deviceId: 'lobby', at: at(10) }], NOW + HOUR_MS)
  await database.batch([{ sql: 'DELETE FROM devices' }])
  expect(await stored()).toEqual([])
})

describe('while no service was there', () => {
  const now = new Date(NOW).toISOString()

  test('no device had an outage that is known, whether the service was stopped, killed or paused', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => `d${n}`)
    const { start, stored, goTo } = await open(...ids.map((id) => screen(id, now)))
    const service = await start()
    await service.beat(...ids)
    // It is paused: none of its timers runs, and what wakes it up is a heartbeat.
    goTo(10)
    await service.beat(...ids)
    expect(await stored()).toEqual([])
    await service.stop()
    goTo(30)
    const next = await start()
    onTestFinished(next.stop)
    expect((await next.historyOf('d0')).outages).toEqual([])
    await next.beat(...ids)
    goTo(31)
    expect(await stored()).toEqual([])
    expect((await next.historyOf('d0')).outages).toEqual([])
  })

  test('a device that is still silent five minutes after the start has one, from its last heartbeat', async () => {
    const { at, start, goTo } = await open(screen('lobby', now), screen('bar', now))
    await (await start()).stop()
    goTo(30)
    const service = await start()
    onTestFinished(service.stop)
    for (let minute = 30; minute <= 35; minute++) {
      goTo(minute)
      await service.beat('bar')
      expect((await service.historyOf('lobby')).outages).toEqual([])
    }
    goTo(35.1)
    expect((await service.historyOf('lobby')).outages).toMatchObject([{ started_at: at(0), ended_at: null }])
    await service.beat('lobby')
    expect((await service.historyOf('lobby')).outages).toMatchObject([
      { started_at: at(0), ended_at: at(35.1) },
    ])
  })

  test('the time does not count for the uptime', async () => {
    const { database, at, start, goTo } = await open(screen('lobby', now))
    const service = await start()
    for (let minute = 0; minute <= 120; minute++) {
      goTo(minute)
      await service.beat('lobby')
    }
    await service.stop()
    goTo(600)
    const next = await start()
    onTestFinished(next.stop)
    await next.beat('lobby')
    for (let minute = 601; minute <= 630; minute++) {
      goTo(minute)
      await next.beat('lobby')
    }
    const { unknown, ...history } = await next.historyOf('lobby')
    expect(history).toEqual({ uptime_24h: 100, uptime_30d: 100, outages: [], closed: [] })
    expect(unknown.slice(1)).toEqual([{ started_at: at(120), ended_at: at(600) }])
    expect(unknown[0]).toMatchObject({ ended_at: at(0) })
    expect(await database.all({ sql: 'SELECT ended_at - started_at AS ms FROM service_absences' })).toEqual([
      { ms: 480 * MINUTE_MS },
    ])
  })

  test('a service that only reads shows no outage either', async () => {
    const { database, start, goTo } = await open(screen('lobby', now))
    await (await start()).stop()
    goTo(30)
    const histories = await readHistories(
      database,
      [{ id: 'lobby', last_heartbeat_at: now }],
      NOW + 30 * MINUTE_MS,
      HOUR_MS,
    )
    expect(histories.get('lobby')?.outages).toEqual([])
    expect(histories.get('lobby')?.unknown.at(-1)).toMatchObject({
      ended_at: new Date(NOW + 30 * MINUTE_MS).toISOString(),
    })
  })

  test('another service was: what devices did is known', async () => {
    const { database, start, stored, goTo } = await open(screen('lobby', now), screen('bar', now))
    const [one, other] = [await start(), await start()]
    onTestFinished(other.stop)
    // Once it has written one, it is there.
    await other.beat('bar')
    await one.stop()
    for (let minute = 1; minute <= 10; minute++) {
      goTo(minute)
      await other.beat('bar')
    }
    await other.beat('lobby')
    expect(await stored()).toEqual([['lobby', 0, 10]])
    // It has said so a quarter of a minute before a third one starts.
    goTo(10.25)
    const third = await start()
    onTestFinished(third.stop)
    await third.beat('lobby')
    expect(await database.all({ sql: 'SELECT started_at FROM service_absences' })).toEqual([])
  })
})

test('GET /fleet has the history of each device, with the outages of 24 hours', async () => {
  const { database, at, start, goTo } = await open(
    screen('lobby', new Date(NOW).toISOString()),
    screen('bar', new Date(NOW).toISOString()),
    screen('attic'),
  )
  const record = (deviceId: string, minute: number) =>
    storeHeartbeats(database, [{ deviceId, at: at(minute) }], NOW + 100 * HOUR_MS)
  await record('lobby', 30)
  for (const minute of [60, 61, 62, 100]) await record('bar', minute)
  goTo(25 * 60 + 1)
  const service = await start()
  onTestFinished(service.stop)
  const { devices } = await service.get<{ devices: { id: string; history: DeviceHistory }[] }>('/fleet')
  expect(devices).toHaveLength(3)
  for (const { id, history } of devices) {
    const { outages, uptime_24h, uptime_30d } = await service.historyOf(id)
    const recent = outages.filter(
      ({ ended_at }) => ended_at === null || Date.parse(ended_at) > NOW + 61 * MINUTE_MS,
    )
    expect(history).toMatchObject({ uptime_24h, uptime_30d, outages: recent })
    const unknown = id === 'attic' ? [{ started_at: at(61), ended_at: at(25 * 60 + 1) }] : []
    expect(history.unknown).toEqual(unknown)
  }
})

test('silence does not count while the site is closed', async () => {
  const from = (minutes: number) => new Date(NOW + minutes * MINUTE_MS).toISOString().slice(11, 16)
  const windows = [{ days: [...DAYS], from: from(-600), to: from(0) }]
  const quay = { id: 'quay', name: 'Quayside', timezone: 'UTC', hours: { windows } }
  const { database, start, goTo, at, stored } = await open()
  await importDocument(database, {
    ...documentOf({ ...screen('lobby', at(-3)), site: 'quay' }, screen('bar', at(-3))),
    sites: [quay],
  })
  const service = await start()
  onTestFinished(service.stop)
  goTo(300)
  expect((await service.historyOf('bar')).outages).toMatchObject([{ started_at: at(-3) }])
  expect((await service.historyOf('lobby')).outages).toEqual([])
  await storeHeartbeats(database, [{ deviceId: 'lobby', at: at(300) }], NOW + 100 * HOUR_MS)
  expect(await stored()).toEqual([['lobby', -3, 300]])
  const { outages, closed, uptime_24h } = await service.historyOf('lobby')
  expect([outages, uptime_24h]).toEqual([[], null])
  expect(closed.at(-1)).toEqual({ started_at: at(0), ended_at: expect.any(String) })
})

test('the outages of a device are shown to those who may read it, the newest 50', async () => {
  const { database, at, start, goTo } = await open(screen('lobby', new Date(NOW).toISOString()))
  for (let n = 1; n <= 60; n++) {
    const heartbeats = [n * 10, n * 10 + 3].map((minute) => ({ deviceId: 'lobby', at: at(minute) }))
    await storeHeartbeats(database, heartbeats, NOW + 100 * HOUR_MS)
  }
  goTo(604)
  const service = await start()
  onTestFinished(service.stop)
  const { outages } = await service.historyOf('lobby')
  expect(outages).toHaveLength(50)
  expect(outages[0]).toEqual({
    started_at: at(593),
    ended_at: at(600),
    duration_seconds: 420,
    interruptions: 0,
  })
})

test('outages are deleted after 400 days, some at a time', async () => {
  const { database, start, goTo, stored } = await open(screen('lobby', new Date(NOW).toISOString()))
  const rows = Array.from({ length: 2500 }, (_, n) => ['lobby', NOW - n * 10_000 - 9000, NOW - n * 10_000])
  await database.batch([
    { sql: 'INSERT INTO outages (device_id, started_at, ended_at) VALUES (?, ?, ?)', rows },
  ])
  goTo(400 * 24 * 60 - 1)
  const service = await start()
  onTestFinished(service.stop)
  await expect.poll(async () => (await stored()).length, { timeout: 60_000 }).toBe(7)
})

test('absences are deleted after 400 days, also if no outage is that old', async () => {
  const { database, start, goTo } = await open()
  await database.batch([
    { sql: 'INSERT INTO service_absences VALUES (?, ?)', parameters: [NOW - 90_000, NOW] },
  ])
  goTo(400 * 24 * 60 + 1)
  const service = await start()
  onTestFinished(service.stop)
  await expect.poll(() => database.all({ sql: 'SELECT * FROM service_absences' })).toEqual([])
})
