import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../bench/machine/postgres-server.ts'
import type { Database, Purpose, Statement } from '../../src/storage/database.ts'
import { openUnchecked } from '../../src/storage/open.ts'
import { parseConnectionUrl } from '../../src/storage/postgres/connection-url.ts'
import { isQueryTimeout } from '../../src/storage/postgres/errors.ts'
import { createPostgresServer } from '../../src/storage/postgres/server.ts'
import { readRole } from '../../src/storage/postgres/server-state.ts'
import { createMenuDatabase, getPrice, importPrice, patchPrice, until, urlOfAll } from '../support/pair.ts'
import { startServer } from '../support/process.ts'
import { startWire } from '../support/wire.ts'

const primary = await startPostgres()
const standby = await primary.startStandby()
afterAll(() => Promise.all([primary.stop(), standby.stop()]))
const url = await createMenuDatabase(primary, standby)
await importPrice(url, 1)

/** If a query was waited for as long as it may take, the test would run out of time. */
const PATIENT = 'statement_timeout=600000'

async function openWire(port: number) {
  const wire = await startWire(port)
  onTestFinished(() => wire.close())
  return wire
}

async function start(DATABASE_URL: string, environment: Record<string, string> = {}) {
  const server = await startServer({ DATABASE_URL, CHANGES: 'on', ...environment })
  onTestFinished(async () => void (await server.stop()))
  return server
}

/** Requests of which some are answered from the cache, and others not. */
const ask = (address: string, n: number) => getPrice(address, n % 2 === 0 ? '' : `depth=${n}`)

describe('connections that are dead, while new ones work', () => {
  test.each(['one server', 'two servers'])(
    'are replaced, and what was read on them is read again: %s',
    async (hosts) => {
      const wire = await openWire(primary.port)
      const through = urlOfAll(url, ...(hosts === 'one server' ? [wire] : [wire, standby]))
      const { address } = await start(`${through}?${PATIENT}`)
      for (let n = 0; n < 20; n++) expect(await ask(address, n)).toMatchObject({ status: 200 })
      for (let times = 0; times < 2; times++) {
        wire.forget()
        const responses = await Promise.all(Array.from({ length: 40 }, (_, n) => ask(address, n)))
        expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      }
    },
  )

  test('are replaced for a change, of which nothing was sent', async () => {
    const wire = await openWire(primary.port)
    const { address } = await start(`${urlOfAll(url, wire)}?${PATIENT}`)
    expect(await patchPrice(address, 2)).toBe(200)
    wire.forget()
    expect(await patchPrice(address, 3)).toBe(200)
    expect(await getPrice(address)).toEqual({ status: 200, price: 3 })
  })

  test('are all replaced after one query without an answer', async () => {
    const wire = await openWire(primary.port)
    const settings = parseConnectionUrl(`${urlOfAll(url, wire)}?statement_timeout=200&pool_size=5`)
    const [address] = settings.addresses
    if (address === undefined) throw new Error('The URL names no server.')
    const server = createPostgresServer(address, settings, 'read', { readState: readRole })
    onTestFinished(() => server.close())
    const read = () => server.withClient((session) => session.query({ text: 'SELECT pg_sleep(0.05)' }))
    const readOnAll = () => Promise.all(Array.from({ length: 5 }, read))
    await readOnAll()
    wire.forget()
    expect(isQueryTimeout(await read().catch((error) => error))).toBe(true)
    await readOnAll()
  })
})

describe('servers that are all silent', () => {
  async function startThroughWires(environment: Record<string, string> = {}) {
    const wires = [await openWire(primary.port), await openWire(standby.port)]
    const server = await start(`${urlOfAll(url, ...wires)}?${PATIENT}`, environment)
    for (let n = 0; n < 4; n++) expect(await ask(server.address, n)).toMatchObject({ status: 200 })
    return { ...server, cut: () => wires.map((wire) => wire.cut()) }
  }

  test('are waited for only until that is known: then each request is rejected, cached or not', async () => {
    const { address, cut } = await startThroughWires()
    cut()
    await until(async () => {
      const signal = AbortSignal.timeout(1000)
      return fetch(`${address}/readyz`, { signal }).then(
        ({ status }) => status === 503,
        () => false,
      )
    })
    for (let n = 0; n < 10; n++) expect(await ask(address, n)).toEqual({ status: 503 })
    expect(await patchPrice(address, 9)).toBe(503)
  })

  test('give what waits for them a 503 at the end of a shutdown', async () => {
    const { address, cut, stop } = await startThroughWires({ SHUTDOWN_TIMEOUT: '8' })
    cut()
    const asking = Array.from({ length: 10 }, (_, n) => ask(address, n))
    const patching = patchPrice(address, 9)
    await until(async () => (await fetch(`${address}/livez`)).ok)
    expect(await stop()).toBe(0)
    expect(new Set((await Promise.all(asking)).map(({ status }) => status))).toEqual(new Set([503]))
    expect(await patching).toBe(503)
  })
})

describe('a writer that vanishes within its transaction', () => {
  async function open(from: string, purpose: Purpose = 'server-write'): Promise<Database> {
    const database = await openUnchecked(from, purpose)
    onTestFinished(() => database.close())
    return database
  }

  /** A change whose client is silent, while it holds the lock of the writer. @returns once it does */
  async function vanish(purpose: Purpose): Promise<void> {
    const wire = await openWire(primary.port)
    const database = await open(urlOfAll(url, wire), purpose)
    await new Promise<void>((resolve) => {
      function* statements(): Generator<Statement> {
        yield { sql: 'SELECT 1', onRows: () => wire.cut() }
        resolve()
        yield { sql: 'UPDATE menu_items SET price = 0' }
      }
      database.batch(statements()).catch(() => {})
    })
  }

  test('keeps others from writing for no longer than its session may be idle', async () => {
    await vanish('server-write')
    const others = await open(primary.url('signage'))
    const write = () => others.batch([{ sql: 'UPDATE menu_items SET price = 5' }])
    await until(() =>
      write().then(
        () => true,
        () => false,
      ),
    )
  })

  test.each([
    ['server-write', '10s'],
    ['write', '1min'],
    ['read', '0'],
  ] as const)(
    'is ended by the server: a session to %s may be idle in a transaction for %s',
    async (purpose, idle) => {
      const database = await openUnchecked(primary.url('signage'), purpose)
      onTestFinished(() => database.close())
      const names = ['idle_in_transaction_session_timeout', 'tcp_keepalives_idle', 'tcp_keepalives_interval']
      const settings = [...names, 'tcp_keepalives_count', 'tcp_user_timeout']
      const sql = `SELECT ${settings.map((name) => `current_setting('${name}')`).join(" || ' ' || ")} AS found`
      expect(await database.get({ sql })).toEqual({ found: `${idle} 10 5 3 25000` })
    },
  )
})
