import { Readable } from 'node:stream'
import { Option } from 'commander'
import type { ExportOptions } from '../documents/export.ts'
import { CommandError } from '../lib/command-error.ts'
import type { Database } from '../storage/database.ts'
import { Command } from './shared/command.ts'
import { withDatabase } from './shared/database.ts'
import { addName } from './shared/format-options.ts'
import { limitMemoryGrowth } from './shared/memory.ts'
import { tableKindOf } from './shared/table-kind.ts'
import { outputTo } from './shared/write-file.ts'

interface Options {
  readonly as: 'document' | 'table' | 'devices'
  readonly menu?: readonly string[]
  readonly force?: true
}

export const exportCommand = new Command('export')
  .description('write everything in the database to an import file, or menus or devices to a spreadsheet')
  .argument('[file]', 'the path of the file; - or nothing for standard output')
  .addOption(
    new Option(
      '--as <format>',
      'an import file, or a table of menus or devices: CSV, or a workbook if the file ends in .xlsx',
    )
      .choices(['document', 'table', 'devices'])
      .default('document'),
  )
  .option('--menu <id>', 'only this menu, and nothing else; can be repeated', addName)
  .option('--force', 'replace the file if it exists')
  .examples(
    'signage export everything.json',
    'signage export | jq .menus',
    'signage export --as table menus.xlsx',
    'signage export --as devices screens.xlsx',
    'signage export --menu lunch lunch.json',
  )
  .action(async (file = '-', { as, menu: menus, force }: Options) => {
    if (as === 'devices' && menus)
      throw new CommandError('A device table has no menus: leave out --menu, or --as devices.')
    const write = outputTo(file, force)
    limitMemoryGrowth()
    await withDatabase('read', async (database) => {
      await write(Readable.from(await contentOf(database, as, file, { menus })))
    })
  })

/** The parsers and writers of formats are loaded on demand: the other commands start faster without them. */
async function contentOf(database: Database, as: Options['as'], file: string, options: ExportOptions) {
  if (as !== 'document') return tableOf(database, as, file, options)
  const { exportDocument } = await import('../documents/export.ts')
  return exportDocument(database, options)
}

async function tableOf(database: Database, as: Options['as'], file: string, options: ExportOptions) {
  const kind = tableKindOf(file)
  const { exportDeviceTable, exportTable } = await import('../formats/export-table.ts')
  return as === 'devices' ? exportDeviceTable(database, kind) : exportTable(database, kind, options)
}
