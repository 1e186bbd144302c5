import { Option } from 'commander'
import { createUptimeFormat } from '../../device/outages/uptime-text.ts'
import { readAllDevices } from '../../fleet/read-fleet.ts'
import type { FleetDevice } from '../../fleet/schema.ts'
import { describeStates, FLEET_STATES, type FleetState } from '../../fleet/states.ts'
import { compareTexts } from '../../lib/text/compare-texts.ts'
import { Command } from '../shared/command.ts'
import { printTable } from '../shared/output.ts'

const formatUptime = createUptimeFormat('en')

export const listCommand = new Command('list')
  .description('list devices, with their states, sites and outages')
  .addOption(
    new Option('--state <state>', `only devices in this state: ${describeStates()}`).choices(FLEET_STATES),
  )
  .examples('signage devices list', 'signage devices list --state offline --json')
  .reads(
    async (database, { state }: { readonly state?: FleetState }) => {
      const devices = await readAllDevices(database, state, Date.now())
      return devices.sort((a, b) => compareTexts(a.id, b.id)).map(toListed)
    },
    (devices) =>
      printTable(devices, {
        ID: ({ id }) => id,
        NAME: ({ name }) => name,
        STATE: ({ state }) => state,
        'LAST HEARTBEAT': ({ last_heartbeat_at }) => last_heartbeat_at ?? 'never',
        SITE: ({ site }) => site?.name ?? null,
        'OFFLINE SINCE': ({ offline_since }) => offline_since,
        'UPTIME 30 D': ({ uptime_30d }) => (uptime_30d === null ? null : formatUptime(uptime_30d)),
        REASON: ({ reason }) => reason,
      }),
  )

/** The fields of a device come first, and then the rest. */
function toListed({ site, history, state, reason, muted_until, ...device }: FleetDevice) {
  const open = history.outages.find(({ ended_at }) => ended_at === null)
  return {
    ...device,
    state,
    site,
    offline_since: open?.started_at ?? null,
    uptime_30d: history.uptime_30d,
    reason,
    muted_until,
  }
}
