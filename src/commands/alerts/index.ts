import { deleteMuteQuery } from '../../monitoring/alerts/queries.ts'
import { deleteRows } from '../../storage/chunks.ts'
import { Command, type Flags } from '../shared/command.ts'
import { confirmDeletion, yesOption } from '../shared/confirm.ts'
import { note } from '../shared/output.ts'
import { requireRoute } from '../shared/require.ts'
import { addCommand } from './add.ts'
import { listCommand } from './list.ts'
import { muteCommand, unmuteCommand } from './mutes.ts'
import { testCommand } from './test.ts'

const remove = new Command('remove')
  .description('remove a route, and the messages that were not sent to it yet')
  .argument('<id>', 'the id of the route')
  .addOption(yesOption())
  .examples('signage alerts remove slack')
  .writes(async (database, id: string, { yes }: Flags<'yes'>) => {
    await requireRoute(database, id)
    await confirmDeletion(`the route ${id}`, yes)
    await database.batch([...deleteRows('alert_routes', [id]), deleteMuteQuery('route', id)])
    note(`Removed the route ${id}.`)
  })

export const alertsCommand = new Command('alerts')
  .description('add, test, mute and remove the routes by which people are told that screens are offline')
  .addCommands(addCommand, listCommand, testCommand, muteCommand, unmuteCommand, remove)
