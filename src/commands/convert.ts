import { Readable } from 'node:stream'
import type { Source } from '../documents/source.ts'
import { CommandError } from '../lib/command-error.ts'
import { Command } from './shared/command.ts'
import { addFormatOptions, type FormatOptionValues, toSourceOptions } from './shared/format-options.ts'
import { limitMemoryGrowth } from './shared/memory.ts'
import { outputTo } from './shared/write-file.ts'

interface Options extends FormatOptionValues {
  readonly output: string
  readonly force?: true
}

export const convertCommand = addFormatOptions(
  new Command('convert')
    .description('convert menus in any format to an import file')
    .argument('<files...>', 'the files, or - for standard input'),
)
  .option('-o, --output <file>', 'the file to write; - for standard output', '-')
  .option('--force', 'replace the file if it exists')
  .examples('signage convert catalog.json --menu-name Café', 'signage convert menu.xlsx -o menu.json')
  .action(async (files: string[], { output, force, ...options }: Options) => {
    if (options.as === 'devices')
      throw new CommandError(
        'convert makes menus, and a device table needs the database: use "signage import --as devices".',
      )
    const write = outputTo(output, force)
    limitMemoryGrowth()
    const { withSources } = await import('../formats/sources.ts')
    const { writeImportFile } = await import('../documents/write-import-file.ts')
    await withSources(files, toSourceOptions(options), async (sources) => {
      await requireValid(sources)
      await write(Readable.from(writeImportFile(sources)))
    })
  })

/** @throws {DocumentError | CommandError} if an import would reject the files */
async function requireValid(sources: readonly Source[]): Promise<void> {
  const { withEmptyDatabase } = await import('./shared/import-input.ts')
  const { checkImport } = await import('../documents/check-import.ts')
  await withEmptyDatabase((empty) => checkImport(empty, sources))
}
