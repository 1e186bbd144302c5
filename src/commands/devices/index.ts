import { Argument, Command } from 'commander'
import { CommandError } from '../../command-error.ts'
import {
  findDevice,
  findExistingDevices,
  grantAccess,
  listAccess,
  listDevices,
  recordHeartbeats,
  withdrawAccess,
} from '../../device/admin-queries.ts'
import { toDevice } from '../../device/repository.ts'
import { ACCESS_LEVELS, type AccessLevel, canonicalDeviceId } from '../../device/schema.ts'
import type { Database } from '../../storage/database.ts'
import { readTimestamp } from '../../timestamps.ts'
import { visible } from '../../visible.ts'
import { withDatabase } from '../shared/database.ts'
import { note, print, printJson, printTable } from '../shared/output.ts'
import { requireUser } from '../shared/require.ts'
import { recordStream } from './heartbeats.ts'

const list = new Command('list')
  .description('list all devices')
  .option('--json', 'as JSON')
  .action(async ({ json }: { json?: true }) => {
    const rows = await withDatabase('read', listDevices)
    const nowMs = Date.now()
    const devices = rows.map((row) => toDevice(row, nowMs))
    if (json) return printJson(devices)
    printTable(
      ['ID', 'NAME', 'STATE', 'LAST HEARTBEAT'],
      devices.map(({ id, name, is_online, last_heartbeat_at }) => [
        id,
        name,
        is_online ? 'online' : 'offline',
        last_heartbeat_at ?? 'never',
      ]),
    )
  })

const show = new Command('show')
  .description('show a device, and who may do what with it')
  .argument('<id>', 'the id of the device')
  .option('--json', 'as JSON')
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
  .description('let a user read, update or publish to a device')
  .argument('<id>', 'the id of the device')
  .argument('<user>', 'the id of the user')
  .addArgument(new Argument('<level>', 'the access').choices(ACCESS_LEVELS))
  .action(async (id: string, user: string, level: AccessLevel) => {
    await withDatabase('write', async (database) => {
      const device = await requireDevice(database, id)
      await requireUser(database, user)
      await database.batch([grantAccess(device.id, { user, level })])
    })
    note(`Gave ${user} ${level} access to ${id}.`)
  })

const ungrant = new Command('ungrant')
  .description('take an access to a device from a user')
  .argument('<id>', 'the id of the device')
  .argument('<user>', 'the id of the user')
  .addArgument(new Argument('<level>', 'the access').choices(ACCESS_LEVELS))
  .action(async (id: string, user: string, level: AccessLevel) => {
    const withdrawn = await withDatabase('write', (database) =>
      withdrawAccess(database, canonicalDeviceId(id), { user, level }),
    )
    if (withdrawn === 0) throw new CommandError(`${user} has no ${level} access to ${id}.`)
    note(`Took ${level} access to ${id} from ${user}.`)
  })

const heartbeat = new Command('heartbeat')
  .description('record that devices were heard of')
  .argument('<id...>', 'the ids of the devices; or - to read lines "ID [timestamp]" from standard input')
  .option('--at <timestamp>', 'when they were heard of; now if left out')
  .action(async (ids: string[], { at }: { at?: string }) => {
    const lines = ids.length === 1 && ids[0] === '-'
    if (lines && at !== undefined)
      throw new CommandError('--at does not go with -: each line may have its own time.')
    if (lines) return withDatabase('write', (database) => recordStream(database, process.stdin))
    await withDatabase('write', (database) => recordNow(database, ids, at ?? new Date().toISOString()))
  })

export const devicesCommand = new Command('devices')
  .description('display devices, who may see them, and their heartbeats')
  .addCommand(list)
  .addCommand(show)
  .addCommand(grant)
  .addCommand(ungrant)
  .addCommand(heartbeat)

async function recordNow(database: Database, ids: readonly string[], timestamp: string): Promise<void> {
  const at = readTimestamp(timestamp, Date.now())
  if (at === undefined)
    throw new CommandError(
      `--at must be an ISO 8601 timestamp with an offset, or a negative duration, not ${timestamp}.`,
    )
  const deviceIds = ids.map(canonicalDeviceId)
  const existing = await findExistingDevices(database, deviceIds)
  const missing = deviceIds.filter((id) => !existing.has(id))
  if (missing.length > 0)
    throw new CommandError(`There is no device ${missing.join(', ')}; nothing was recorded.`)
  await recordHeartbeats(
    database,
    deviceIds.map((deviceId) => ({ deviceId, at })),
    Date.now(),
  )
}

async function requireDevice(database: Database, id: string) {
  const row = await findDevice(database, canonicalDeviceId(id))
  if (row !== undefined) return row
  throw new CommandError(`There is no device ${id}: "signage devices list" shows all ids.`)
}
