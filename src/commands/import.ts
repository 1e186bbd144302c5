import { CommandError } from '../lib/command-error.ts'
import { Command, type Flags } from './shared/command.ts'
import { yesOption } from './shared/confirm.ts'
import { persistentDatabaseUrl } from './shared/database.ts'
import { addFormatOptions, type FormatOptionValues, toSourceOptions } from './shared/format-options.ts'
import { limitMemoryGrowth } from './shared/memory.ts'
import { count, note, outputWritten } from './shared/output.ts'
import { describeCounts, hasDifferences } from './shared/print-differences.ts'
import { watchFiles } from './shared/watch-files.ts'

type Options = FormatOptionValues & Flags<'dryRun' | 'allowRemovals' | 'prune' | 'yes' | 'watch'>

export const importCommand = addFormatOptions(
  new Command('import')
    .description(
      'import menus in any format, devices from a spreadsheet, or everything from an import file: what has the same id is replaced, nothing else changes',
    )
    .argument('<files...>', 'the files, or - for standard input'),
)
  .option('--dry-run', 'only show what would change')
  .option('--allow-removals', 'let menus lose all items, or more than half of 10 or more')
  .option('--prune', 'delete what the files do not have, of the kinds that they have')
  .addOption(yesOption())
  .option('--watch', 'import again when a file changes')
  .examples(
    'signage import menu.json',
    'signage import menu.xlsx --menu-name Lunch --dry-run',
    'signage import screens.xlsx --as devices',
    'signage import catalog.json --menu-name Café --watch',
    'signage import --prune users.json menus.json',
    'signage import - < menu.json',
  )
  .action(async (files: string[], options: Options) => {
    checkOptions(files, options)
    limitMemoryGrowth()
    if (options.dryRun) return showChanges(files, options)
    if (options.watch) return watchFiles(files, () => importOnce(files, options))
    return importOnce(files, options)
  })

function checkOptions(files: readonly string[], { watch, dryRun, prune, yes }: Options): void {
  if (!watch) return
  if (dryRun) throw new CommandError('--watch imports and --dry-run does not: leave one of them out.')
  if (files.includes('-'))
    throw new CommandError('--watch is for files: standard input cannot be read again.')
  if (prune && !yes)
    throw new CommandError('With --watch, --prune deletes without asking: add --yes to confirm.')
}

async function importOnce(files: readonly string[], options: Options) {
  const { importAsking, importInto } = await import('./shared/import-input.ts')
  const { summary, changes } = await importAsking(options, (asking) =>
    importInto(persistentDatabaseUrl(), files, { ...toSourceOptions(options), ...asking }),
  )
  // Few files have sites.
  const sites = summary.sites > 0 ? `${count(summary.sites, 'site')}, ` : ''
  note(
    `Imported ${count(summary.users, 'user')}, ${sites}${count(summary.devices, 'device')}, ` +
      `${count(summary.menus, 'menu')} and ${count(summary.apiKeys, 'API key')}. ` +
      (hasDifferences(changes) ? describeCounts(changes) : 'Nothing has changed.'),
  )
}

async function showChanges(files: readonly string[], options: Options) {
  const { printPlanOfFiles } = await import('./shared/import-input.ts')
  await printPlanOfFiles(files, options)
  await outputWritten()
  note('Nothing was imported: this was a dry run.')
}
