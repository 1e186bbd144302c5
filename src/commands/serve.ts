import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { importDocument } from '../document/read.ts'
import { Refusal } from '../refusal.ts'
import type { Database } from '../storage/database.ts'
import { isInMemory, openDatabase } from '../storage/open.ts'
import { checkBeforeCreating, noteUnknownFields, readDocument } from './import.ts'

export const serveCommand = new Command('serve')
  .description('answer HTTP requests from the database until SIGTERM or SIGINT')
  .option('--seed <file>', 'import this document first, creating the database where it is missing')
  .action(async ({ seed }: { seed?: string }) => {
    const config = readConfig()
    if (seed === undefined && isInMemory(config.databaseUrl)) {
      throw new Refusal(
        'DATABASE_URL names a database in memory, which is empty: give it a document by --seed.',
      )
    }
    const database =
      seed === undefined
        ? await openDatabase(config.databaseUrl, 'read')
        : await openSeeded(config.databaseUrl, await readDocument(seed))
    // Loaded only here: the other commands start in half the time without an HTTP server.
    const { serve } = await import('../server.ts')
    await serve(config, database)
  })

async function openSeeded(databaseUrl: string, document: unknown): Promise<Database> {
  await checkBeforeCreating(document)
  const database = await openDatabase(databaseUrl, 'create')
  await importDocument(database, document, { onUnknownFields: noteUnknownFields })
  // A database in memory is gone with its connection: that one goes on to serve.
  if (isInMemory(databaseUrl)) return database
  await database.close()
  return openDatabase(databaseUrl, 'read')
}
