import { once } from 'node:events'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { start } from './children.ts'
import type { Pinning } from './pinning.ts'
import { type ServerCommand, serverEnvironment } from './server.ts'

const PEAK_MEMORY = fileURLToPath(new URL('../servers/peak-memory.js', import.meta.url))

/** The exit code, duration and peak memory of a command. */
export interface CommandRun {
  readonly exitCode: number | null
  readonly seconds: number
  readonly peakBytes: number
}

/** Runs a command on the core of the servers, and waits until it exits. */
export async function timeCommand(
  pinning: Pinning,
  { args, environment }: Omit<ServerCommand, 'name'>,
): Promise<CommandRun> {
  const startMs = performance.now()
  const child = start(pinning.on('server', [process.execPath, '--import', PEAK_MEMORY, ...args]), {
    env: serverEnvironment(0, environment),
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  })
  const peak = child.stdio[3]
  if (!(peak instanceof Readable)) throw new Error('The command has no pipe at file descriptor 3.')
  const [kibibytes, [exitCode]] = await Promise.all([text(peak), once(child, 'exit')])
  const seconds = (performance.now() - startMs) / 1000
  return { exitCode, seconds, peakBytes: Number(kibibytes) * 1024 }
}
