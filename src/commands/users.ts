import { Command } from 'commander'
import { listUsers, putUsers } from '../auth/admin-queries.ts'
import { CommandError } from '../command-error.ts'
import { withDatabase } from './shared/database.ts'
import { note, printJson, printTable } from './shared/output.ts'
import { requireReadable } from './shared/require.ts'

const add = new Command('add')
  .description('add a user')
  .argument('<id>', 'a short name that keys and devices refer to')
  .option('--name <name>', 'the name for people; the id if left out')
  .action(async (id: string, { name = id }: { name?: string }) => {
    requireReadable('The id of a user', id)
    requireReadable('The name of a user', name)
    await withDatabase('write', async (database) => {
      const users = await listUsers(database)
      if (users.some((user) => user.id === id)) throw new CommandError(`There is a user ${id} already.`)
      await database.batch(putUsers([{ id, name }]))
      note(`Added the user ${id}.`)
    })
  })

const list = new Command('list')
  .description('list all users')
  .option('--json', 'as JSON')
  .action(async ({ json }: { json?: true }) => {
    const users = await withDatabase('read', listUsers)
    if (json) printJson(users)
    else
      printTable(
        ['ID', 'NAME'],
        users.map(({ id, name }) => [id, name]),
      )
  })

export const usersCommand = new Command('users')
  .description('the people and systems that keys belong to')
  .addCommand(add)
  .addCommand(list)
