import { deleteMuteStatement } from '../../alerts/mutes/queries.ts'
import { deleteRows } from '../../storage/statements.ts'
import { Command } from '../shared/command.ts'
import { requireAlertRoute } from '../shared/require.ts'
import { addCommand } from './add.ts'
import { listCommand } from './list.ts'
import { muteCommand, unmuteCommand } from './mutes.ts'
import { testCommand } from './test.ts'

const deleteCommand = new Command('delete')
  .description('delete a route, and its messages')
  .argument('<id>', 'the id of the route')
  .examples('signage alerts delete slack')
  .deletes(async (database, id) => {
    await requireAlertRoute(database, id)
    const statements = [...deleteRows('alert_routes', [id]), deleteMuteStatement('route', id, 0)]
    return { what: `the route ${id}`, statements }
  })

export const alertsCommand = new Command('alerts')
  .description('add, test, mute and delete the routes by which people are told that screens are offline')
  .addCommands(addCommand, listCommand, testCommand, muteCommand, unmuteCommand, deleteCommand)
