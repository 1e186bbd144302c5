import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { ProbeRequest, Usage } from '../servers/probe.ts'
import { kill, start } from './children.ts'
import { freePort } from './free-port.ts'
import type { Pinning } from './pinning.ts'

const PROBE = fileURLToPath(new URL('../servers/probe.js', import.meta.url))
const START_TIMEOUT_MS = 60_000
const POLL_INTERVAL_MS = 2

/** A server in a separate process, on this machine only. */
export interface Server {
  readonly name: string
  readonly port: number
  /** Returns the CPU time and memory used so far. */
  readonly usage: () => Promise<Usage>
  /** Measures how long the event loop is blocked, until the next `usage`. The event loop spins meanwhile. */
  readonly watch: () => Promise<Usage>
  /** Returns the CPU time of its database server so far, in microseconds, if it has one. */
  readonly databaseCpuUs?: () => number
  readonly stop: () => Promise<void>
}

export interface ServerCommand {
  readonly name: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

/** Starts a server and waits until it listens. It must read HOST and PORT from the environment. */
export async function startServer(pinning: Pinning, command: ServerCommand): Promise<Server> {
  const port = await freePort()
  const child = start(pinning.on('server', [process.execPath, '--import', PROBE, ...command.args]), {
    env: serverEnvironment(port, command.environment),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  // The log is read, but not looked at.
  child.stdout?.resume()
  await waitUntilListening(command.name, child, port)
  return toServer(command.name, child, port)
}

/** Returns the environment of a server: production mode, one process, listening on 127.0.0.1 only. */
export function serverEnvironment(port: number, environment: Readonly<Record<string, string>>) {
  const own = { NODE_ENV: 'production', HOST: '127.0.0.1', PORT: `${port}`, WORKERS: '1', ...environment }
  return { PATH: process.env['PATH'], ...own }
}

function toServer(name: string, child: ChildProcess, port: number): Server {
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${name} exited during the measurement.`)
  })
  // Avoids an unhandled rejection if no request is pending at that time.
  exited.catch(() => {})
  const send = async (request: ProbeRequest): Promise<Usage> => {
    child.send(request)
    const [usage] = await Promise.race([once(child, 'message'), exited])
    return usage
  }
  return { name, port, usage: () => send('usage'), watch: () => send('watch'), stop: () => kill(child) }
}

async function waitUntilListening(name: string, child: ChildProcess, port: number): Promise<void> {
  const deadlineMs = performance.now() + START_TIMEOUT_MS
  while (!(await isListening(port))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`${name} exited during startup.`)
    if (performance.now() > deadlineMs) throw new Error(`${name} did not start.`)
    await sleep(POLL_INTERVAL_MS)
  }
}

/** Whether something on this machine accepts connections at a port. */
async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
