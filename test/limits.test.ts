import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '../src/app.ts'
import { DEFAULT_LIMITS, type ServerLimits } from '../src/http/server/limits.ts'
import { openMemory } from './support/database.ts'

/** Starts a service with some limits changed. @returns a function that opens a connection to it */
async function listen(limits: Partial<ServerLimits>): Promise<() => Promise<Socket>> {
  const database = await openMemory()
  const app = await buildApp({ database, limits: { ...DEFAULT_LIMITS, ...limits } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  afterAll(async () => {
    app.server.closeAllConnections()
    await app.close()
    await database.close()
  })
  return async () => {
    const socket = connect(port, '127.0.0.1').setEncoding('latin1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
}

/** Everything that is received until the service closes the connection. */
async function untilClosed(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'close')
  return received
}

const REQUEST = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'

describe('slow and idle connections are closed', () => {
  test('while the headers are incomplete: 408', async () => {
    const open = await listen({ headersTimeoutMs: 300 })
    const socket = await open()
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n')
    const dripping = setInterval(() => socket.write('X: x\r\n'), 100)
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 408 .*\{"message":"Request Timeout"\}$/s)
    clearInterval(dripping)
  })

  test('while the body is incomplete', async () => {
    const open = await listen({ headersTimeoutMs: 300, requestTimeoutMs: 300 })
    const socket = await open()
    socket.write('POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx')
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 405 .*\{"message":"Method not allowed"\}$/s)
  })

  test('if no other request follows the first', async () => {
    const open = await listen({ keepAliveTimeoutMs: 200 })
    const socket = await open()
    socket.write(REQUEST)
    expect(await untilClosed(socket)).toMatch(/^HTTP\/1\.1 200 .*\{"status":"ok"\}$/s)
  })

  test('if no request is sent at all', async () => {
    const open = await listen({ headersTimeoutMs: 300, requestTimeoutMs: 300 })
    await untilClosed(await open())
  })
})

test('an option that is undefined counts as left out', async () => {
  const database = await openMemory()
  const options: object = { limits: undefined, clock: undefined, trustedProxies: undefined }
  const app = await buildApp({ database, ...options })
  expect((await app.inject('/v1/menus')).statusCode).toBe(401)
  await app.close()
  await database.close()
})

describe('a response that is not read', async () => {
  // Two of them are not too much at once, and more than the system holds.
  const bytes = 10_000_000
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const database = await openMemory()
  const app = await buildApp({ database, limits: { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 0 } })
  app.get('/large', async (_request, reply) => reply.send(Buffer.alloc(bytes)))
  app.get('/endless', async (_request, reply) => void reply.hijack().raw.write(Buffer.alloc(bytes)))
  app.get('/late', async () => sleep(1000, { isLate: true }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  afterAll(async () => {
    await app.close()
    await database.close()
    vi.useRealTimers()
  })
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
  const ask = async (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(get(path))
    return socket
  }
  const connections = promisify(app.server.getConnections.bind(app.server))
  const passSeconds = (seconds: number) => vi.advanceTimersByTime(seconds * 1000)

  test('is given up after a minute, and not before', async () => {
    const sockets = await Promise.all([ask('/large'), ask('/endless')])
    for (const socket of sockets) socket.pause()
    await expect.poll(connections).toBe(2)
    passSeconds(59)
    expect(await connections()).toBe(2)
    const connectionsAMinuteLater = () => {
      passSeconds(60)
      return connections()
    }
    await expect.poll(connectionsAMinuteLater).toBe(0)
    for (const socket of sockets) socket.destroy()
  })

  test('slowly is not given up, nor is one that is not there yet', async () => {
    const late = await ask('/late')
    await expect.poll(connections).toBe(1)
    passSeconds(200)
    expect(String((await once(late, 'data'))[0])).toContain('{"isLate":true}')
    late.destroy()
    const socket = await ask('/large')
    let received = 0
    let chunks = 0
    // The system holds some megabytes, so the service sees in steps of that size that the client reads.
    socket.on('data', (chunk) => {
      received += chunk.length
      if (++chunks % 2 === 0) passSeconds(1)
      socket.pause()
      setTimeout(() => socket.resume(), 1)
    })
    await Promise.race([once(socket, 'close'), expect.poll(() => received).toBeGreaterThan(bytes)])
    expect(received).toBeGreaterThan(bytes)
    expect(chunks).toBeGreaterThan(2 * 60)
    socket.destroy()
  })
})

test('connections beyond the limit are closed at once and do not affect the others', async () => {
  const open = await listen({ maxConnections: 2 })
  const first = await open()
  const second = await open()
  expect(await untilClosed(await open())).toBe('')
  for (const socket of [first, second]) {
    socket.write(REQUEST)
    expect(String((await once(socket, 'data'))[0])).toContain(' 200 ')
  }
  first.destroy()
  await sleep(50)
  const third = await open()
  third.write(REQUEST)
  expect(String((await once(third, 'data'))[0])).toContain(' 200 ')
})

test('headers that are too long get 431, and URLs that are too long get 414', async () => {
  const open = await listen({ maxHeaderBytes: 2000, maxUrlBytes: 1000 })
  const statusOf = async (url: string, header = '') => {
    const socket = await open()
    socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}\r\n`)
    return Number((await untilClosed(socket)).split(' ')[1])
  }
  expect(await statusOf(`/livez?${'x'.repeat(993)}`)).toBe(200)
  expect(await statusOf(`/livez?${'x'.repeat(994)}`)).toBe(414)
  expect(await statusOf('/livez', `X: ${'x'.repeat(1500)}\r\n`)).toBe(200)
  expect(await statusOf('/livez', `X: ${'x'.repeat(2000)}\r\n`)).toBe(431)
})
