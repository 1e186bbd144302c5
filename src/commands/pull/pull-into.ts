import { DocumentError } from '../../transfer/errors.ts'
import type { ImportResult } from '../../transfer/import.ts'
import type { Pulled } from '../../transfer/pull/index.ts'
import type { Flags } from '../shared/command.ts'
import { confirmExtras } from '../shared/confirm.ts'
import { describeCounts, hasDifferences } from '../shared/differences.ts'
import { count, note } from '../shared/output.ts'
import { startImportProgress } from '../shared/progress.ts'
import type { TimeLimitOptions } from '../shared/time-limits.ts'

export interface PullCommandOptions
  extends TimeLimitOptions,
    Flags<'dryRun' | 'allowRemovals' | 'prune' | 'yes' | 'strict'> {
  readonly finishWithin: number
  readonly keyFile?: string
  readonly deviceKeyFile?: string
  readonly every?: number
}

/**
 * Creates a function that pulls once. What was imported is not imported again as long as the other service has the same.
 * @param read reads the other service
 */
export function pullInto(
  databaseUrl: string,
  address: string,
  options: PullCommandOptions,
  read: (signal: AbortSignal) => Promise<Pulled>,
) {
  let imported: string | undefined
  return async (signal: AbortSignal): Promise<void> => {
    const pulled = await read(signal)
    if (pulled.state === imported) return
    reportLosses(pulled.losses, options)
    if (options.dryRun) return showChanges(databaseUrl, pulled, options)
    const result = await importPulled(databaseUrl, pulled, options)
    if (imported === undefined || hasDifferences(result.changes)) noteResult(result, address, options)
    imported = pulled.state
  }
}

function noteResult({ summary, changes }: ImportResult, address: string, options: PullCommandOptions): void {
  const parts = [
    ...(options.keyFile === undefined ? [] : [count(summary.menus, 'menu')]),
    ...(options.deviceKeyFile === undefined ? [] : [count(summary.devices, 'device')]),
  ]
  const result = hasDifferences(changes) ? describeCounts(changes) : 'Nothing has changed.'
  note(`Pulled ${parts.join(' and ')} from ${address}. ${result}`)
}

async function importPulled(
  databaseUrl: string,
  pulled: Pulled,
  options: PullCommandOptions,
): Promise<ImportResult> {
  const { allowRemovals = false, prune, yes } = options
  const progress = await startImportProgress()
  const { importSources } = await import('../shared/import.ts')
  const { database, ...result } = await importSources(databaseUrl, [pulled.source], {
    ...progress,
    command: 'pull',
    keepsAccessAndSite: true,
    allowRemovals,
    confirmExtras: prune && ((extras) => confirmExtras(extras, yes)),
  }).finally(progress.stop)
  await database.close()
  return result
}

async function showChanges(
  databaseUrl: string,
  { source }: Pulled,
  { allowRemovals, prune }: PullCommandOptions,
) {
  const { printPlan } = await import('../shared/import.ts')
  await printPlan(databaseUrl, [source], { keepsAccessAndSite: true, allowRemovals, prune })
  note('Nothing was imported: this was a dry run.')
}

/** @throws {DocumentError} if something is missing, and this is an error */
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
