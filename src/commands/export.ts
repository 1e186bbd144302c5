import { Readable } from 'node:stream'
import { Command } from 'commander'
import { exportDocument } from '../transfer/export.ts'
import { withDatabase } from './shared/database.ts'
import { pipeToOutput } from './shared/output.ts'
import { isStandardOutput, writeFile } from './shared/write-file.ts'

export const exportCommand = new Command('export')
  .description('write everything in the database as a document')
  .argument('[file]', 'where to write it; standard output if left out or -')
  .action(async (file = '-') => {
    await withDatabase('read', async (database) => {
      const document = Readable.from(exportDocument(database))
      if (file === '-' || isStandardOutput(file)) await pipeToOutput(document)
      else await writeFile(file, document)
    })
  })
