import { Option } from 'commander'
import { createUptimeFormat } from '../../device/outages/uptime-text.ts'
import { readCursor } from '../../fleet/cursor.ts'
import type { DeviceSortKey } from '../../fleet/order.ts'
import { readFleet } from '../../fleet/read-fleet.ts'
import type { FleetDevice } from '../../fleet/schema.ts'
import { compareTexts } from '../../lib/text/compare-texts.ts'
import type { Database } from '../../storage/database.ts'
import { Command, type Flags } from '../shared/command.ts'
import { printTable } from '../shared/output.ts'

/** Histories are read for this many devices at a time. */
const PAGE_SIZE = 5000
const formatUptime = createUptimeFormat('en')
const HEADINGS = ['ID', 'NAME', 'STATE', 'LAST HEARTBEAT', 'SITE', 'OFFLINE SINCE', 'UPTIME 30 D', 'REASON']

export const listCommand = new Command('list')
  .description('list all devices, or those that are online or offline, with their sites and outages')
  .option('--online', 'only devices that are online')
  .addOption(new Option('--offline', 'only devices that are offline').conflicts('online'))
  .examples('signage devices list', 'signage devices list --offline --json')
  .reads(
    async (database, { online, offline }: Flags<'online' | 'offline'>) => {
      const devices = await readAll(database, Date.now())
      return devices.filter(({ is_online }) => (is_online ? !offline : !online)).map(toListed)
    },
    (devices) => printTable(HEADINGS, devices.map(toCells)),
  )

async function readAll(database: Database, nowMs: number): Promise<FleetDevice[]> {
  const filter = { id: undefined, state: undefined, site: undefined, words: [] }
  const devices: FleetDevice[] = []
  let after: DeviceSortKey | undefined
  do {
    const page = await readFleet(database, undefined, { filter, after, limit: PAGE_SIZE }, nowMs)
    devices.push(...page.devices)
    after = page.next === null ? undefined : readCursor(page.next)
  } while (after !== undefined)
  return devices.sort((a, b) => compareTexts(a.id, b.id))
}

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
