import { type PullKeys, pull } from '../../documents/pull/index.ts'
import { readConfig } from '../../server/config/config.ts'
import type { Flags } from '../shared/command.ts'
import { persistentDatabaseUrl } from '../shared/database.ts'
import { importSources, printImportPlan } from '../shared/import-sources.ts'
import { readKeyFile } from '../shared/key-file.ts'
import { count, printMessage, printStart } from '../shared/output.ts'
import { describeCounts } from '../shared/print-differences.ts'

export interface PullCommandOptions extends Flags<'dryRun' | 'allowRemovals'> {
  readonly keyFile?: string
  readonly deviceKeyFile?: string
}

export async function pullOnce(address: string, options: PullCommandOptions): Promise<void> {
  const { dryRun, allowRemovals = false } = options
  const databaseUrl = persistentDatabaseUrl()
  const keys = await readKeys(options)
  const { proxies } = readConfig()
  printStart('Pulling')
  const source = await pull(address, keys, { proxies })
  if (dryRun) return printImportPlan(databaseUrl, [source], allowRemovals)
  const { summary, changes } = await importSources(databaseUrl, [source], { allowRemovals, command: 'pull' })
  const menus = keys.menus && count(summary.menus, 'menu')
  const devices = keys.devices && count(summary.devices, 'device')
  const what = [menus, devices].filter((part) => part !== undefined).join(' and ')
  const result = describeCounts(changes, 'Nothing has changed.')
  printMessage(`Pulled ${what} from ${address}. ${result}`)
}

async function readKeys({ keyFile, deviceKeyFile }: PullCommandOptions): Promise<PullKeys> {
  const menus = keyFile === undefined ? undefined : await readKeyFile(keyFile)
  // Standard input can be read only once.
  if (deviceKeyFile === keyFile) return { menus, devices: menus }
  return { menus, devices: deviceKeyFile === undefined ? undefined : await readKeyFile(deviceKeyFile) }
}
