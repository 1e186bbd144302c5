// Puts mixed load on a real process for a while. No response may be wrong, and memory may not grow.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from 'signage-service'
import { serviceCommand } from '../compared-servers.ts'
import { choosePinning } from '../machine/pinning.ts'
import { type Server, startServer } from '../machine/server.ts'
import { progress } from '../progress.ts'
import { createClients, type Tally } from './clients.ts'
import { createWriter, fill } from './writer.ts'

const HELP = `Puts mixed load on the service: all kinds of reads, imports, heartbeats, stock changes, new and revoked keys.

Usage: npm run soak [-- SECONDS]   (default: 60)

The exit code is 1 if any response was wrong, or if memory grew by more than 10 % after a warm-up of a third of the time.
`
const DEFAULT_SECONDS = 60
const WARM_UP_SHARE = 1 / 3
const MAX_GROWTH = 1.1
const CLIENTS = 16
/** Small enough to be full after the warm-up. Outdated responses stay cached until space is needed. */
const CACHE_MAX_MB = '8'

const [argument = String(DEFAULT_SECONDS)] = process.argv.slice(2)
if (argument === '--help') process.stdout.write(HELP)
else process.exitCode = await soak(Number(argument))

async function soak(seconds: number): Promise<number> {
  if (!(seconds >= 3)) throw new Error('SECONDS must be a number of at least 3.')
  const folder = mkdtempSync(join(tmpdir(), 'signage-soak-'))
  const path = join(folder, 'signage.db')
  try {
    const database = await openDatabase(path, 'create')
    await fill(database)
    const server = await startServer(choosePinning(), serviceCommand(path, { CACHE_MAX_MB }))
    const writer = createWriter(database)
    const clients = createClients(server.port, CLIENTS, writer.keys)
    const warmBytes = await watch(server, clients.tally, seconds * WARM_UP_SHARE)
    const endBytes = await watch(server, clients.tally, seconds * (1 - WARM_UP_SHARE))
    await writer.stop()
    await clients.stop()
    await server.stop()
    await database.close()
    return report(clients.tally, writer.writes(), endBytes / warmBytes)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Waits, and reports the progress every few seconds.
 * @returns the lowest memory use of the last three samples, in bytes
 */
async function watch(server: Server, { responses, errors }: Tally, seconds: number): Promise<number> {
  const samples: number[] = []
  const steps = Math.max(3, Math.round(seconds / 2))
  for (let step = 0; step < steps; step++) {
    await sleep((seconds * 1000) / steps)
    const { rssBytes } = await server.usage()
    samples.push(rssBytes)
    const total = Object.values(responses).reduce((sum, count) => sum + count, 0)
    progress(`${total} responses, ${errors.length} errors, ${Math.round(rssBytes / 1e6)} MB`)
  }
  // Memory use varies with garbage collection. The lowest of several samples is closest to what is in use.
  return Math.min(...samples.slice(-3))
}

function report({ responses, errors }: Tally, writes: number, growth: number): number {
  const counts = Object.entries(responses).map(([status, count]) => `${count} × ${status}`)
  process.stdout.write(
    `${counts.join(', ')}; ${writes} writes; ${errors.length} errors; memory at the end: ${growth.toFixed(2)} times that after the warm-up.\n`,
  )
  for (const error of errors.slice(0, 10)) process.stdout.write(`${error}\n`)
  return errors.length > 0 || growth > MAX_GROWTH ? 1 : 0
}
