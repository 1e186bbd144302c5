import type { ImportOptions } from '../../transfer/import.ts'
import type { Difference, DifferenceCounts } from '../../transfer/write/differences.ts'
import { persistentDatabaseUrl } from './database.ts'
import { describeCounts, differencePrinter } from './differences.ts'
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
): Promise<DifferenceCounts> {
  // Loaded on demand: the other commands start faster without it.
  const { planSource } = await import('./import.ts')
  const { withSource } = await import('../../transfer/file-sources.ts')
  const changes: Difference[] = []
  const onChange = json ? (change: Difference) => void changes.push(change) : differencePrinter()
  const { changes: counts } = await withSource(files, toSourceOptions(options), (source) =>
    planSource(persistentDatabaseUrl(), source, { allowRemovals, prune, onChange }),
  )
  if (json) printJson({ changes, counts })
  else print(describeCounts(counts))
  await outputWritten()
  return counts
}
