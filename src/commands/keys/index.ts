import { Command } from 'commander'
import { grantMenus, listKeys, revokeKey, toGrants, withdrawMenus } from '../../auth/admin-queries.ts'
import { CommandError } from '../../command-error.ts'
import { withDatabase } from '../shared/database.ts'
import { note, printJson, printTable } from '../shared/output.ts'
import { requireKey, requireMenus } from '../shared/require.ts'
import { createKeyCommand } from './create.ts'
import { showKey, stateOf } from './show.ts'

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
      if (withdrawn === 0) throw new CommandError(`${menus.join(', ')} was not granted to ${id}.`)
    })
    note(`Took ${menus.join(', ')} from ${id}.`)
  })

export const keysCommand = new Command('keys')
  .description('API keys: who may read what')
  .addCommand(createKeyCommand)
  .addCommand(list)
  .addCommand(showKey)
  .addCommand(revoke)
  .addCommand(grant)
  .addCommand(ungrant)
