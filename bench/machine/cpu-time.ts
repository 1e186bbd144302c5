import { readFileSync } from 'node:fs'

/** Linux counts the time of processes in hundredths of a second, whatever its clock does. */
const TICK_US = 10_000

/**
 * The processor time of a process, its children, and those of its children that have ended.
 * @returns microseconds, or NaN where the system does not tell
 */
export function cpuTimeOfFamily(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const living = children.map((child) => ticksOf(child).own).reduce((sum, ticks) => sum + ticks, 0)
    const { own, ended } = ticksOf(`${pid}`)
    return (own + ended + living) * TICK_US
  } catch {
    return Number.NaN
  }
}

function ticksOf(pid: string): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold spaces; utime, stime, cutime and cstime are the 14th to 17th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  return { own: user + system, ended: endedUser + endedSystem }
}
