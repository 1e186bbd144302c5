import { Argument } from 'commander'
import { deleteMuteStatement } from '../../alerts/mutes/queries.ts'
import { ACCESS_LEVELS, type AccessLevel } from '../../device/access.ts'
import {
  grantAccessStatement,
  listAccess,
  moveDeviceStatement,
  ungrantAccess,
} from '../../device/queries/devices.ts'
import { toDevice } from '../../device/repository.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { CommandError } from '../../lib/command-error.ts'
import { counted } from '../../lib/text/format-number.ts'
import { deleteRows } from '../../storage/statements.ts'
import { Command, type Flags } from '../shared/command.ts'
import { printFields, printToStderr } from '../shared/output.ts'
import { requireDevice, requireSite, requireUser } from '../shared/require.ts'
import { heartbeatCommand } from './heartbeat.ts'
import { listCommand } from './list.ts'

const show = new Command('show')
  .description('show a device, its site, and which users have access to it')
  .argument('<id>', 'the id of the device')
  .examples('signage devices show c4:23:60:91:c0:03')
  .reads(
    async (database, id: string) => {
      const row = await requireDevice(database, id)
      return { ...toDevice(row, Date.now()), site: row.site, access: await listAccess(database, row.id) }
    },
    (device) => {
      const access = device.access.map(({ user, level }) => `${user}: ${level}`).join(', ') || '-'
      printFields({ ...device, access })
    },
  )

const grant = new Command('grant')
  .description('give a user access to a device')
  .argument('<id>', 'the id of the device')
  .argument('<user>', 'the id of the user')
  .addArgument(new Argument('<level>', 'the level of access').choices(ACCESS_LEVELS))
  .examples('signage devices grant c4:23:60:91:c0:03 anna read')
  .writes(async (database, id: string, user: string, level: AccessLevel) => {
    const device = await requireDevice(database, id)
    await requireUser(database, user)
    await database.batch([grantAccessStatement(device.id, user, level)])
    printToStderr(`Gave ${user} ${level} access to ${id}.`)
  })

const ungrant = new Command('ungrant')
  .description('withdraw the access of a user to a device')
  .argument('<id>', 'the id of the device')
  .argument('<user>', 'the id of the user')
  .addArgument(new Argument('<level>', 'the level of access').choices(ACCESS_LEVELS))
  .examples('signage devices ungrant c4:23:60:91:c0:03 anna read')
  .writes(async (database, id: string, user: string, level: AccessLevel) => {
    const withdrawn = await ungrantAccess(database, canonicalDeviceId(id), { user, level })
    if (withdrawn === 0) throw new CommandError(`${user} has no ${level} access to ${id}.`)
    printToStderr(`Withdrew the ${level} access of ${user} to ${id}.`)
  })

const setSite = new Command('set-site')
  .description('say at which site a device is')
  .argument('<id>', 'the id of the device')
  .argument('[site]', 'the id of the site')
  .option('--none', 'the device is at no site')
  .examples(
    'signage devices set-site c4:23:60:91:c0:03 quayside',
    'signage devices set-site c4:23:60:91:c0:03 --none',
  )
  .writes(
    async (database, id: string, site: string | undefined, { none }: Flags<'none'>, command: Command) => {
      if ((site === undefined) !== (none === true)) command.error("error: name one site, or add '--none'")
      const device = await requireDevice(database, id)
      if (site !== undefined) await requireSite(database, site)
      await database.batch([moveDeviceStatement(site ?? null, device.id)])
      printToStderr(`${device.id} is at ${site === undefined ? 'no site' : `the site ${site}`} now.`)
    },
  )

const deleteCommand = new Command('delete')
  .description('delete a device, and the access of users to it')
  .argument('<id>', 'the id of the device')
  .examples('signage devices delete c4:23:60:91:c0:03')
  .deletes(async (database, given) => {
    const { id, name } = await requireDevice(database, given)
    const users = new Set((await listAccess(database, id)).map(({ user }) => user))
    const what = `the device ${id} (${name}), with the access of ${counted(users.size, 'user')}`
    return { what, statements: [deleteMuteStatement('device', id, 0), ...deleteRows('devices', [id])] }
  })

export const devicesCommand = new Command('devices')
  .description(
    'show and delete devices, record their heartbeats, and choose their site and which users have access',
  )
  .addCommands(listCommand, show, deleteCommand, grant, ungrant, setSite, heartbeatCommand)
