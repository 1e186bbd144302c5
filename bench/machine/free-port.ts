import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { isSystemError } from '../../src/lib/system-error.ts'

// Outside the range from which systems choose ports themselves, so that the port is still free a moment later.
const FIRST = 10_000
const LAST = 32_000

/** Returns a TCP port that no process listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST, LAST)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (isSystemError(error) && error.code === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}
