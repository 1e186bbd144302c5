import { countDependents, listUsers, upsertUsers } from '../auth/queries/users.ts'
import { counted } from '../lib/text/format-number.ts'
import { deleteRows } from '../storage/statements.ts'
import { Command } from './shared/command.ts'
import { printTable, printToStderr } from './shared/output.ts'
import { requireNewId, requireUser } from './shared/require.ts'
import { parseName, parseNewId } from './shared/values.ts'

const add = new Command('add')
  .description('add a user')
  .argument('<id>', 'the id that keys and devices refer to, without spaces', parseNewId)
  .option('--name <name>', 'the name to show; the id by default', parseName)
  .examples('signage users add anna --name "Anna Smith"')
  .writes(async (database, id: string, { name = id }: { name?: string }) => {
    await requireNewId(database, 'users', 'user', id)
    await database.batch(upsertUsers([{ id, name }]))
    printToStderr(`Added the user ${id}.`)
  })

const list = new Command('list')
  .description('list all users')
  .examples('signage users list')
  .reads(
    (database) => listUsers(database),
    (users) => printTable(users, { ID: ({ id }) => id, NAME: ({ name }) => name }),
  )

const deleteCommand = new Command('delete')
  .description('delete a user, with their keys and their access to devices')
  .argument('<id>', 'the id of the user')
  .examples('signage users delete anna')
  .deletes(async (database, id) => {
    await requireUser(database, id)
    const { keys, devices } = await countDependents(database, id)
    const what = `the user ${id} with ${counted(keys, 'key')} and access to ${counted(devices, 'device')}`
    return { what, statements: deleteRows('users', [id]) }
  })

export const usersCommand = new Command('users')
  .description('add, list and delete the people and systems that keys belong to')
  .addCommands(add, list, deleteCommand)
