import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { importDocument } from '../src/documents/import.ts'
import { openDatabase } from '../src/storage/open.ts'
import { temporaryFolder } from './support/database.ts'
import { group, item, KEY, menu, menusDocument, withKey } from './support/documents.ts'
import { type ServerProcess, startServer } from './support/process.ts'

const DATABASE_URL = join(temporaryFolder(), 'signage.db')
const items = Array.from({ length: 2000 }, (_, n) => item(`i${n}`, { description: 'x'.repeat(500) }))
const database = await openDatabase(DATABASE_URL, 'create')
await importDocument(
  database,
  menusDocument(menu('small'), menu('large', { groups: [group('g', { items })] })),
)
await database.close()

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n${more}\r\n`
const SMALL = get('/v1/menus')
const LARGE = get('/v1/groups?menus=large')
const STREAM = get('/v1/groups/stream?menus=small')
const SCRIPT = get('/app/reference/scalar.js')
const CONNECT = 'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n'

/** Each sends its parts one after another, and then closes or resets the connection. */
const ATTACKS: Readonly<Record<string, readonly string[]>> = {
  'sends GET and then CONNECT': [SCRIPT, CONNECT],
  'sends CONNECT after a stream': [STREAM, CONNECT],
  'pipelines CONNECT after a large response': [LARGE + CONNECT],
  'sends CONNECT alone': [CONNECT],
  'pipelines files': [SCRIPT.repeat(20)],
  'pipelines large responses': [LARGE.repeat(20)],
  'pipelines streams': [STREAM.repeat(10)],
  'pipelines garbage': [LARGE, `${SMALL}hello\r\n\r\n`],
  'pipelines a request that it never finishes': [
    LARGE,
    'POST /v1/menus HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
  ],
  'sends an unknown expectation after a large response': [LARGE, get('/', 'Expect: tea\r\n')],
}

/** The server of all tests that leave it as it was. The last of them stops it. */
let server: ServerProcess
let metricsUrl = ''

beforeAll(async () => {
  const METRICS_PORT = String(await freePort())
  metricsUrl = `http://127.0.0.1:${METRICS_PORT}/metrics`
  server = await startServer({ DATABASE_URL, METRICS_PORT })
})

async function open({ address }: ServerProcess): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function attack(
  parts: readonly string[],
  end: (socket: Socket) => void,
  attacked = server,
): Promise<void> {
  const socket = await open(attacked)
  for (const part of parts) {
    socket.write(part)
    await sleep(2)
  }
  end(socket)
  if (!socket.destroyed) await once(socket, 'close')
}

const ENDINGS: readonly ((socket: Socket) => void)[] = [
  (socket) => socket.resetAndDestroy(),
  (socket) => socket.destroy(),
  (socket) => socket.destroySoon(),
]

/** A busy machine closes connections late. */
const PATIENCE = { timeout: 120_000, interval: 200 }

/** The resources of the process, according to its own metrics. */
async function resources() {
  const text = await (await fetch(metricsUrl, { headers: { connection: 'close' } })).text()
  const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? Number.NaN)
  return {
    descriptors: value('process_open_fds'),
    streams: value('signage_streams'),
    heapBytes: value('nodejs_heap_size_used_bytes'),
  }
}

test('connections that send CONNECT leave room for others', async () => {
  const small = await startServer({ DATABASE_URL, MAX_CONNECTIONS: '20' })
  for (let n = 0; n < 40; n++) await attack([LARGE + CONNECT], (socket) => socket.destroy(), small)
  await expect
    .poll(async () => (await fetch(`${small.address}/livez`).catch(() => undefined))?.status)
    .toBe(200)
  expect(await small.stop()).toBe(0)
})

test('a request after a stream closes the connection, because the stream does not end', async () => {
  const socket = await open(server)
  socket.write(STREAM)
  expect(String(await once(socket, 'data'))).toContain('text/event-stream')
  socket.resume().write(SMALL)
  await once(socket, 'close')
  await expect.poll(async () => (await resources()).streams).toBe(0)
})

test('a key is found among 200 headers, and a request with more is 431', async () => {
  const answerTo = async (count: number) => {
    const names = Array.from({ length: count - 2 }, (_, n) => `a${n}:\r\n`).join('')
    const socket = await open(server)
    socket.write(`GET /v1/menus HTTP/1.1\r\nHost: x\r\n${names}X-API-Key: ${KEY}\r\n\r\n`)
    const response = String(await once(socket, 'data'))
    socket.destroy()
    return response
  }
  expect(await answerTo(200)).toMatch(/^HTTP\/1\.1 200 /)
  for (const count of [201, 230, 1000, 3000]) {
    const response = await answerTo(count)
    expect(response).toMatch(/^HTTP\/1\.1 431 .*^connection: close\r$/ims)
    // Node 24 refuses some of them itself.
    expect(response).toMatch(
      /\{"message":"(?:There are too many headers|Request Header Fields Too Large)"\}$/,
    )
  }
})

describe('a thousand hostile connections', () => {
  beforeAll(async () => {
    // Every attack once, so that resources that are kept on purpose exist before they are counted.
    for (const parts of Object.values(ATTACKS)) await attack(parts, (socket) => socket.destroy())
  })

  test.each(Object.keys(ATTACKS))(
    'a client that %s leaves no stream or file descriptor open',
    async (name) => {
      const before = await resources()
      for (let n = 0; n < 25; n++) {
        const attacks = ENDINGS.map((end) => attack(ATTACKS[name] ?? [], end))
        await Promise.all([...attacks, attack(ATTACKS[name] ?? [], (socket) => socket.resetAndDestroy())])
      }
      await expect.poll(async () => (await resources()).streams, PATIENCE).toBe(0)
      await expect
        .poll(async () => (await resources()).descriptors, PATIENCE)
        .toBeLessThanOrEqual(before.descriptors + 3)
      expect((await fetch(`${server.address}/v1/menus`, { headers: withKey })).status).toBe(200)
    },
  )

  test('after all of them, the service needs no more memory, has logged no error, and stops without delay', async () => {
    const before = await resources()
    for (let n = 0; n < 10; n++) {
      await Promise.all(
        Object.values(ATTACKS).map((parts) => attack(parts, (socket) => socket.resetAndDestroy())),
      )
    }
    const mebibyte = 1024 * 1024
    await expect
      .poll(async () => (await resources()).heapBytes, PATIENCE)
      .toBeLessThan(before.heapBytes + 30 * mebibyte)
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toMatch(/"level":[56]0|closing connections of clients/)
  })
})
