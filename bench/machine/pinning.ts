import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The cores of the servers and of the load generator. Without pinning, the operating system schedules them. */
export interface Pinning {
  readonly isPinned: boolean
  /** Returns a command that runs the given command on the core of a role. */
  readonly on: (role: Role, command: readonly string[]) => readonly string[]
}

type Role = 'server' | 'load'

/** Uses the first two cores that this process may use, if there are two and `taskset` is installed. */
export function choosePinning(): Pinning {
  const [server, load] = allowedCores()
  const isPinned = load !== undefined && spawnSync('taskset', ['--version']).status === 0
  if (!isPinned) return { isPinned, on: (_role, command) => command }
  const core = { server: `${server}`, load: `${load}` }
  return { isPinned, on: (role, command) => ['taskset', '-c', core[role], ...command] }
}

/** Pins this process to the core of the load generator, so that its polling does not slow the servers down. */
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
