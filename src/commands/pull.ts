import { readConfig } from '../config/config.ts'
import type { PullKeys } from '../documents/pull/index.ts'
import { PULL_LIMITS } from '../documents/pull/limits.ts'
import { MOST_ITEMS_IN_WORDS } from '../documents/write/removals.ts'
import { UsageError } from '../lib/command-error.ts'
import { counted, formatNumber } from '../lib/text/format-number.ts'
import { Command, type Flags } from './shared/command.ts'
import { persistentDatabaseUrl } from './shared/database.ts'
import { printStart, printToStderr } from './shared/output.ts'
import { describeCounts } from './shared/print-differences.ts'
import { readKeyFile } from './shared/secret-file.ts'
import { parseAddress } from './shared/values.ts'

interface Options extends Flags<'dryRun' | 'allowRemovals'> {
  readonly keyFile?: string
  readonly deviceKeyFile?: string
}

export const pullCommand = new Command('pull')
  .summary('import menus and devices from another service with this HTTP interface')
  .description(
    `import the menus and devices that a key can read from another service with this HTTP interface. One pull reads at most ${formatNumber(PULL_LIMITS.menus)} menus, ${PULL_LIMITS.mebibytes} MiB and ${PULL_LIMITS.values / 1e6} million values, which are about a million items. For more, pull with several keys`,
  )
  .argument('<url>', 'the address of the other service', parseAddress)
  .option('--key-file <file>', 'a file with a key for its menus; - for standard input')
  .option('--device-key-file <file>', 'a file with a key for its devices, which may be the same key')
  .option('--dry-run', 'only show what would change')
  .option('--allow-removals', `allow a menu to lose all items, or ${MOST_ITEMS_IN_WORDS}`)
  .examples(
    'signage pull https://signage.example.com --key-file menus.key --dry-run',
    'signage pull https://signage.example.com --key-file menus.key --device-key-file devices.key',
  )
  .action(async (address: string, options: Options) => {
    if (options.keyFile === undefined && options.deviceKeyFile === undefined)
      throw new UsageError('There is no key: name a file with --key-file, --device-key-file or both.')
    const { dryRun, allowRemovals = false } = options
    const importOptions = { allowRemovals, command: 'pull' }
    const databaseUrl = persistentDatabaseUrl()
    const keys = await readKeys(options)
    const { pull } = await import('../documents/pull/index.ts')
    const { importSourcesInto, printImportPlan } = await import('./shared/import-into.ts')
    printStart('Pulling')
    const source = await pull(address, keys, { proxies: readConfig().app.proxies })
    if (dryRun) return printImportPlan(databaseUrl, [source], importOptions)
    const { summary, differences } = await importSourcesInto(databaseUrl, [source], importOptions)
    const menus = keys.menus && counted(summary.menus, 'menu')
    const devices = keys.devices && counted(summary.devices, 'device')
    const pulled = [menus, devices].filter((part) => part !== undefined).join(' and ')
    printToStderr(`Pulled ${pulled} from ${address}. ${describeCounts(differences, 'Nothing has changed.')}`)
  })

async function readKeys({ keyFile, deviceKeyFile }: Options): Promise<PullKeys> {
  const menus = keyFile === undefined ? undefined : await readKeyFile(keyFile)
  // Standard input can be read only once.
  if (deviceKeyFile === keyFile) return { menus, devices: menus }
  return { menus, devices: deviceKeyFile === undefined ? undefined : await readKeyFile(deviceKeyFile) }
}
