import { fileURLToPath } from 'node:url'
import { kill, start } from '../machine/children.ts'
import type { Pinning } from '../machine/pinning.ts'

const WRITER = fileURLToPath(new URL('heartbeat-writer.js', import.meta.url))

/**
 * Records 2,000 heartbeats per second of random devices, in a process of its own.
 * @returns a function that stops it
 */
export function startHeartbeats(pinning: Pinning, databaseUrl: string): () => Promise<void> {
  const child = start(pinning.on('load', [process.execPath, WRITER, databaseUrl]), {
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return () => kill(child)
}
