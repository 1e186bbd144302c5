import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { connectTo } from '../support/connection.ts'
import { newDatabaseUrl } from '../support/database.ts'
import { device } from '../support/documents.ts'
import { signage, startServer } from '../support/process.ts'
import { stockChange, stockMenu, versionedMenus } from '../support/versions.ts'
import { startWriter } from '../support/writer.ts'

const DEVICES = 50
const ROUNDS = 60
const KEY = 'reading-key'
const ENDING_KEYS = Array.from({ length: ROUNDS }, (_, n) => `ending-key-${n}`)

const DATABASE_URL = await newDatabaseUrl()
const environment = { DATABASE_URL }
const granted = ['versioned', 'twin', 'stock']
const database = await openDatabase(DATABASE_URL, 'create')
await importDocument(database, {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: Array.from({ length: DEVICES }, (_, n) => device(`d${n}`)),
  menus: [...versionedMenus(1), stockMenu()],
  apiKeys: [KEY, ...ENDING_KEYS].map((key) => ({
    key,
    name: key,
    user: 'ops',
    scopes: ['device:read'],
    menus: granted,
  })),
})
await database.close()
const servers = [await startServer(environment), await startServer(environment)]
const writers = [startWriter(DATABASE_URL), startWriter(DATABASE_URL), startWriter(DATABASE_URL)] as const

let isOver = false

/** Records heartbeats of all devices, again and again, until the other writers are done. */
async function beat(): Promise<void> {
  const ids = Array.from({ length: DEVICES }, (_, n) => `d${n}`)
  while (!isOver)
    expect(await signage(['devices', 'heartbeat', ...ids], { environment })).toMatchObject({ code: 0 })
}

/** Sends requests to both servers in turn. A device must never show an older heartbeat than before. */
async function readOn(number: number): Promise<number> {
  const connections = servers.map(({ address }) => connectTo(address))
  const headers = { 'x-api-key': KEY, authorization: `Bearer ${KEY}` }
  let last = ''
  let reads = 0
  for (; !isOver; reads++) {
    const connection = connections[reads % connections.length] ?? expect.fail('no server')
    const menus = await connection.get('/v1/groups', headers)
    expect(menus.status, `${menus.bytes}`).toBe(200)
    const { status, bytes } = await connection.get(`/devices/d${number}`, headers)
    expect(status, `${bytes}`).toBe(200)
    const { last_heartbeat_at }: { last_heartbeat_at: string | null } = JSON.parse(`${bytes}`)
    expect((last_heartbeat_at ?? '') >= last).toBe(true)
    last = last_heartbeat_at ?? ''
  }
  for (const connection of connections) connection.close()
  expect(last).not.toBe('')
  return reads
}

async function writeAll(): Promise<void> {
  const [importer, marker, revoker] = writers
  await Promise.all([
    repeat((n) => importer.write('import', { menus: versionedMenus(n) })),
    repeat((n) => marker.write('stock', ...stockChange(n))),
    repeat((n) => revoker.write('revoke', keyIdOfHash(hashKey(`ending-key-${n - 1}`)))),
  ])
  isOver = true
}

async function repeat(write: (n: number) => Promise<void>): Promise<void> {
  for (let n = 1; n <= ROUNDS; n++) {
    await write(n)
    await sleep(20)
  }
}

test('heartbeats, imports, stock changes, revocations and two servers run at once without lock errors or failures', async () => {
  const beating = beat()
  const reading = Promise.all([0, 1, 2, 3].map(readOn))
  await writeAll()
  expect(Math.min(...(await reading))).toBeGreaterThan(20)
  await beating
  expect(await Promise.all(writers.map(({ stop }) => stop()))).toEqual([0, 0, 0])
  for (const server of servers) {
    expect(server.output()).not.toMatch(/locked|"status":5\d\d|"level":[56]0/)
    expect(await server.stop()).toBe(0)
  }
})
