import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLookout } from '../../src/storage/postgres/lookout.ts'
import { readRole } from '../../src/storage/postgres/server-state.ts'
import { listen } from '../support/listen.ts'

/** A lookout over a server that accepts connections and says nothing. */
async function startLookout() {
  const sockets: Socket[] = []
  const server = createServer((socket) => sockets.push(socket.resume()))
  const port = await listen(server)
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const lookout = createLookout({ host: '127.0.0.1', port }, readRole, () => {})
  const accepted = async (count: number) => {
    while (sockets.length < count) await once(server, 'connection')
  }
  return { lookout, sockets, accepted }
}

// With an open connection, a command would never end.
test.each([
  ['first', 1],
  ['second', 2],
])('a look destroyed on its %s connection makes no other, and leaves none open', async (_, count) => {
  const { lookout, sockets, accepted } = await startLookout()
  const look = expect(lookout.look()).rejects.toThrow()
  await accepted(count)
  lookout.destroy()
  await look
  await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true)
  expect(sockets).toHaveLength(count)
})
