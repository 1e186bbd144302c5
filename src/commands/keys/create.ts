import { devNull } from 'node:os'
import { Option } from 'commander'
import { createKey, hashKey, keyId, keyPrefix } from '../../auth/credential.ts'
import { putKeys } from '../../auth/queries.ts'
import { SCOPES, scopesInWords } from '../../auth/scopes.ts'
import { CommandError } from '../../lib/flow/command-error.ts'
import { reasonOf } from '../../lib/flow/system-error.ts'
import { deleteRows } from '../../storage/chunks.ts'
import type { Database } from '../../storage/database.ts'
import { Command } from '../shared/command.ts'
import { withDatabase } from '../shared/database.ts'
import { isOutputDiscarded, note, OutputError, outputWritten, print } from '../shared/output.ts'
import { requireMenus, requireUser } from '../shared/require.ts'
import { readExpiry, readName } from '../shared/values.ts'

interface CreateOptions {
  user: string
  name: string
  scope: string[]
  menu: string[]
  expires?: string
  json?: true
}

export const createKeyCommand = new Command('create')
  .description('create a key and print it; it cannot be shown again')
  .requiredOption('--user <id>', 'the user that the key belongs to')
  .requiredOption('--name <name>', 'what the key is for', readName)
  .addOption(
    new Option('--scope <scope...>', `scopes of the key: ${scopesInWords()}`)
      .choices(Object.keys(SCOPES))
      .default([], 'none'),
  )
  .addOption(new Option('--menu <id...>', 'menus that the key may read').default([], 'none'))
  .option('--expires <timestamp>', 'when the key expires; never by default', readExpiry)
  .option('--json', 'print JSON')
  .examples(
    'signage keys create --user me --name "Lobby board" --menu lunch dinner',
    'signage keys create --user me --name Dashboard --scope device:read --expires 2030-01-01T00:00:00Z',
  )
  .action(async ({ user, name, scope: scopes, menu: menus, expires, json }: CreateOptions) => {
    if (isOutputDiscarded()) {
      throw new CommandError(
        `No key was created, because standard output is closed or is ${devNull}: send it to a terminal, a pipe or a file.`,
      )
    }
    const key = createKey()
    const hash = hashKey(key)
    const id = keyId(hash)
    const rights = { name, user, scopes, menus, expiresAt: expires ?? null, revokedAt: null }
    await withDatabase('write', async (database) => {
      await requireUser(database, user)
      await requireMenus(database, menus)
      await database.batch(putKeys([{ ...rights, hash, prefix: keyPrefix(key) }]))
      if (!json) note(`Created ${id}. This is the key; it cannot be shown again:`)
      await showOrRemove(database, id, json ? JSON.stringify({ id, key }, null, 2) : key)
    })
  })

/** Prints the key. If that fails, removes it: otherwise a valid key would remain that was never shown. */
async function showOrRemove(database: Database, id: string, text: string): Promise<void> {
  try {
    print(text)
    await outputWritten()
  } catch (error) {
    if (!(error instanceof OutputError)) throw error
    const outcome = await database.batch(deleteRows('api_keys', [id])).then(
      () => `so ${id} was removed`,
      () => `so revoke it with "signage keys revoke ${id}"`,
    )
    throw new CommandError(`The key could not be shown (${reasonOf(error.cause)}), ${outcome}.`)
  }
}
