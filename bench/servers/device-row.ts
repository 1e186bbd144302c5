import type { DeviceRow } from '../../src/device/repository.ts'

const HEARTBEAT_TIMEOUT_MS = 5 * 60 * 1000

/** Converts a row to the device in a response at this time. */
export function toDevice(row: DeviceRow, nowMs: number) {
  const { last_heartbeat_at } = row
  return {
    id: row.id,
    name: row.name,
    timezone: row.timezone,
    screen_resolution: row.screen_resolution,
    screen_orientation: row.screen_orientation,
    registered_at: row.registered_at,
    published_at: row.published_at,
    last_heartbeat_at,
    is_online: last_heartbeat_at !== null && nowMs - Date.parse(last_heartbeat_at) <= HEARTBEAT_TIMEOUT_MS,
    offline_startup: row.offline_startup === 1,
    offline_startup_delay_minutes: row.offline_startup_delay_minutes,
    open_dev_tools: row.open_dev_tools === 1,
    updated_at: row.updated_at,
    created_at: row.created_at,
  }
}
