import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../bench/machine/postgres-server.ts'
import {
  type Database,
  type Purpose,
  type ReadFrom,
  StorageUnavailableError,
} from '../../src/storage/database.ts'
import { openDatabase, openUnchecked } from '../../src/storage/open.ts'
import { createMenuDatabase, getPrice, importPrice, until } from '../support/pair.ts'
import { runPostgres } from '../support/postgres-client.ts'
import { startServer } from '../support/process.ts'
import { startWire } from '../support/wire.ts'

// Real servers: a primary, and a standby that follows it.
const primary = await startPostgres()
const standby = await primary.startStandby()
afterAll(() => Promise.all([primary.stop(), standby.stop()]))

const DATABASE_URL = await createMenuDatabase(primary, standby)
const setPrice = (price: number) => importPrice(DATABASE_URL, price)

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
    const database = await openUnchecked(url, purpose, readFrom)
    const sql = "SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role"
    return database
      .get<{ role: string }>({ sql })
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
    const database = await openUnchecked(url, purpose)
    onTestFinished(() => database.close())
    return database
  }

  async function portOf(database: Database): Promise<number> {
    const row = await database.get<{ port: string }>({ sql: "SELECT current_setting('port') AS port" })
    return Number(row?.port)
  }

  test('never falls on a server that is not a copy of the same database, and says so', async () => {
    const database = await open(at(primary.port, other.port), 'read')
    expect(await portOf(database)).toBe(primary.port)
    const message =
      'A server is not a copy of the same database as the others, and is not used: remove it from DATABASE_URL.'
    expect(database.warnings()).toEqual([{ subject: `127.0.0.1:${other.port}`, message }])
    await primary.kill()
    await until(async () =>
      portOf(database).then(
        () => false,
        (error) => error.message.endsWith(message),
      ),
    )
    await primary.restart()
    await until(async () => (await portOf(database).catch(() => 0)) === primary.port)
  })

  test.each([
    ['a read', 'read', (database: Database) => database.all({ sql: 'SELECT 1 AS one' })],
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

test('servers of which none could be reached at first are used once they can be', async () => {
  await Promise.all([primary.kill(), standby.kill()])
  const database = await openUnchecked(DATABASE_URL, 'read')
  onTestFinished(() => database.close())
  const read = () => database.get({ sql: 'SELECT 1 AS one' })
  await expect(read()).rejects.toThrow(StorageUnavailableError)
  await Promise.all([primary.restart(), standby.restart()])
  await until(() =>
    read().then(
      () => true,
      () => false,
    ),
  )
})

test('a content version that was read before a failover is never the same as one after it', async () => {
  await setPrice(40)
  const database = await openDatabase(DATABASE_URL, 'read')
  afterAll(() => database.close())
  const isStandby = async () =>
    (await database.get<{ standby: number }>({ sql: 'SELECT pg_is_in_recovery() AS standby' }))?.standby === 1
  await until(async () => !(await isStandby()))
  const before = await database.contentVersion()
  expect(await database.contentVersion()).toBe(before)
  // What is read meanwhile may be older than that version.
  await primary.kill()
  await until(isStandby)
  await primary.restart()
  await until(async () => !(await isStandby()))
  expect(await database.contentVersion()).not.toBe(before)
})
