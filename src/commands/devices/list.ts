import { Command, Option } from 'commander'
import { listDevices } from '../../device/admin-queries.ts'
import { toDevice } from '../../device/repository.ts'
import { withDatabase } from '../shared/database.ts'
import { examples } from '../shared/help.ts'
import { printJson, printTable } from '../shared/output.ts'

interface ListOptions {
  online?: true
  offline?: true
  json?: true
}

/** `signage devices list`. */
export const listDevicesCommand = new Command('list')
  .description('list all devices, or those that are online or offline')
  .option('--online', 'only devices that are online')
  .addOption(new Option('--offline', 'only devices that are offline').conflicts('online'))
  .option('--json', 'print JSON')
  .addHelpText('after', examples('signage devices list', 'signage devices list --offline --json'))
  .action(async ({ online, offline, json }: ListOptions) => {
    const rows = await withDatabase('read', listDevices)
    const nowMs = Date.now()
    const devices = rows
      .map((row) => toDevice(row, nowMs))
      .filter(({ is_online }) => (is_online ? !offline : !online))
    if (json) return printJson(devices)
    printTable(
      ['ID', 'NAME', 'STATE', 'LAST HEARTBEAT'],
      devices.map(({ id, name, is_online, last_heartbeat_at }) => [
        id,
        name,
        is_online ? 'online' : 'offline',
        last_heartbeat_at ?? 'never',
      ]),
    )
  })
