import { readFileSync } from 'node:fs'

/** Linux counts the CPU time of processes in hundredths of a second, whatever its internal clock rate. */
const TICK_US = 10_000

/**
 * Returns the CPU time of a process and its children, including children that have exited.
 * @returns microseconds, or NaN if the system does not provide them
 */
export function cpuTimeOfTree(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const running = children.map((child) => ticksOf(child).own).reduce((sum, ticks) => sum + ticks, 0)
    const { own, exited } = ticksOf(`${pid}`)
    return (own + exited + running) * TICK_US
  } catch {
    return Number.NaN
  }
}

function ticksOf(pid: string): { own: number; exited: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The program name, in parentheses, may contain spaces. Fields 14 to 17: utime, stime, cutime and cstime.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, exitedUser = 0, exitedSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: user + system, exited: exitedUser + exitedSystem }
}
