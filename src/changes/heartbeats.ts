import type { Clock } from '../clock.ts'
import { advanceHeartbeat, findUpdatableDevices } from '../device/admin-queries.ts'
import { HttpError } from '../http/errors.ts'
import { readRows } from '../storage/chunks.ts'
import type { Statement } from '../storage/database.ts'
import type { WriteQueue } from './write-queue.ts'

export const deviceNotFound = () => new HttpError(404, 'Device not found')

/** The devices that users report, with the time of each heartbeat in UTC. */
type Reports = Map<string, Map<string, string>>

/** Heartbeats that are written together. */
interface Group {
  readonly reports: Reports
  /** The devices of each user that were found, once they are committed. */
  readonly written: Promise<ReadonlyMap<string, ReadonlySet<string>>>
}

/**
 * Records a heartbeat of a device that a user may update, at the current time.
 * @returns whether there is such a device, once the heartbeat is committed
 */
export type RecordHeartbeat = (userId: string, deviceId: string) => Promise<boolean>

/**
 * Records heartbeats as they arrive. Those that wait for the same transaction are one change, so the queue cannot fill up
 * with them, however many screens there are.
 */
export function createHeartbeats(queue: WriteQueue, clock: Clock): RecordHeartbeat {
  let open: Group | undefined

  function openGroup(): Group {
    const reports: Reports = new Map()
    const written = queue.write(() => {
      close(group)
      return writeReports(reports)
    }, 'later')
    const group = { reports, written }
    // If the transaction could not begin, the group failed before it was written.
    written.catch(() => close(group))
    return group
  }

  function close(group: Group): void {
    if (open === group) open = undefined
  }

  return async (userId, deviceId) => {
    open ??= openGroup()
    const { reports, written } = open
    const times = reports.get(userId) ?? new Map<string, string>()
    reports.set(userId, times.set(deviceId, new Date(clock()).toISOString()))
    return (await written).get(userId)?.has(deviceId) ?? false
  }
}

/** Access is looked up here and not for each request: one query answers for all. */
function* writeReports(reports: Reports): Generator<Statement, Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const [userId, times] of reports) {
    const rows = yield* readRows<{ id: string }>(findUpdatableDevices(userId, times.keys()))
    found.set(userId, new Set(rows.map(({ id }) => id)))
  }
  for (const [userId, times] of reports) {
    for (const [deviceId, at] of times) {
      if (found.get(userId)?.has(deviceId)) yield advanceHeartbeat(deviceId, at)
    }
  }
  return found
}
