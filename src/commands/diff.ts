import { Command } from './shared/command.ts'
import { hasDifferences } from './shared/differences.ts'
import { addFormatOptions, type FormatOptionValues } from './shared/format-options.ts'
import { limitMemoryGrowth } from './shared/memory.ts'
import { printPlan } from './shared/print-plan.ts'
import { EXIT_DIFFERENT } from './shared/report-error.ts'

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
  .action(async (files: string[], options: Options) => {
    limitMemoryGrowth()
    const counts = await printPlan(files, options)
    if (hasDifferences(counts)) process.exitCode = EXIT_DIFFERENT
  })
