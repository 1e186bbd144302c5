import { findKeysById, isValidKey, type KeyRow, toKey } from '../auth/repository.ts'
import { groupBy } from '../lib/flow/group-by.ts'
import type { Clock } from '../lib/time/clock.ts'
import { readRows } from '../storage/chunks.ts'
import {
  BOUND_LIST,
  boundList,
  type Database,
  type RowsStatement,
  type Statement,
} from '../storage/database.ts'
import type { WriteQueue } from '../storage/jobs/write-queue.ts'
import { givesRight } from './access.ts'
import type { ServiceBeats } from './outages/service-beats.ts'

export interface Heartbeat {
  readonly deviceId: string
  /** UTC, ending in Z. */
  readonly at: string
}

// Without the Z, timestamps of different precision sort in the order of time.
const RECORD_HEARTBEATS = `
WITH reported (id, at, replaces_after) AS (VALUES (?, ?, ?))
UPDATE devices SET last_heartbeat_at = reported.at FROM reported
WHERE devices.id = reported.id AND (
  last_heartbeat_at IS NULL
  OR rtrim(last_heartbeat_at, 'Z') < rtrim(reported.at, 'Z')
  OR rtrim(last_heartbeat_at, 'Z') > reported.replaces_after
)`
/** Sorts after all times. */
const NEVER = '~'

/**
 * SQL that records heartbeats of different devices. A late or repeated one never moves a device back in time.
 * @param replacesAfter a stored heartbeat later than this is wrong, and replaced: UTC without its Z
 */
function recordTogether(heartbeats: readonly Heartbeat[], replacesAfter = NEVER): RowsStatement {
  return { sql: RECORD_HEARTBEATS, rows: heartbeats.map(({ deviceId, at }) => [deviceId, at, replacesAfter]) }
}

/**
 * Records heartbeats in one transaction. Those of devices that do not exist have no effect. A stored heartbeat that lies in the
 * future is replaced, since the clock of its sender was ahead.
 */
export async function recordHeartbeats(database: Database, heartbeats: readonly Heartbeat[], nowMs: number) {
  const now = new Date(nowMs).toISOString().slice(0, -1)
  // One statement for each: several may be of the same device.
  await database.batch(heartbeats.map((heartbeat) => recordTogether([heartbeat], now)))
}

/**
 * Records a heartbeat of a device at the current time, if the key may report it then. A stored one in the future stays.
 * @returns whether it is recorded, once that is committed
 */
export type ReportHeartbeat = (keyId: string, deviceId: string) => Promise<boolean>

/** Heartbeats that are written together: the ids of the devices, by the id of the key that reports them. */
interface HeartbeatGroup {
  readonly reported: Map<string, Set<string>>
  /** Those of the devices that were recorded, once they are committed. */
  readonly written: Promise<ReadonlyMap<string, ReadonlySet<string>>>
}

/**
 * Creates a function that records heartbeats as they arrive. Those that wait for the same transaction are one change, so the
 * queue cannot fill up with them, however many screens there are.
 */
export function createHeartbeats(queue: WriteQueue, clock: Clock, beats: ServiceBeats): ReportHeartbeat {
  let open: HeartbeatGroup | undefined

  function openGroup(): HeartbeatGroup {
    const reported: HeartbeatGroup['reported'] = new Map()
    const written = queue.write(function* () {
      close(group)
      yield* beats.beatIfDue()
      return yield* writeReported(reported, clock)
    }, 'later')
    const group = { reported, written }
    written.catch(() => {
      beats.forget()
      // If the transaction could not begin, the group failed before it was written.
      close(group)
    })
    return group
  }

  function close(group: HeartbeatGroup): void {
    if (open === group) open = undefined
  }

  return async (keyId, deviceId) => {
    open ??= openGroup()
    const { reported, written } = open
    const ids = reported.get(keyId)
    if (ids) ids.add(deviceId)
    else reported.set(keyId, new Set([deviceId]))
    return (await written).get(keyId)?.has(deviceId) ?? false
  }
}

const UPDATABLE_DEVICES = `
SELECT a.device_id AS id FROM device_access a WHERE ${givesRight('update')} AND a.device_id IN ${BOUND_LIST} ORDER BY a.device_id`

/** Keys and access are looked up here and not for each request: one query answers for all keys, and one for all of a user. */
function* writeReported(
  reported: HeartbeatGroup['reported'],
  clock: Clock,
): Generator<Statement, Map<string, Set<string>>> {
  const rows = yield* readRows<KeyRow>(findKeysById(reported.keys()))
  const keys = rows
    .flatMap((row) => toKey(row) ?? [])
    .filter((key) => isValidKey(key, clock) && key.scopes.includes('device:heartbeat'))
  const recorded = new Map<string, Set<string>>()
  const at = new Date(clock()).toISOString()
  for (const [userId, keysOfUser] of groupBy(keys, (key) => key.userId)) {
    const ids = keysOfUser.flatMap(({ id }) => [...(reported.get(id) ?? [])])
    const query = { sql: UPDATABLE_DEVICES, parameters: [userId, boundList(ids)] }
    const found = new Set((yield* readRows<{ id: string }>(query)).map(({ id }) => id))
    for (const { id } of keysOfUser) recorded.set(id, found)
  }
  for (const ids of new Set(recorded.values()))
    if (ids.size > 0) yield recordTogether([...ids].map((deviceId) => ({ deviceId, at })))
  return recorded
}

// The first condition makes the query use the index. It excludes nothing: a timestamp that sorts after the
// time without its Z also does so with its Z.
const HEARTBEATS_AFTER = `
SELECT last_heartbeat_at
FROM devices
WHERE last_heartbeat_at > rtrim(?, 'Z') AND rtrim(last_heartbeat_at, 'Z') > rtrim(?, 'Z')
ORDER BY rtrim(last_heartbeat_at, 'Z')`

/** The number of devices with a heartbeat after a time (UTC, ending in Z), and the latest of these. */
export async function findHeartbeatsAfter(database: Database, at: string) {
  const rows = await database.all<{ last_heartbeat_at: string }>(HEARTBEATS_AFTER, at, at)
  return { count: rows.length, last: rows.at(-1)?.last_heartbeat_at ?? null }
}
