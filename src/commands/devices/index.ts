import { Argument, Command } from 'commander'
import { CommandError } from '../../command-error.ts'
import { findDevice, grantAccess, listAccess, revokeAccess } from '../../device/admin-queries.ts'
import { toDevice } from '../../device/repository.ts'
import { ACCESS_LEVELS, type AccessLevel, canonicalDeviceId } from '../../device/schema.ts'
import type { Database } from '../../storage/database.ts'
import { visible } from '../../visible.ts'
import { withDatabase } from '../shared/database.ts'
import { examples } from '../shared/help.ts'
import { note, print, printJson } from '../shared/output.ts'
import { requireUser } from '../shared/require.ts'
import { heartbeatCommand } from './heartbeat.ts'
import { listDevicesCommand } from './list.ts'

const show = new Command('show')
  .description('show a device, and which users have access to it')
  .argument('<id>', 'the id of the device')
  .option('--json', 'print JSON')
  .addHelpText('after', examples('signage devices show c4:23:60:91:c0:03'))
  .action(async (id: string, { json }: { json?: true }) => {
    const device = await withDatabase('read', async (database) => {
      const row = await requireDevice(database, id)
      return { ...toDevice(row, Date.now()), access: await listAccess(database, row.id) }
    })
    if (json) return printJson(device)
    const { access, ...fields } = device
    const accessText = access.map(({ user, level }) => `${user}: ${level}`).join(', ') || '-'
    for (const [field, value] of Object.entries({ ...fields, access: accessText })) {
      print(`${field.padEnd(30)} ${visible(String(value ?? '-'))}`)
    }
  })

const grant = new Command('grant')
  .description('give a user access to a device')
  .argument('<id>', 'the id of the device')
  .argument('<user>', 'the id of the user')
  .addArgument(new Argument('<level>', 'the level of access').choices(ACCESS_LEVELS))
  .addHelpText('after', examples('signage devices grant c4:23:60:91:c0:03 anna read'))
  .action(async (id: string, user: string, level: AccessLevel) => {
    await withDatabase('write', async (database) => {
      const device = await requireDevice(database, id)
      await requireUser(database, user)
      await database.batch([grantAccess(device.id, { user, level })])
    })
    note(`Gave ${user} ${level} access to ${id}.`)
  })

const ungrant = new Command('ungrant')
  .description('revoke the access of a user to a device')
  .argument('<id>', 'the id of the device')
  .argument('<user>', 'the id of the user')
  .addArgument(new Argument('<level>', 'the level of access').choices(ACCESS_LEVELS))
  .addHelpText('after', examples('signage devices ungrant c4:23:60:91:c0:03 anna read'))
  .action(async (id: string, user: string, level: AccessLevel) => {
    const revoked = await withDatabase('write', (database) =>
      revokeAccess(database, canonicalDeviceId(id), { user, level }),
    )
    if (revoked === 0) throw new CommandError(`${user} has no ${level} access to ${id}.`)
    note(`Revoked ${level} access of ${user} to ${id}.`)
  })

export const devicesCommand = new Command('devices')
  .description('show devices, record their heartbeats, and choose which users have access')
  .addCommand(listDevicesCommand)
  .addCommand(show)
  .addCommand(grant)
  .addCommand(ungrant)
  .addCommand(heartbeatCommand)

async function requireDevice(database: Database, id: string) {
  const row = await findDevice(database, canonicalDeviceId(id))
  if (row !== undefined) return row
  throw new CommandError(`There is no device ${id}: "signage devices list" shows all ids.`)
}
