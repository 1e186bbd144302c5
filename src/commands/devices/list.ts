import { Option } from 'commander'
import { createUptimeFormat } from '../../device/outages/uptime-text.ts'
import { readAllDevices } from '../../fleet/read-fleet.ts'
import type { FleetDevice } from '../../fleet/schema.ts'
import { compareTexts } from '../../lib/text/compare-texts.ts'
import { Command, type Flags } from '../shared/command.ts'
import { printTable } from '../shared/output.ts'

const formatUptime = createUptimeFormat('en')
const HEADINGS = ['ID', 'NAME', 'STATE', 'LAST HEARTBEAT', 'SITE', 'OFFLINE SINCE', 'UPTIME 30 D', 'REASON']

export const listCommand = new Command('list')
  .description('list all devices, or those that are online or not, with their sites and outages')
  .option('--online', 'only devices that are online')
  .addOption(
    new Option('--offline', 'only devices that are not online: offline, asleep, or never online').conflicts(
      'online',
    ),
  )
  .examples('signage devices list', 'signage devices list --offline --json')
  .reads(
    async (database, { online, offline }: Flags<'online' | 'offline'>) => {
      const devices = await readAllDevices(database, Date.now())
      return devices
        .filter(({ is_online }) => (is_online ? !offline : !online))
        .sort((a, b) => compareTexts(a.id, b.id))
        .map(toListed)
    },
    (devices) => printTable(HEADINGS, devices.map(toCells)),
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

function toCells(device: ReturnType<typeof toListed>) {
  const { id, name, state, last_heartbeat_at, site, offline_since, uptime_30d, reason } = device
  const uptime = uptime_30d === null ? null : formatUptime(uptime_30d)
  return [id, name, state, last_heartbeat_at ?? 'never', site?.name ?? null, offline_since, uptime, reason]
}
