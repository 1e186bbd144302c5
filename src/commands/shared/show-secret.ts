import { devNull } from 'node:os'
import { CommandError } from '../../lib/command-error.ts'
import { reasonOf } from '../../lib/system-error.ts'
import { deleteRows } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'
import { isOutputDiscarded, OutputError, outputWritten, print } from './output.ts'

/** @throws {CommandError} if a secret could not be shown. @param outcome such as `No route was added` */
export function requireShownOutput(outcome: string): void {
  if (!isOutputDiscarded()) return
  throw new CommandError(
    `${outcome}, because standard output is closed or is ${devNull}: send it to a terminal, a pipe or a file.`,
  )
}

/**
 * Prints a secret that cannot be shown again. If that fails, nobody could use the row that it belongs to, so the row is deleted.
 * @throws {CommandError} if it could not be shown
 */
export async function showOrDelete(
  text: string,
  database: Database,
  stored: { readonly table: 'api_keys' | 'alert_routes'; readonly id: string; readonly secret: string },
): Promise<void> {
  try {
    print(text)
    await outputWritten()
  } catch (error) {
    if (!(error instanceof OutputError)) throw error
    await database.batch(deleteRows(stored.table, [stored.id]))
    throw new CommandError(
      `The ${stored.secret} could not be shown (${reasonOf(error.cause)}), so ${stored.id} was removed.`,
    )
  }
}
