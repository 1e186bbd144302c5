import { Readable } from 'node:stream'
import { CommandError } from '../lib/flow/command-error.ts'
import type { Source } from '../transfer/source.ts'
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
        'convert makes menus, and a list of devices needs the database: use "signage import --as devices".',
      )
    const write = outputTo(output, force)
    limitMemoryGrowth()
    const { withSources } = await import('../transfer/file-sources.ts')
    const { writeImportFile } = await import('../transfer/write-import-file.ts')
    await withSources(files, toSourceOptions(options), async (sources) => {
      await requireValid(sources)
      await write(Readable.from(writeImportFile(sources)))
    })
  })

/** @throws {DocumentError | CommandError} if an import would reject the files */
async function requireValid(sources: readonly Source[]): Promise<void> {
  const { withEmptyDatabase } = await import('./shared/import.ts')
  const { checkImport } = await import('../transfer/check.ts')
  await withEmptyDatabase((empty) => checkImport(empty, sources))
}
