import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { STOP_SIGNALS, untilStopped } from '../src/commands/shared/stop-signals.ts'
import { importDocument } from '../src/documents/import.ts'
import { openDatabase } from '../src/storage/open.ts'
import { temporaryFolder } from './support/database.ts'
import { group, item, KEY, menu, menusDocument } from './support/documents.ts'
import { startServer } from './support/process.ts'

const folder = temporaryFolder()
const DATABASE_URL = join(folder, 'signage.db')
/** A busy machine needs time to accept and answer all connections. */
const SETTINGS = { DATABASE_URL, MAX_EVENT_LOOP_DELAY_MS: '0', SHUTDOWN_TIMEOUT: '60' }
const itemsOf = (name: string, length: number) =>
  Array.from({ length }, (_, n) => item(`${name}${n}`, { description: 'x'.repeat(500) }))
const database = await openDatabase(DATABASE_URL, 'create')
await importDocument(
  database,
  menusDocument(
    menu('small'),
    menu('medium', { groups: [group('g', { items: itemsOf('g', 2000) })] }),
    menu('m', { groups: [group('h', { items: itemsOf('h', 20_000) })] }),
  ),
)
await database.close()

/** Sends one request. @returns the status, or the error of the connection */
function request(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = get(url, { agent, headers: { 'x-api-key': KEY } }, (response) => {
      buffer(response).then(
        () => resolve(response.statusCode ?? 0),
        (error) => resolve(`in the middle of a response: ${error.code}`),
      )
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

/** Requests a large response. @returns the connection once the response begins to arrive */
async function requestWithoutReading(address: string): Promise<Socket> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(`GET /v1/groups HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n\r\n`)
  await once(socket, 'readable')
  return socket
}

describe.each(['1', '2'])('SIGTERM with WORKERS=%s', (WORKERS) => {
  test('under load: every accepted request gets a response, and none is reset', async () => {
    const server = await startServer({ ...SETTINGS, WORKERS })
    const seen: (number | string)[] = []
    let isOver = false
    const clients = Array.from({ length: 20 }, async (_, client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let n = client; !isOver; n++) {
        const outcome = await request(
          `${server.address}/v1/groups?menus=${n % 10 === 0 ? 'medium' : 'small'}`,
          agent,
        )
        seen.push(outcome)
        if (outcome === 'ECONNREFUSED') return
      }
    })
    await expect.poll(() => seen.length).toBeGreaterThan(200)
    expect(await server.stop('SIGTERM')).toBe(0)
    await sleep(50)
    isOver = true
    await Promise.all(clients)
    expect(new Set(seen)).toEqual(new Set([200, 'ECONNREFUSED']))
  })

  test('clients that have connected get a response, even if no process has accepted their connection yet', async () => {
    const server = await startServer({ ...SETTINGS, WORKERS })
    const agent = new Agent()
    const large = [1, 2].map(() => request(`${server.address}/v1/groups?menus=m`, agent))
    await sleep(50)
    const sockets = Array.from({ length: 100 }, () =>
      connect(Number(new URL(server.address).port), '127.0.0.1'),
    )
    const responses = sockets.map((socket) => text(socket).catch((error) => error.code))
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    for (const socket of sockets)
      socket.write(`GET /v1/menus HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n\r\n`)
    expect(await server.stop('SIGTERM')).toBe(0)
    const starts = (await Promise.all(responses)).map((response) => response.slice(0, 15))
    expect(new Set(starts)).toEqual(new Set(['HTTP/1.1 200 OK']))
    expect(await Promise.all(large)).toEqual([200, 200])
  })
})

test('work that was told to stop is ended by any second signal', async () => {
  const listeners = () => STOP_SIGNALS.map((signal) => process.listenerCount(signal))
  const before = listeners()
  let stopping: number[] = []
  const work = untilStopped(async (signal) => {
    await once(signal, 'abort')
    stopping = listeners()
  })
  process.emit('SIGINT')
  await work
  // Without a listener, the default of Node ends the process.
  expect(stopping).toEqual(before)
})

test.each([
  ['the service', {}],
  ['several workers', { WORKERS: '2' }],
])('a second signal stops %s at once, even if a response is still being sent', async (_, workers) => {
  const server = await startServer({ DATABASE_URL, SHUTDOWN_TIMEOUT: '60', ...workers })
  const socket = await requestWithoutReading(server.address)
  const first = server.stop('SIGTERM')
  expect(await Promise.race([first, sleep(1500, 'still answering')])).toBe('still answering')
  server.child.kill('SIGTERM')
  expect(await Promise.race([first, sleep(10_000, 'still there')])).toBe(1)
  // The connection ends with its process.
  await text(socket).catch(() => '')
})
