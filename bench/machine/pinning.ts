import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The cores that the servers and the load generator run on. Without pinning, the system decides. */
export interface Pinning {
  readonly isPinned: boolean
  /** Returns the command that runs a command on the core of its role. */
  readonly on: (role: Role, command: readonly string[]) => readonly string[]
}

export type Role = 'server' | 'load'

/** Uses the first two cores that this process may use, if there are two and `taskset` is installed. */
export function choosePinning(): Pinning {
  const [server, load] = allowedCores()
  const isPinned = load !== undefined && spawnSync('taskset', ['--version']).status === 0
  if (!isPinned) return { isPinned, on: (_role, command) => command }
  const core = { server: `${server}`, load: `${load}` }
  return { isPinned, on: (role, command) => ['taskset', '-c', core[role], ...command] }
}

/** Puts this process, which polls and sends a request occasionally, on the core of the load generator. */
export function pinThisProcess(pinning: Pinning): void {
  const [, , core] = pinning.on('load', [])
  if (core !== undefined) spawnSync('taskset', ['-a', '-p', '-c', core, `${process.pid}`])
}

function allowedCores(): number[] {
  try {
    const status = readFileSync('/proc/self/status', 'utf8')
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? ''
    return list.split(',').flatMap(coresOfRange)
  } catch {
    return []
  }
}

function coresOfRange(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
