import type { Change } from '../transfer/write/changes.ts'
import { changePrinter, describeCounts, hasChanges } from './shared/changes.ts'
import { Command } from './shared/command.ts'
import { lastingDatabaseUrl } from './shared/database.ts'
import { addFormatOptions, type FormatOptionValues, toSourceOptions } from './shared/format-options.ts'
import { limitMemoryGrowth } from './shared/memory.ts'
import { print, printJson } from './shared/output.ts'
import { EXIT_DIFFERENT } from './shared/report.ts'

interface Options extends FormatOptionValues {
  readonly prune?: true
  readonly json?: true
}

export const diffCommand = addFormatOptions(
  new Command('diff')
    .description('show what an import would change; exits with 3 if there are differences')
    .argument('<files...>', 'the files, or - for standard input'),
)
  .option('--prune', 'also show what the files do not have, of the kinds that they have')
  .option('--json', 'print JSON')
  .examples('signage diff menu.xlsx --menu-name Lunch', 'signage diff --prune everything.json')
  .action(async (files: string[], { prune, json, ...options }: Options) => {
    limitMemoryGrowth()
    const { planImport } = await import('./shared/document.ts')
    const changes: Change[] = []
    const { changes: counts } = await planImport(lastingDatabaseUrl(), files, {
      ...toSourceOptions(options),
      prune,
      onChange: json ? (change) => changes.push(change) : changePrinter(),
    })
    if (json) printJson({ changes, counts })
    else print(describeCounts(counts))
    if (hasChanges(counts)) process.exitCode = EXIT_DIFFERENT
  })
