import type { Clock } from '../clock.ts'
import { advanceHeartbeats } from '../device/admin-queries.ts'
import { HttpError } from '../http/errors.ts'
import type { WriteQueue } from './write-queue.ts'

export const deviceNotFound = () => new HttpError(404, 'Device not found')

/** Heartbeats that will be written together. */
interface Group {
  readonly times: Map<string, string>
  readonly written: Promise<void>
}

/**
 * Records heartbeats as they arrive. Those that wait for the same transaction are one change, so the queue cannot fill up
 * with them, however many screens there are.
 * @returns a function that records a heartbeat of a device now, and returns when it is committed
 */
export function createHeartbeats(queue: WriteQueue, clock: Clock): (deviceId: string) => Promise<void> {
  let open: Group | undefined

  function openGroup(): Group {
    const times = new Map<string, string>()
    const written = queue.write(() => {
      open = undefined
      return advanceHeartbeats(times)
    })
    return { times, written }
  }

  return (deviceId) => {
    open ??= openGroup()
    open.times.set(deviceId, new Date(clock()).toISOString())
    return open.written
  }
}
