import { Command, Option } from 'commander'
import {
  grantMenus,
  listKeys,
  putKeys,
  revokeKey,
  type StoredKey,
  toGrants,
  withdrawMenus,
} from '../auth/administration.ts'
import { createKey, hashKey, keyId, keyPrefix } from '../auth/credential.ts'
import { SCOPES } from '../auth/scopes.ts'
import { readInstant } from '../document/timestamps.ts'
import { Refusal } from '../refusal.ts'
import { withDatabase } from './database.ts'
import { showKey, stateOf } from './key-details.ts'
import { note, print, printJson, printTable } from './output.ts'
import { requireKey, requireMenus, requireUser } from './require.ts'

interface CreateOptions {
  user: string
  name: string
  scope: string[]
  menu: string[]
  expires?: string
  json?: true
}

const create = new Command('create')
  .description('make a key and show it, this once')
  .requiredOption('--user <id>', 'the user it belongs to')
  .requiredOption('--name <name>', 'what it is for, to know it by')
  .addOption(new Option('--scope <scope...>', 'scopes it carries').choices(SCOPES).default([], 'none'))
  .addOption(new Option('--menu <id...>', 'menus it may read').default([], 'none'))
  .option('--expires <timestamp>', 'when it ends, for example 2030-01-01T00:00:00Z; never if left out')
  .option('--json', 'as JSON')
  .action(async ({ user, name, scope, menu, expires, json }: CreateOptions) => {
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
    await withDatabase('write', async (database) => {
      await requireUser(database, user)
      await requireMenus(database, menu)
      await database.batch(putKeys([stored]))
    })
    if (json) {
      printJson({ id: keyId(stored.hash), key })
    } else {
      note(`Made ${keyId(stored.hash)}. This is the key; it cannot be shown again:`)
      print(key)
    }
  })

const list = new Command('list')
  .description('list all keys, each by its id and the beginning of the key')
  .option('--json', 'as JSON')
  .action(async ({ json }: { json?: true }) => {
    const keys = (await withDatabase('read', listKeys)).map(({ hash: _secret, ...key }) => key)
    if (json) return printJson(keys)
    printTable(
      ['ID', 'PREFIX', 'NAME', 'USER', 'SCOPES', 'MENUS', 'STATE'],
      keys.map((key) => [
        key.id,
        key.prefix === null ? '-' : `${key.prefix}…`,
        key.name,
        key.user,
        key.scopes.join(' ') || '-',
        String(key.menus.length),
        stateOf(key),
      ]),
    )
  })

const revoke = new Command('revoke')
  .description('end a key for good, from the next request on')
  .argument('<id>', 'the id of the key')
  .action(async (id: string) => {
    await withDatabase('write', async (database) => {
      await requireKey(database, id)
      await revokeKey(database, id, Date.now())
    })
    note(`Revoked ${id}.`)
  })

const grant = new Command('grant')
  .description('let a key read menus')
  .argument('<id>', 'the id of the key')
  .argument('<menu...>', 'the ids of the menus')
  .action(async (id: string, menus: string[]) => {
    await withDatabase('write', async (database) => {
      await requireKey(database, id)
      await requireMenus(database, menus)
      await database.batch(grantMenus(toGrants(id, menus)))
    })
    note(`Granted ${menus.join(', ')} to ${id}.`)
  })

const ungrant = new Command('ungrant')
  .description('stop a key from reading menus')
  .argument('<id>', 'the id of the key')
  .argument('<menu...>', 'the ids of the menus')
  .action(async (id: string, menus: string[]) => {
    await withDatabase('write', async (database) => {
      await requireKey(database, id)
      const withdrawn = await withdrawMenus(database, id, menus)
      if (withdrawn === 0) throw new Refusal(`${menus.join(', ')} was not granted to ${id}.`)
    })
    note(`Took ${menus.join(', ')} from ${id}.`)
  })

export const keysCommand = new Command('keys')
  .description('API keys: who may read what')
  .addCommand(create)
  .addCommand(list)
  .addCommand(showKey)
  .addCommand(revoke)
  .addCommand(grant)
  .addCommand(ungrant)

function readExpiry(text: string): string {
  const instant = readInstant(text)
  if (instant !== undefined && Date.parse(instant) > Date.now()) return instant
  throw new Refusal(
    `--expires must be an ISO 8601 timestamp in the future, such as 2030-01-01T00:00:00Z, not ${text}.`,
  )
}
