import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readBodies } from '../src/http/bodies/read-bodies.ts'
import { handleError } from '../src/http/http-error.ts'

const LENGTH = 5 * 1024 * 1024

test('a client that disconnects while its key is looked up takes no room for a body', async () => {
  const app = Fastify({ bodyLimit: LENGTH })
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  readBodies(app, () => 'key')
  let looking: Socket | undefined
  const onRequest = async () => {
    const socket = looking
    if (socket === undefined) return
    // It ends with an error before.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    client.resetAndDestroy()
    await closed
  }
  app.put('/', { onRequest }, async () => 'stored')
  app.server.on('connection', (socket) => {
    looking = socket
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  let client: Socket
  for (let n = 0; n < 4; n++) {
    client = connect(port, '127.0.0.1')
    client.write(
      `PUT / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${LENGTH}\r\n\r\n{`,
    )
    await once(client, 'close')
  }
  await app.inject('/')
  looking = undefined
  app.server.removeAllListeners('connection')
  const payload = Buffer.alloc(LENGTH, ' ')
  const headers = { 'content-type': 'application/json' }
  const { statusCode } = await app.inject({ method: 'PUT', url: '/', headers, payload })
  expect(statusCode).toBe(200)
})

test('a body takes room until its handler has ended, also if its client has disconnected', async () => {
  const app = Fastify({ bodyLimit: LENGTH })
  onTestFinished(() => app.close())
  app.setErrorHandler(handleError)
  readBodies(app, () => 'key')
  const ends: (() => void)[] = []
  app.put('/', () => new Promise((resolve) => ends.push(() => resolve('stored'))))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as { port: number }
  const payload = Buffer.alloc(LENGTH, ' ')
  const head = `PUT / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${LENGTH}\r\n\r\n`
  for (let n = 1; n <= 3; n++) {
    const client = connect(port, '127.0.0.1')
    client.write(head)
    client.write(payload)
    await expect.poll(() => ends.length).toBe(n)
    client.resetAndDestroy()
    await expect.poll(() => app.server.connections ?? 0).toBe(0)
  }
  const put = () =>
    app.inject({ method: 'PUT', url: '/', headers: { 'content-type': 'application/json' }, payload })
  expect((await put()).statusCode).toBe(429)
  for (const end of ends) end()
  const again = put()
  await expect.poll(() => ends.length).toBe(4)
  ends[3]?.()
  expect((await again).statusCode).toBe(200)
})
