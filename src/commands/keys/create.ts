import { devNull } from 'node:os'
import { Command, Option } from 'commander'
import { putKeys, removeKey, type StoredKey } from '../../auth/admin-queries.ts'
import { createKey, hashKey, keyId, keyPrefix } from '../../auth/credential.ts'
import { SCOPES } from '../../auth/scopes.ts'
import { CommandError } from '../../command-error.ts'
import type { Database } from '../../storage/database.ts'
import { reasonOf } from '../../system-error.ts'
import { readInstant } from '../../timestamps.ts'
import { withDatabase } from '../shared/database.ts'
import { isOutputDiscarded, note, OutputError, outputWritten, print } from '../shared/output.ts'
import { requireMenus, requireReadable, requireUser } from '../shared/require.ts'

interface CreateOptions {
  user: string
  name: string
  scope: string[]
  menu: string[]
  expires?: string
  json?: true
}

/** `signage keys create`. */
export const createKeyCommand = new Command('create')
  .description('make a key and show it, this once')
  .requiredOption('--user <id>', 'the user it belongs to')
  .requiredOption('--name <name>', 'what it is for, to know it by')
  .addOption(new Option('--scope <scope...>', 'scopes it carries').choices(SCOPES).default([], 'none'))
  .addOption(new Option('--menu <id...>', 'menus it may read').default([], 'none'))
  .option('--expires <timestamp>', 'when it ends, for example 2030-01-01T00:00:00Z; never if left out')
  .option('--json', 'as JSON')
  .action(async ({ user, name, scope, menu, expires, json }: CreateOptions) => {
    requireReadable('The name of a key', name)
    requireReader()
    const expiresAt = expires === undefined ? null : readExpiry(expires)
    const key = createKey()
    const stored: StoredKey = {
      hash: hashKey(key),
      prefix: keyPrefix(key),
      name,
      user,
      scopes: scope,
      menus: menu,
      expiresAt,
      revokedAt: null,
    }
    const id = keyId(stored.hash)
    await withDatabase('write', async (database) => {
      await requireUser(database, user)
      await requireMenus(database, menu)
      await database.batch(putKeys([stored]))
      if (!json) note(`Made ${id}. This is the key; it cannot be shown again:`)
      await showOrRemove(database, id, json ? JSON.stringify({ id, key }, null, 2) : key)
    })
  })

function readExpiry(text: string): string {
  const instant = readInstant(text)
  if (instant !== undefined && Date.parse(instant) > Date.now()) return instant
  throw new CommandError(
    `--expires must be an ISO 8601 timestamp in the future, such as 2030-01-01T00:00:00Z, not ${text}.`,
  )
}

function requireReader(): void {
  if (!isOutputDiscarded()) return
  throw new CommandError(
    `Nobody would see the key: standard output is closed, or is ${devNull}; let it be a terminal, a pipe or a file.`,
  )
}

/** Prints the key. If that fails, removes it: otherwise a valid key would remain that was never shown. */
async function showOrRemove(database: Database, id: string, text: string): Promise<void> {
  try {
    print(text)
    await outputWritten()
  } catch (error) {
    if (!(error instanceof OutputError)) throw error
    const isRemoved = await removeKey(database, id).then(
      () => true,
      () => false,
    )
    const outcome = isRemoved ? `so ${id} was removed again` : `so revoke it: signage keys revoke ${id}`
    throw new CommandError(`The key could not be shown (${reasonOf(error.cause)}), ${outcome}.`)
  }
}
