import { findKeysQuery, isValidKey, type KeyRow, toKey } from '../../auth/repository.ts'
import { groupBy } from '../../lib/group-by.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Database, Statement } from '../../storage/database.ts'
import { read } from '../../storage/statements.ts'
import { HEARTBEAT_REQUIREMENT } from '../access.ts'
import type { ServicePresence } from '../outages/service-presence.ts'
import { findReportableQuery, type Heartbeat, recordHeartbeatsStatement } from './queries.ts'

/**
 * Records heartbeats in one transaction. Heartbeats of devices that do not exist have no effect. A stored heartbeat in the
 * future is replaced, because the clock of its sender was ahead.
 * @returns how many were recorded; the others are not newer than the stored ones
 */
export function storeHeartbeats(database: Database, heartbeats: readonly Heartbeat[], nowMs: number) {
  const now = isoTime(nowMs).slice(0, -1)
  // One statement for each, because several heartbeats may be of the same device.
  return database.batch(heartbeats.map((heartbeat) => recordHeartbeatsStatement([heartbeat], now)))
}

/**
 * Records a heartbeat of a device now, if the key may report it. A stored heartbeat in the future stays; only
 * `storeHeartbeats` replaces it.
 * @returns whether it is recorded, once that is committed
 */
export type ReportHeartbeat = (keyId: string, deviceId: string) => Promise<boolean>

/** Heartbeats that are written together: the ids of the devices, by the id of the key that reports them. */
interface HeartbeatGroup {
  readonly reported: Map<string, Set<string>>
  /** The ids of the devices whose heartbeats were recorded, once they are committed. */
  readonly recorded: Promise<ReadonlyMap<string, ReadonlySet<string>>>
}

/**
 * Creates a function that records heartbeats as they arrive. All heartbeats that wait for the same transaction are one entry of
 * the write queue, so that a large fleet cannot fill the queue.
 */
export function createHeartbeatReporter(presence: ServicePresence, clock: Clock): ReportHeartbeat {
  let gathering: HeartbeatGroup | undefined

  function beginGroup(): HeartbeatGroup {
    const reported: HeartbeatGroup['reported'] = new Map()
    const recorded = presence.writeAfterPresence(function* () {
      close(group)
      return yield* recordReported(reported, clock)
    })
    const group = { reported, recorded }
    // If the transaction could not begin, the group still gathers.
    recorded.catch(() => close(group))
    return group
  }

  function close(group: HeartbeatGroup): void {
    if (gathering === group) gathering = undefined
  }

  return async (keyId, deviceId) => {
    gathering ??= beginGroup()
    const { reported, recorded } = gathering
    const ids = reported.get(keyId)
    if (ids) ids.add(deviceId)
    else reported.set(keyId, new Set([deviceId]))
    return (await recorded).get(keyId)?.has(deviceId) ?? false
  }
}

/**
 * SQL that records the heartbeats that keys may report. It looks up all keys with one query, and access with one for each user.
 * @returns the ids of the recorded devices, by key. All keys of a user share one set, so it may contain devices that another key reported.
 */
function* recordReported(
  reported: HeartbeatGroup['reported'],
  clock: Clock,
): Generator<Statement, Map<string, Set<string>>> {
  const rows = yield* read<KeyRow>(findKeysQuery(reported.keys()))
  const keys = rows
    .flatMap((row) => toKey(row) ?? [])
    .filter((key) => isValidKey(key, clock) && key.scopes.includes(HEARTBEAT_REQUIREMENT.scope))
  const recorded = new Map<string, Set<string>>()
  const at = isoTime(clock())
  for (const [userId, keysOfUser] of groupBy(keys, (key) => key.userId)) {
    const ids = keysOfUser.flatMap(({ id }) => [...(reported.get(id) ?? [])])
    const rows = yield* read<{ id: string }>(findReportableQuery(userId, ids))
    const found = new Set(rows.map(({ id }) => id))
    for (const { id } of keysOfUser) recorded.set(id, found)
  }
  for (const ids of new Set(recorded.values()))
    if (ids.size > 0) yield recordHeartbeatsStatement([...ids].map((deviceId) => ({ deviceId, at })))
  return recorded
}
