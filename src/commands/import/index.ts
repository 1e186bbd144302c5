import { MOST_ITEMS_IN_WORDS } from '../../documents/write/removals.ts'
import type { SourceOptions } from '../../formats/with-sources.ts'
import { UsageError } from '../../lib/command-error.ts'
import { counted } from '../../lib/text/format-number.ts'
import { Command, type Flags } from '../shared/command.ts'
import { persistentDatabaseUrl } from '../shared/database.ts'
import type { FileImportOptions } from '../shared/import-into.ts'
import { limitMemoryGrowth } from '../shared/memory.ts'
import { printToStderr } from '../shared/output.ts'
import { describeCounts } from '../shared/print-differences.ts'
import { addFormatOptions } from './add-format-options.ts'
import { watchFiles } from './watch-files.ts'

type Options = SourceOptions & Flags<'dryRun' | 'allowRemovals' | 'watch'>

export const importCommand = addFormatOptions(
  new Command('import')
    .description(
      'import menus in any format, devices from a spreadsheet, or an import file. Records with the same id are replaced; a spreadsheet changes only the columns it has',
    )
    .argument('<files...>', 'the files, or - for standard input'),
)
  .option('--dry-run', 'only show what would change')
  .option('--allow-removals', `allow a menu to lose all items, or ${MOST_ITEMS_IN_WORDS}`)
  .option('--watch', 'import again when a file changes')
  .examples(
    'signage import menu.json',
    'signage import menu.xlsx --menu-name Lunch --dry-run',
    'signage import screens.xlsx --as devices',
    'signage import catalog.json --menu-name Café --watch',
    'signage import - < menu.json',
  )
  .action(async (files: string[], { dryRun, watch, allowRemovals, ...sourceOptions }: Options) => {
    const { stock } = sourceOptions
    const watched = stock === undefined ? files : [...files, stock]
    if (watch) requireWatchable(watched, dryRun)
    limitMemoryGrowth()
    const options = { ...sourceOptions, allowRemovals: allowRemovals ?? false, onReport: printToStderr }
    if (dryRun) return showChanges(files, options)
    if (watch) return watchFiles(watched, () => importOnce(files, options))
    return importOnce(files, options)
  })

function requireWatchable(files: readonly string[], dryRun: boolean | undefined): void {
  if (dryRun) throw new UsageError('--watch and --dry-run cannot be combined: leave one of them out.')
  if (files.includes('-')) throw new UsageError('--watch is for files: standard input cannot be read again.')
}

async function importOnce(files: readonly string[], options: FileImportOptions) {
  const { importFilesInto } = await import('../shared/import-into.ts')
  const { summary, differences } = await importFilesInto(persistentDatabaseUrl(), files, options)
  // Few files have sites.
  const sites = summary.sites > 0 ? `${counted(summary.sites, 'site')}, ` : ''
  printToStderr(
    `Imported ${counted(summary.users, 'user')}, ${sites}${counted(summary.devices, 'device')}, ` +
      `${counted(summary.menus, 'menu')} and ${counted(summary.apiKeys, 'API key')}. ` +
      describeCounts(differences, 'Nothing has changed.'),
  )
}

async function showChanges(files: readonly string[], options: FileImportOptions) {
  const { printImportPlan } = await import('../shared/import-into.ts')
  const { withSources } = await import('../../formats/with-sources.ts')
  await withSources(files, options, (sources) => printImportPlan(persistentDatabaseUrl(), sources, options))
}
