import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { Command } from 'commander'
import { readConfig } from '../config.ts'
import { parseDocument } from '../document/parse.ts'
import { checkDocument, importDocument } from '../document/read.ts'
import { Refusal } from '../refusal.ts'
import { databaseExists, openDatabase } from '../storage/open.ts'
import { withDatabase } from './database.ts'
import { count, note } from './output.ts'

const SHOWN_FIELDS = 5

export const importCommand = new Command('import')
  .description(
    'import a document: what it names is replaced whole, nothing else is touched, all of it or nothing',
  )
  .argument('<file>', 'the document, or - for standard input')
  .action(async (file: string) => {
    const document = await readDocument(file)
    await checkBeforeCreating(document)
    const bar = process.stderr.isTTY ? await progressBar() : undefined
    try {
      const { users, devices, menus, apiKeys } = await withDatabase('create', (database) =>
        importDocument(database, document, {
          onProgress: (done, total) => bar?.show(done, total),
          onUnknownFields: noteUnknownFields,
        }),
      )
      bar?.stop()
      note(
        `Imported ${count(users, 'user')}, ${count(devices, 'device')}, ${count(menus, 'menu')} ` +
          `and ${count(apiKeys, 'API key')}.`,
      )
    } finally {
      bar?.stop()
    }
  })

/**
 * Reads and parses a document.
 * @param file a path, or `-` for standard input
 */
export async function readDocument(file: string): Promise<unknown> {
  // Standard input as a stream: read as a file, a pipe that is empty for the moment is an error.
  return parseDocument(file === '-' ? await buffer(process.stdin) : await readFileBytes(file))
}

async function readFileBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new Refusal(`Cannot read ${file}: ${reason}.`)
  }
}

/** A document with a fault changes nothing: it does not create an empty database either. */
export async function checkBeforeCreating(document: unknown): Promise<void> {
  if (databaseExists(readConfig().databaseUrl)) return
  const empty = await openDatabase('sqlite::memory:', 'create')
  try {
    await checkDocument(empty, document)
  } finally {
    await empty.close()
  }
}

/** Says which fields of a document were ignored: they may be misspelt. */
export function noteUnknownFields(places: readonly string[]): void {
  const shown = places.slice(0, SHOWN_FIELDS).join(', ')
  const rest = places.length > SHOWN_FIELDS ? ` and ${places.length - SHOWN_FIELDS} more` : ''
  note(`Ignored what is not known: ${shown}${rest}.`)
}

async function progressBar() {
  const { SingleBar } = await import('cli-progress')
  const bar = new SingleBar({
    format: 'Importing {bar} {percentage} % | {value} of {total}',
    hideCursor: true,
  })
  // A redraw for each of 100,000 devices would take longer than the import.
  const step = (total: number) => Math.max(1, Math.floor(total / 200))
  return {
    show(done: number, total: number) {
      if (!bar.isActive) bar.start(total, 0)
      if (done % step(total) === 0 || done === total) {
        bar.update(done)
        bar.render()
      }
    },
    stop: () => bar.stop(),
  }
}
