import { Command, type Flags } from './shared/command.ts'
import { addFormatOptions, type FormatOptionValues } from './shared/format-options.ts'
import { limitMemoryGrowth } from './shared/memory.ts'
import { outputWritten } from './shared/output.ts'
import { hasDifferences } from './shared/print-differences.ts'
import { EXIT_DIFFERENT } from './shared/report-error.ts'

export const diffCommand = addFormatOptions(
  new Command('diff')
    .description('show what an import would change; exits with 3 if there are differences')
    .argument('<files...>', 'the files, or - for standard input'),
)
  .option('--prune', 'also show what the files do not have, of the kinds that they have')
  .option('--json', 'print JSON')
  .examples('signage diff menu.xlsx --menu-name Lunch', 'signage diff --prune everything.json')
  .action(async (files: string[], options: FormatOptionValues & Flags<'prune' | 'json'>) => {
    limitMemoryGrowth()
    const { printPlanOfFiles } = await import('./shared/import-input.ts')
    const counts = await printPlanOfFiles(files, { ...options, allowRemovals: true })
    await outputWritten()
    if (hasDifferences(counts)) process.exitCode = EXIT_DIFFERENT
  })
