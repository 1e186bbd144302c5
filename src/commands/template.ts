import { Readable } from 'node:stream'
import { Command, type Flags } from './shared/command.ts'
import { outputTo, tableFileTypeOf } from './shared/write-file.ts'

export const templateCommand = new Command('template')
  .description('write an empty spreadsheet for a menu, with all headings that an import reads')
  .argument('[file]', 'the path of the file, in .xlsx or .csv; - or nothing for CSV on standard output')
  .option('--force', 'replace the file if it exists')
  .examples('signage template menu.xlsx', 'signage template > menu.csv')
  .action(async (file = '-', { force }: Flags<'force'>) => {
    const type = tableFileTypeOf(file)
    const { writeTemplate } = await import('../formats/export-table.ts')
    await outputTo(file, force)(Readable.from(writeTemplate(type)))
  })
