import type { DeviceHistory } from './outages/schema.ts'
import type { Device } from './schema.ts'

/* Examples of responses, for the description of the interface. The demo has these IDs. */

export const DEVICE_EXAMPLE: Device = {
  id: 'c4:23:60:91:c0:03',
  name: 'Quayside Window',
  timezone: 'America/Los_Angeles',
  screen_resolution: '1920x1080',
  screen_orientation: 'left',
  registered_at: '2024-03-21T17:51:45.732391Z',
  published_at: '2025-01-15T15:20:15.955849Z',
  last_heartbeat_at: '2026-03-02T09:41:12.000000Z',
  is_online: false,
  offline_startup: true,
  offline_startup_delay_minutes: 1,
  open_dev_tools: false,
  updated_at: '2025-01-15T15:20:15.955849Z',
  created_at: '2024-03-21T17:51:45.705690Z',
}

export const HISTORY_EXAMPLE: DeviceHistory = {
  uptime_24h: 87.5,
  uptime_30d: 99.41,
  outages: [
    {
      started_at: '2026-03-02T09:41:12.000Z',
      ended_at: null,
      duration_seconds: 10_800,
      interruptions: 0,
    },
  ],
  unknown: [],
  closed: [],
}
