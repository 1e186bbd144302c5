import { Readable } from 'node:stream'
import { exportDocument } from '../transfer/export.ts'
import { Command } from './shared/command.ts'
import { withDatabase } from './shared/database.ts'
import { pipeToOutput } from './shared/output.ts'
import { isStandardOutput, requireNewFile, writeFile } from './shared/write-file.ts'

export const exportCommand = new Command('export')
  .description('write everything in the database to an import file')
  .argument('[file]', 'the path of the file; - or nothing for standard output')
  .option('--force', 'replace the file if it exists')
  .examples(
    'signage export everything.json',
    'signage export | jq .menus',
    'signage export --force daily.json',
  )
  .action(async (file = '-', { force }: { force?: true }) => {
    const isOutput = file === '-' || isStandardOutput(file)
    if (!isOutput && !force) requireNewFile(file)
    await withDatabase('read', async (database) => {
      const document = Readable.from(exportDocument(database))
      if (isOutput) await pipeToOutput(document)
      else await writeFile(file, document)
    })
  })
