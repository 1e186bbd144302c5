import { Readable } from 'node:stream'
import { Option } from 'commander'
import type { ExportOptions } from '../documents/export.ts'
import { UsageError } from '../lib/command-error.ts'
import type { Database } from '../storage/database.ts'
import { Command, type Flags } from './shared/command.ts'
import { withDatabase } from './shared/database.ts'
import { limitMemoryGrowth } from './shared/memory.ts'
import { collect } from './shared/values.ts'
import { outputTo, tableFileTypeOf } from './shared/write-file.ts'

interface Options extends Flags<'force'> {
  readonly as: 'document' | 'table'
  readonly menu?: readonly string[]
}

export const exportCommand = new Command('export')
  .description(
    'write users, sites, devices, menus and keys to an import file, or menus to a spreadsheet. Nothing else is exported: no alert routes, mutes, outages or change log',
  )
  .argument('[file]', 'the path of the file; - or nothing for standard output')
  .addOption(
    new Option(
      '--as <format>',
      'an import file, or a table of menus: CSV, or a workbook if the file ends in .xlsx',
    )
      .choices(['document', 'table'])
      .default('document'),
  )
  .option('--menu <id>', 'only this menu, and nothing else; can be repeated', collect)
  .option('--force', 'replace the file if it exists')
  .examples(
    'signage export everything.json',
    'signage export | jq .menus',
    'signage export --as table menus.xlsx',
    'signage export --menu lunch lunch.json',
  )
  .action(async (file = '-', { as, menu: menus, force }: Options) => {
    if (as === 'document' && /\.(csv|xlsx)$/i.test(file))
      throw new UsageError(`${file} is the name of a table: add --as table, or choose another name.`)
    const write = outputTo(file, force)
    limitMemoryGrowth()
    await withDatabase('read', async (database) => {
      await write(Readable.from(await contentOf(database, as, file, { menus })))
    })
  })

async function contentOf(database: Database, as: Options['as'], file: string, options: ExportOptions) {
  if (as === 'document') return (await import('../documents/export.ts')).exportDocument(database, options)
  const { exportTable } = await import('../formats/export-table.ts')
  return exportTable(database, tableFileTypeOf(file), options)
}
