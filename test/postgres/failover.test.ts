import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../bench/machine/postgres-server.ts'
import type { GroupsEnvelope } from '../../src/menu/schema.ts'
import type { Database, Purpose, ReadFrom } from '../../src/storage/database.ts'
import { openDatabase, openStorage } from '../../src/storage/open.ts'
import { importDocument } from '../../src/transfer/import.ts'
import { group, item, KEY, menu } from '../support/documents.ts'
import { runPostgres } from '../support/postgres-client.ts'
import { startServer } from '../support/process.ts'
import { startWire } from '../support/wire.ts'

// Real servers: a primary, and a standby that follows it.
const primary = await startPostgres()
const standby = await primary.startStandby()
afterAll(() => Promise.all([primary.stop(), standby.stop()]))

const both = (url: string) => url.replace(/:\d+\//, `:${primary.port},127.0.0.1:${standby.port}/`)
await runPostgres(primary.url('postgres'), 'CREATE DATABASE signage')
const DATABASE_URL = both(primary.url('signage'))

const priced = (price: number) => menu('m', { groups: [group('g', { items: [item('soup', { price })] })] })

/** Imports the menu with this price, into the primary. */
async function setPrice(price: number): Promise<void> {
  const database = await openDatabase(DATABASE_URL, 'create')
  await importDocument(database, {
    users: [{ id: 'ops', name: 'Operations' }],
    menus: [priced(price)],
    apiKeys: [{ key: KEY, name: 'boards', user: 'ops', menus: ['m'] }],
  })
  await database.close()
}

/** Requests the menu, and fails after a minute. @returns the status, and the price if the status is 200 */
async function getPrice(
  address: string,
  query = '',
): Promise<{ price?: number | null | undefined; status: number }> {
  const headers = { 'X-API-Key': KEY }
  const response = await fetch(`${address}/v1/groups?${query}`, {
    headers,
    signal: AbortSignal.timeout(60_000),
  })
  const body = (await response.json()) as GroupsEnvelope
  if (response.status !== 200) {
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(Object.keys(body)).toEqual(['message'])
    return { status: response.status }
  }
  return { status: 200, price: body.groups[0]?.items[0]?.price }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 120_000
  while (!(await condition())) {
    if (Date.now() > endMs) throw new Error('It did not come to be so within two minutes.')
    await sleep(20)
  }
}

describe('a service whose primary is killed', async () => {
  await setPrice(1)
  const server = await startServer({ DATABASE_URL, LOG_LEVEL: 'info' })
  afterAll(() => server.stop())
  const { address } = server
  const getUncachedPrice = (n: number) => getPrice(address, n % 2 === 0 ? '' : `depth=${n}`)

  test('reads continue from the standby: at most 2 s of 503, no hang, no other response', async () => {
    await until(async () => (await getPrice(address)).price === 1)
    let isOver = false
    const unavailableAtMs: number[] = []
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let n = client; !isOver; n += 8) {
        const { status, price } = await getUncachedPrice(n)
        if (status === 503) unavailableAtMs.push(Date.now())
        else expect(price).toBe(1)
        await sleep(2)
      }
    })
    await sleep(300)
    await primary.kill()
    await sleep(2500)
    isOver = true
    await Promise.all(clients)
    const spanMs = Math.max(0, ...unavailableAtMs) - Math.min(Number.POSITIVE_INFINITY, ...unavailableAtMs)
    expect(spanMs).toBeLessThan(2000)
    expect(await getPrice(address)).toEqual({ status: 200, price: 1 })
  })

  test('without a primary, a command that writes reports that', async () => {
    await expect(setPrice(9)).rejects.toThrow('None of the reachable database servers is a primary.')
  })

  test('once the primary is back, its new data is read from it, without a restart', async () => {
    await primary.restart()
    await runPostgres(standby.url('signage'), 'SELECT pg_wal_replay_pause()')
    await setPrice(2)
    await until(async () => (await getPrice(address)).price === 2)
    for (let price = 3; price < 20; price++) {
      await setPrice(price)
      // From the primary: the standby is behind.
      expect(await getUncachedPrice(price)).toEqual({ status: 200, price })
    }
    await runPostgres(standby.url('signage'), 'SELECT pg_wal_replay_resume()')
  })

  test('without any database server: 503 soon, and recovery without a restart', async () => {
    await Promise.all([primary.kill(), standby.kill()])
    await until(async () => (await getPrice(address)).status === 503)
    const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => getUncachedPrice(n)))
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]))
    expect((await fetch(`${address}/readyz`)).status).toBe(503)
    expect((await fetch(`${address}/livez`)).status).toBe(200)
    await standby.restart()
    await until(async () => (await getPrice(address)).status === 200)
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    await primary.restart()
    await setPrice(20)
    await until(async () => (await getPrice(address)).price === 20)
  })
})

