import { once } from 'node:events'
import { commandLine } from '../compared-servers.ts'
import { DEVICES } from '../data/database.ts'
import { deviceId } from '../data/devices.ts'
import { createRandom } from '../data/random.ts'
import { kill, start } from '../machine/children.ts'
import type { Pinning } from '../machine/pinning.ts'

const PER_SECOND = 2000
const INTERVAL_MS = 50

/**
 * Records 2,000 heartbeats per second of random devices, by the command in a process of its own.
 * @returns a function that stops it
 */
export function startHeartbeats(pinning: Pinning, databaseUrl: string): () => Promise<void> {
  const { args, environment } = commandLine(['devices', 'heartbeat', '-'], { DATABASE_URL: databaseUrl })
  const child = start(pinning.on('load', [process.execPath, ...args]), {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const random = createRandom(PER_SECOND)
  const lines = Math.round((PER_SECOND * INTERVAL_MS) / 1000)
  const timer = setInterval(() => {
    const ids = Array.from({ length: lines }, () => deviceId(random.integer(0, DEVICES - 1)))
    child.stdin?.write(`${ids.join('\n')}\n`)
  }, INTERVAL_MS)
  once(child, 'exit').then(() => clearInterval(timer))
  return async () => {
    clearInterval(timer)
    await kill(child)
  }
}
