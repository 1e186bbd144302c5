import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { importDocument } from '../../src/documents/import.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { parseConnectionUrl } from '../../src/storage/postgres/connection-url.ts'
import { isConnectionLost } from '../../src/storage/postgres/errors.ts'
import { createPostgresServer } from '../../src/storage/postgres/server.ts'
import { readRole } from '../../src/storage/postgres/server-state.ts'
import { group, item, menu, menusDocument, withKey } from '../support/documents.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { PATIENT } from '../support/service.ts'
import { startWire } from '../support/wire.ts'

const MENU_COUNT = 200
const names = Array.from({ length: MENU_COUNT }, (_, n) => `m${n}`)
const items = (name: string) => Array.from({ length: 20 }, (_, n) => item(`${name}-${n}`))

const url = await createPostgresDatabase()
const writer = await openDatabase(url, 'create')
const menus = names.map((name) => menu(name, { groups: [group(name, { items: items(name) })] }))
await importDocument(writer, menusDocument(...menus))
await writer.close()

const ITEMS = [{ sql: 'SELECT id FROM menu_items LIMIT 1' }]
const READERS_OF_ITEMS = `
SELECT 1 FROM pg_locks JOIN pg_class ON pg_class.oid = relation WHERE relname = 'menu_items' AND NOT granted`

/** A reader of the database, closed when the test ends. */
async function openReader(parameters: string, from = url): Promise<Database> {
  const reader = await openDatabase(`${from}?${parameters}`, 'read')
  onTestFinished(() => reader.close())
  return reader
}

async function startApp(database: Database): Promise<FastifyInstance> {
  const app = await buildApp({ database, limits: PATIENT })
  onTestFinished(() => app.close())
  return app
}

/** Locks the items of menus against all readers. */
async function lockItems() {
  const holder = new pg.Client(url)
  await holder.connect()
  await holder.query('BEGIN; LOCK TABLE menu_items IN ACCESS EXCLUSIVE MODE')
  return {
    untilReaderWaits: () =>
      expect.poll(async () => (await holder.query(READERS_OF_ITEMS)).rowCount).toBeGreaterThan(0),
    release: () => holder.end(),
  }
}

/** The different errors of this number of reads at once. */
async function failuresOf(database: Database, count: number): Promise<Set<string>> {
  const reads = Array.from({ length: count }, () => database.readTogether(ITEMS))
  const results = await Promise.allSettled(reads)
  return new Set(results.map((result) => (result.status === 'rejected' ? String(result.reason) : 'success')))
}

