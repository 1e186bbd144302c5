import { Command } from 'commander'
import { grantMenus, listKeys, revokeMenus, toGrants } from '../../auth/admin-queries.ts'
import { CommandError } from '../../command-error.ts'
import { withDatabase } from '../shared/database.ts'
import { examples } from '../shared/help.ts'
import { note, printJson, printTable } from '../shared/output.ts'
import { requireKey, requireMenus } from '../shared/require.ts'
import { createKeyCommand } from './create.ts'
import { revokeKeyCommand } from './revoke.ts'
import { showKey, stateOf } from './show.ts'

const list = new Command('list')
  .description('list all keys, each with its id and the first characters of the key')
  .option('--json', 'print JSON')
  .addHelpText('after', examples('signage keys list', 'signage keys list --json'))
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

const grant = new Command('grant')
  .description('let a key read menus')
  .argument('<id>', 'the id of the key')
  .argument('<menu...>', 'the ids of the menus')
  .addHelpText('after', examples('signage keys grant key_0123456789abcdef lunch dinner'))
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
  .addHelpText('after', examples('signage keys ungrant key_0123456789abcdef dinner'))
  .action(async (id: string, menus: string[]) => {
    await withDatabase('write', async (database) => {
      await requireKey(database, id)
      const revoked = await revokeMenus(database, id, menus)
      if (revoked === 0) throw new CommandError(`${menus.join(', ')} was not granted to ${id}.`)
    })
    note(`Revoked access of ${id} to ${menus.join(', ')}.`)
  })

export const keysCommand = new Command('keys')
  .description('create and revoke API keys, and choose the menus that they can read')
  .addCommand(createKeyCommand)
  .addCommand(list)
  .addCommand(showKey)
  .addCommand(revokeKeyCommand)
  .addCommand(grant)
  .addCommand(ungrant)