describe('the server that a connection uses', () => {
  const standbyFirst = DATABASE_URL.replace(
    /127\.0\.0\.1:(\d+),127\.0\.0\.1:(\d+)/,
    '127.0.0.1:$2,127.0.0.1:$1',
  )
  const withUnreachable = (url: string) => url.replace(/@/, '@127.0.0.1:1,')

  async function roleOf(url: string, purpose: Purpose, readFrom?: ReadFrom): Promise<string> {
    const database = await openStorage(url, purpose, readFrom && { readFrom })
    const sql = "SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role"
    return database
      .get<{ role: string }>(sql)
      .then((row) => row?.role ?? 'none')
      .finally(() => database.close())
  }

  test.each([
    ['the primary, to read', 'read', undefined, 'primary'],
    ['the standby, to read from the replica', 'read', 'replica', 'standby'],
    ['the primary, to write', 'write', undefined, 'primary'],
    ['the primary, to write with READ_FROM=replica', 'write', 'replica', 'primary'],
  ] as const)('is %s, in any order of the URL', async (_, purpose, readFrom, role) => {
    for (const url of [DATABASE_URL, standbyFirst, withUnreachable(standbyFirst)]) {
      expect(await roleOf(url, purpose, readFrom)).toBe(role)
    }
  })

  test('is the other one if only that is reachable', async () => {
    expect(await roleOf(withUnreachable(standby.url('signage')), 'read')).toBe('standby')
    expect(await roleOf(withUnreachable(primary.url('signage')), 'read', 'replica')).toBe('primary')
    const toWrite = roleOf(withUnreachable(standby.url('signage')), 'write')
    await expect(toWrite).rejects.toThrow('None of the reachable database servers is a primary.')
  })

  test('is the only one in the URL, whatever its role', async () => {
    expect(await roleOf(standby.url('signage'), 'read')).toBe('standby')
    expect(await roleOf(primary.url('signage'), 'read', 'replica')).toBe('primary')
  })

  test('is none if none is reachable, and the error says why', async () => {
    const url = DATABASE_URL.replace(/127\.0\.0\.1:\d+,127\.0\.0\.1:\d+/, '127.0.0.1:1,127.0.0.1:2')
    await expect(roleOf(url, 'read')).rejects.toThrow(/^The database cannot be used: .*ECONNREFUSED/)
  })
})

test('READ_FROM=replica reads from the standby, which may be behind; the default reads from the primary', async () => {
  await setPrice(30)
  const reading = await startServer({ DATABASE_URL })
  const replica = await startServer({ DATABASE_URL, READ_FROM: 'replica' })
  await until(async () => (await getPrice(replica.address)).price === 30)
  await runPostgres(standby.url('signage'), 'SELECT pg_wal_replay_pause()')
  await setPrice(31)
  expect(await getPrice(reading.address)).toEqual({ status: 200, price: 31 })
  expect(await getPrice(replica.address)).toEqual({ status: 200, price: 30 })
  await runPostgres(standby.url('signage'), 'SELECT pg_wal_replay_resume()')
  await until(async () => (await getPrice(replica.address)).price === 31)
  await Promise.all([reading.stop(), replica.stop()])
})

test('a primary that stops responding, like a machine without power, is replaced by the standby without an error', async () => {
  const wire = await startWire(primary.port)
  const url = DATABASE_URL.replace(`:${primary.port},`, `:${wire.port},`)
  const server = await startServer({ DATABASE_URL: url })
  await until(async () => (await getPrice(server.address)).price === 31)
  wire.cut()
  for (let n = 0; n < 20; n++) {
    // Requests that waited for the silent primary are served from the standby.
    expect(await getPrice(server.address, `depth=${n}`)).toEqual({ status: 200, price: 31 })
  }
  await server.stop()
  await wire.close()
})

describe('the choice of a server', async () => {
  const other = await startPostgres()
  afterAll(() => other.stop())
  const at = (...ports: number[]) =>
    primary.url('postgres').replace(/127\.0\.0\.1:\d+/, ports.map((port) => `127.0.0.1:${port}`).join())

  async function openWire() {
    const wire = await startWire(primary.port)
    onTestFinished(() => wire.close())
    return wire
  }

  async function open(url: string, purpose: Purpose) {
    const database = await openStorage(url, purpose)
    onTestFinished(() => database.close())
    return database
  }

  async function portOf(database: Database): Promise<number> {
    const row = await database.get<{ port: string }>("SELECT current_setting('port') AS port")
    return Number(row?.port)
  }

  test('falls on the first of two primaries in the URL, however soon each answers, and again once it is back', async () => {
    const wire = await openWire()
    const database = await open(at(wire.port, other.port), 'read')
    const direct = await open(other.url('postgres'), 'read')
    expect(await portOf(direct)).toBe(other.port)
    expect(await portOf(database)).toBe(primary.port)
    for (let n = 0; n < 3; n++) {
      wire.hold()
      await wire.untilHeld(1)
      // Meanwhile, the other one has answered.
      expect(await portOf(direct)).toBe(other.port)
      wire.release()
      expect(await portOf(database)).toBe(primary.port)
    }
    await primary.kill()
    await until(async () => (await portOf(database)) === other.port)
    await primary.restart()
    await until(async () => (await portOf(database)) === primary.port)
  })

  test.each([
    ['a read', 'read', (database: Database) => database.all('SELECT 1 AS one')],
    [
      'a write, of which nothing was sent',
      'write',
      (database: Database) => database.batch([{ script: 'SELECT 1' }]),
    ],
  ] as const)('is made again for %s if no server answers in time', async (_, purpose, work) => {
    const wire = await openWire()
    const database = await open(at(wire.port, wire.port), purpose)
    wire.hold()
    const working = work(database)
    // Both are asked twice.
    await Promise.race([wire.untilHeld(4), working.then(() => expect.unreachable())])
    wire.release()
    await working
  })
})

test('a data version that was read before a failover is never the same as one after it', async () => {
  await setPrice(40)
  const database = await openDatabase(DATABASE_URL, 'read')
  afterAll(() => database.close())
  const isStandby = async () =>
    (await database.get<{ standby: number }>('SELECT pg_is_in_recovery() AS standby'))?.standby === 1
  await until(async () => !(await isStandby()))
  const before = await database.dataVersion()
  expect(await database.dataVersion()).toBe(before)
  // What is read meanwhile may be older than that version.
  await primary.kill()
  await until(isStandby)
  await primary.restart()
  await until(async () => !(await isStandby()))
  expect(await database.dataVersion()).not.toBe(before)
})