describe('while all connections are in use', () => {
  test('all screens that request uncached menus at once get a response, and keys are looked up meanwhile', async () => {
    const app = await startApp(await openReader('pool_size=1&statement_timeout=20000'))
    const request = (path: string) => app.inject({ url: path, headers: withKey })
    const lock = await lockItems()
    const screens = names.map((name) => request(`/v1/groups?menus=${name}`))
    await lock.untilReaderWaits()
    // Longer than the time after which a request may be rejected.
    await sleep(1000)
    expect((await request('/v1/menus')).statusCode).toBe(200)
    await lock.release()
    const responses = await Promise.all(screens)
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(names.map(() => 200))
    expect(responses.map((response) => response.json().groups[0].name)).toEqual(names)
  })

  test('queries wait as long as it takes if the queue moves', async () => {
    const database = await openReader('pool_size=1&statement_timeout=2000&connect_timeout=1')
    // In total this takes longer than the queue may stand still.
    const reads = Array.from({ length: 10 }, () => database.readTogether([{ sql: 'SELECT pg_sleep(0.5)' }]))
    expect(await Promise.all(reads)).toHaveLength(10)
  })

  test('queries that wait fail if no connection is released for too long', async () => {
    const database = await openReader('pool_size=1&statement_timeout=500')
    const lock = await lockItems()
    const reads = Promise.allSettled(Array.from({ length: 100 }, () => database.readTogether(ITEMS)))
    expect(
      await database.all({ sql: 'SELECT id FROM menus' }),
      'a lookup waits for no connection',
    ).toHaveLength(MENU_COUNT)
    const reasons = (await reads).map((read) =>
      read.status === 'rejected' ? String(read.reason) : 'success',
    )
    expect(reasons[0]).toMatch(/statement timeout/)
    expect(reasons.at(-1)).toMatch(/no connection became free/)
    await lock.release()
    expect(await database.readTogether(ITEMS)).toHaveLength(1)
  })

  test('further queries are rejected at once if too many are waiting', async () => {
    const database = await openDatabase(`${url}?pool_size=1&statement_timeout=20000`, 'read')
    const lock = await lockItems()
    const reads = Promise.allSettled(Array.from({ length: 10_001 }, () => database.readTogether(ITEMS)))
    await expect(database.readTogether(ITEMS)).rejects.toThrow(
      'too many requests are waiting for a connection',
    )
    await database.close()
    await lock.release()
    await reads
  })

  test('queries that wait are rejected like those whose connection is lost, if another server is used from now on', async () => {
    const settings = parseConnectionUrl(`${url}?pool_size=1`)
    const [address] = settings.addresses
    if (address === undefined) throw new Error('The URL names no server.')
    const server = createPostgresServer(address, settings, 'read', { readState: readRole })
    onTestFinished(() => server.close())
    const lock = await lockItems()
    const reads = Array.from({ length: 3 }, () =>
      server.withClient((session) => session.query({ text: 'TABLE menu_items' })),
    )
    const ending = Promise.allSettled(reads)
    await lock.untilReaderWaits()
    server.destroyConnections()
    const reasons = (await ending).map((read) => read.status === 'rejected' && read.reason)
    expect(reasons.map(isConnectionLost)).toEqual([true, true, true])
    await lock.release()
  })

  test('queries that wait are rejected if the database is closed', async () => {
    const database = await openDatabase(`${url}?pool_size=1&statement_timeout=20000`, 'read')
    const lock = await lockItems()
    const reads = Promise.allSettled([database.readTogether(ITEMS), database.readTogether(ITEMS)])
    await lock.untilReaderWaits()
    const late = Promise.allSettled([database.readTogether(ITEMS)])
    await database.close()
    await lock.release()
    const results = [...(await reads), ...(await late)]
    expect(new Set(results.map((result) => result.status === 'rejected' && result.reason.message))).toEqual(
      new Set(['The database was closed.']),
    )
  })
})

describe('while the database is unavailable, queries that wait are rejected as soon as all others', () => {
  const COUNT = 200
  const SILENT = 'the server does not answer: connection timeout'
  const viaWire = (port: number) => url.replace(/:\d+\//, `:${port}/`)
  const startWireToDatabase = async () => {
    const wire = await startWire(Number(new URL(url).port || 5432))
    onTestFinished(() => wire.close())
    return wire
  }

  test.each([
    ['query', 'statement_timeout=500', ITEMS],
    ['connection', 'connect_timeout=1', []],
  ])('the server does not respond to a %s', async (_, limit, queries) => {
    const wire = await startWireToDatabase()
    const database = await openReader(`pool_size=1&${limit}`, viaWire(wire.port))
    if (queries.length > 0) await database.readTogether(queries)
    wire.cut()
    expect(await failuresOf(database, COUNT)).toEqual(
      new Set([`StorageUnavailableError: The database cannot be used: ${SILENT}.`]),
    )
  })

  test('the server refuses connections', async () => {
    const wire = await startWireToDatabase()
    const database = await openReader('pool_size=1', viaWire(wire.port))
    await wire.close()
    expect(await failuresOf(database, COUNT)).toEqual(
      new Set([
        `StorageUnavailableError: The database cannot be used: connect ECONNREFUSED 127.0.0.1:${wire.port}.`,
      ]),
    )
  })
})
