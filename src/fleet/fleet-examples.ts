import { DEVICE_EXAMPLE, HISTORY_EXAMPLE } from '../device/device-examples.ts'
import type { Fleet } from './schema.ts'

/* Examples of responses, for the description of the interface. */

const SITE_EXAMPLE = { id: 'quayside', name: 'Quayside', timezone: 'America/Los_Angeles' }

export const FLEET_EXAMPLE: Fleet = {
  counts: { all: 2, offline: 1, never: 0, asleep: 0, online: 1 },
  total: 1,
  notices: [],
  sites: [{ ...SITE_EXAMPLE, is_open: true, devices: 2, online: 1, muted_until: null }],
  devices: [
    {
      ...DEVICE_EXAMPLE,
      site: SITE_EXAMPLE,
      history: HISTORY_EXAMPLE,
      state: 'offline',
      reason: 'Only this screen: 1 other screen at Quayside is online.',
      muted_until: null,
    },
  ],
  next: null,
}
