import { hashKey, keyPrefix } from '../../auth/credential.ts'
import type { StoredKey } from '../../auth/queries.ts'
import type { PlacedDeviceRow, StoredDevice } from '../../device/queries/devices.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import type { Site, TimeWindow } from '../../device/sites/schema.ts'
import { readTimestamp } from '../../lib/time/timestamps.ts'
import type { SectionMember } from '../source.ts'

/** Unknown fields of the hours are left out, and the others get one order: then equal hours are equal as text. */
export function toStoredSite({ id, name, timezone, hours }: SectionMember<'sites'>): Site {
  if (hours === null) return { id, name, timezone, hours }
  const windows = hours.windows.map(({ days, ...window }) => ({ days, ...toWindow(window) }))
  const exceptions = hours.exceptions.map(({ date, windows }) => ({ date, windows: windows.map(toWindow) }))
  return { id, name, timezone, hours: { windows, exceptions } }
}

function toWindow({ from, to }: TimeWindow): TimeWindow {
  return { from, to }
}

/** Times that nobody who writes a file may know. */
const KEPT_TIMES = ['created_at', 'updated_at', 'last_heartbeat_at'] as const

/** Missing times stay what they are in the database. A new device gets the time of the import, and has sent no heartbeat. */
export function toStoredDevice(device: SectionMember<'devices'>, nowMs: number): StoredDevice {
  const kept = KEPT_TIMES.filter((time) => device[time] === undefined)
  const row: PlacedDeviceRow = {
    ...device,
    id: canonicalDeviceId(device.id),
    registered_at: toInstant(device.registered_at, nowMs),
    published_at: toInstant(device.published_at, nowMs),
    last_heartbeat_at: toInstant(device.last_heartbeat_at ?? null, nowMs),
    offline_startup: device.offline_startup ? 1 : 0,
    open_dev_tools: device.open_dev_tools ? 1 : 0,
    updated_at: toInstant(device.updated_at ?? '-PT0S', nowMs),
    created_at: toInstant(device.created_at ?? '-PT0S', nowMs),
  }
  return { row, kept, access: device.access }
}

/** Hashes a key, of which nothing else is stored. */
export function toStoredKey(
  { key, keyHash, keyPrefix: prefix, ...stored }: SectionMember<'apiKeys'>,
  nowMs: number,
): StoredKey {
  return {
    ...stored,
    hash: keyHash ?? hashKey(key ?? ''),
    prefix: key === undefined ? prefix : keyPrefix(key),
    expiresAt: toInstant(stored.expiresAt, nowMs),
    revokedAt: toInstant(stored.revokedAt, nowMs),
  }
}

/** Converts a timestamp of a checked import file to UTC. */
function toInstant<Timestamp extends string | null>(timestamp: Timestamp, nowMs: number): Timestamp | string {
  return timestamp === null ? timestamp : (readTimestamp(timestamp, nowMs) ?? timestamp)
}
