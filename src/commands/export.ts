import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { exportDocument } from '../document/write.ts'
import { Refusal } from '../refusal.ts'
import { withDatabase } from './database.ts'

export const exportCommand = new Command('export')
  .description('write everything in the database as a document')
  .argument('[file]', 'where to write it; standard output if left out or -')
  .action(async (file?: string) => {
    await withDatabase('read', async (database) => {
      const chunks = Readable.from(exportDocument(database))
      if (file === undefined || file === '-') await pipeline(chunks, process.stdout, { end: false })
      else await writeWhole(chunks, file)
    })
  })

/** The file appears, or changes, only once all of it has been written. */
async function writeWhole(chunks: Readable, file: string): Promise<void> {
  const partial = `${file}.${process.pid}.partial`
  try {
    await pipeline(chunks, createWriteStream(partial, { flush: true }))
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    throw new Refusal(`Cannot write ${file}: ${code === 'ENOENT' ? 'there is no such folder' : message}.`)
  }
}
