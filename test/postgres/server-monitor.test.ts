import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createServerMonitor } from '../../src/storage/postgres/server-monitor.ts'
import { readRole } from '../../src/storage/postgres/server-state.ts'
import { listen } from '../support/listen.ts'

/** A monitor over a server that accepts connections and says nothing. */
async function startMonitor() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.resume()))
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const monitor = createServerMonitor({ host: '127.0.0.1', port }, readRole, () => {})
  const accepted = async (count: number) => {
    while (sockets.length < count) await once(server, 'connection')
  }
  return { monitor, sockets, accepted }
}

// With an open connection, a command would never end.
test.each([
  ['first', 1],
  ['second', 2],
])('a look destroyed on its %s connection makes no other, and leaves none open', async (_, count) => {
  const { monitor, sockets, accepted } = await startMonitor()
  const look = expect(monitor.inspect()).rejects.toThrow()
  await accepted(count)
  monitor.destroy()
  await look
  await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true)
  expect(sockets).toHaveLength(count)
})
