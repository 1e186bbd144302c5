import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../src/http/server/limits.ts'
import { createServerFactory } from '../src/http/server/server-factory.ts'
import { createDrain } from '../src/process/drain.ts'
import { planShutdown } from '../src/process/shutdown.ts'

const DEADLINE_MS = 300
const LARGE = 'x'.repeat(30_000_000)

let app: FastifyInstance
let port = 0
let drain: (timeoutMs?: number) => Promise<void>
let heldRequests = 0
let release = () => {}

beforeEach(async () => {
  const serverFactory = createServerFactory({
    earlyHandlers: { GET: [], POST: [] },
    limits: DEFAULT_LIMITS,
    isOverloaded: () => false,
    observe: () => {},
  })
  app = Fastify({ serverFactory })
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  app.get('/large', async () => LARGE)
  heldRequests = 0
  app.get('/held', async () => {
    heldRequests++
    await held
    return 'late'
  })
  const drainWithin = createDrain(app)
  drain = (timeoutMs = DEADLINE_MS) => drainWithin(planShutdown(timeoutMs))
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterEach(() => app.close())

test('a client that never reads its response is disconnected at the deadline', async () => {
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('readable', resolve))
  await drain()
  socket.destroy()
})

test('a request in progress, and one that arrives while draining, get responses with Connection: close', async () => {
  const response = new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  const idle = connect(port, '127.0.0.1')
  await new Promise((resolve) => idle.once('connect', resolve))
  await expect.poll(() => new Promise((resolve) => app.server.getConnections((_, n) => resolve(n)))).toBe(2)

  const drained = drain(60_000)
  await expect.poll(() => app.server.listening).toBe(false)
  const late = new Promise<string>((resolve) => idle.once('data', (chunk) => resolve(String(chunk))))
  idle.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => heldRequests).toBe(2)
  release()
  expect(await late).toMatch(/^HTTP\/1.1 200 .*connection: close.*late$/is)
  expect(await response).toMatch(/^HTTP\/1.1 200 .*connection: close.*late$/is)
  await drained
})

test('every connection that waits to be accepted gets a response, however long it takes to accept them', async () => {
  app.server.on('connection', () => blockEventLoop(15))
  release()
  const responses = Array.from({ length: 100 }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n')
    return text(socket).catch(({ code }) => code)
  })
  await drain(60_000)
  for (const response of await Promise.all(responses)) expect(response).toMatch(/^HTTP\/1.1 200 .*late$/s)
})

function blockEventLoop(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs)
}
