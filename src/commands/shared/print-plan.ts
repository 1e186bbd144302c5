import type { ImportOptions } from '../../transfer/import.ts'
import type { Change, ChangeCounts } from '../../transfer/write/changes.ts'
import { changePrinter, describeCounts } from './changes.ts'
import { lastingDatabaseUrl } from './database.ts'
import { type FormatOptionValues, toSourceOptions } from './format-options.ts'
import { outputWritten, print, printJson } from './output.ts'

interface PlanOptions extends FormatOptionValues, Pick<ImportOptions, 'allowRemovals'> {
  /** Whether to show what pruning would delete. */
  readonly prune?: true | undefined
  readonly json?: true | undefined
}

/** Prints what an import of these files would change. @returns how much */
export async function printPlan(
  files: readonly string[],
  { prune, json, allowRemovals = true, ...options }: PlanOptions,
): Promise<ChangeCounts> {
  // Loaded on demand: the other commands start faster without it.
  const { planImport } = await import('./document.ts')
  const changes: Change[] = []
  const { changes: counts } = await planImport(lastingDatabaseUrl(), files, {
    ...toSourceOptions(options),
    allowRemovals,
    prune,
    onChange: json ? (change) => changes.push(change) : changePrinter(),
  })
  if (json) printJson({ changes, counts })
  else print(describeCounts(counts))
  await outputWritten()
  return counts
}
