import { Option } from 'commander'
import { createKey, hashKey, keyIdOfHash, keyPrefix } from '../../auth/credential.ts'
import { upsertKeys } from '../../auth/queries/keys.ts'
import { SCOPES, scopesInWords } from '../../auth/scopes.ts'
import { Command, type Flags } from '../shared/command.ts'
import { print, printJson, printToStderr } from '../shared/output.ts'
import { requireMenus, requireUser } from '../shared/require.ts'
import { parseExpiry, parseName } from '../shared/values.ts'

interface CreateOptions extends Flags<'json'> {
  user: string
  name: string
  scope: string[]
  menu: string[]
  expires?: string
}

export const createKeyCommand = new Command('create')
  .description('create a key and print it; it cannot be shown again')
  .requiredOption('--user <id>', 'the user that the key belongs to')
  .requiredOption('--name <name>', 'what the key is for', parseName)
  .addOption(
    new Option('--scope <scope...>', `scopes of the key: ${scopesInWords()}`)
      .choices(Object.keys(SCOPES))
      .default([], 'none'),
  )
  .addOption(new Option('--menu <id...>', 'menus that the key may read').default([], 'none'))
  .option('--expires <timestamp>', 'when the key expires; never by default', parseExpiry)
  .option('--json', 'print JSON')
  .examples(
    'signage keys create --user me --name "Lobby board" --menu lunch dinner',
    'signage keys create --user me --name Dashboard --scope device:read --expires 2030-01-01T00:00:00Z',
  )
  .writes(async (database, { user, name, scope: scopes, menu: menus, expires, json }: CreateOptions) => {
    await requireUser(database, user)
    await requireMenus(database, menus)
    const key = createKey()
    const hash = hashKey(key)
    const id = keyIdOfHash(hash)
    const rights = { name, user, scopes, menus, expiresAt: expires ?? null, revokedAt: null, createdBy: null }
    await database.batch(upsertKeys([{ ...rights, hash, prefix: keyPrefix(key) }]))
    if (!json) printToStderr(`Created ${id}. This is the key; it cannot be shown again:`)
    if (json) printJson({ id, key })
    else print(key)
  })
