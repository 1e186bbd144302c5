import { DocumentError } from '../../documents/document-error.ts'
import type { ImportResult } from '../../documents/import.ts'
import { type Pulled, type PullKeys, pull } from '../../documents/pull/index.ts'
import { readConfig } from '../../server/config/config.ts'
import type { Flags } from '../shared/command.ts'
import { persistentDatabaseUrl } from '../shared/database.ts'
import { importAsking, importSources, printPlan } from '../shared/import-input.ts'
import { readKeyFile } from '../shared/key-file.ts'
import { count, note } from '../shared/output.ts'
import { describeCounts, hasDifferences } from '../shared/print-differences.ts'
import { showProgress } from '../shared/progress.ts'

export interface PullCommandOptions extends Flags<'dryRun' | 'allowRemovals' | 'prune' | 'yes' | 'strict'> {
  readonly keyFile?: string
  readonly deviceKeyFile?: string
  readonly every?: number
}

/** Creates a function that pulls once. It imports nothing while the other service returns the same data. */
export async function createPull(address: string, options: PullCommandOptions) {
  const databaseUrl = persistentDatabaseUrl()
  const keys = await readKeys(options)
  const { proxies } = readConfig()
  let imported: string | undefined
  return async (signal: AbortSignal): Promise<void> => {
    const pulled = await showProgress('Pulling', () => pull(address, keys, { signal, proxies }))
    if (pulled.state === imported) return
    reportLosses(pulled.losses, options)
    if (options.dryRun) return showChanges(databaseUrl, pulled, options)
    const result = await importAsking(options, (asking) =>
      importSources(databaseUrl, [pulled.source], { ...asking, command: 'pull' }),
    )
    if (imported === undefined || hasDifferences(result.changes)) noteResult(result, address, keys)
    imported = pulled.state
  }
}

async function readKeys({ keyFile, deviceKeyFile }: PullCommandOptions): Promise<PullKeys> {
  const menus = keyFile === undefined ? undefined : await readKeyFile(keyFile)
  // Standard input can be read only once.
  if (deviceKeyFile === keyFile) return { menus, devices: menus }
  return { menus, devices: deviceKeyFile === undefined ? undefined : await readKeyFile(deviceKeyFile) }
}

function noteResult({ summary, changes }: ImportResult, address: string, keys: PullKeys): void {
  const menus = keys.menus && count(summary.menus, 'menu')
  const devices = keys.devices && count(summary.devices, 'device')
  const what = [menus, devices].filter((part) => part !== undefined).join(' and ')
  const result = hasDifferences(changes) ? describeCounts(changes) : 'Nothing has changed.'
  note(`Pulled ${what} from ${address}. ${result}`)
}

async function showChanges(
  databaseUrl: string,
  { source }: Pulled,
  { allowRemovals, prune }: PullCommandOptions,
) {
  await printPlan(databaseUrl, [source], { allowRemovals, prune })
  note('Nothing was imported: this was a dry run.')
}

/** @throws {DocumentError} if something is missing and `strict` is set */
function reportLosses(losses: readonly string[], { strict }: PullCommandOptions): void {
  if (!strict) losses.forEach(note)
  else if (losses.length > 0)
    throw new DocumentError(
      [
        ...losses,
        'Nothing was imported, because of --strict: leave this option out to import the rest.',
      ].join('\n'),
    )
}
