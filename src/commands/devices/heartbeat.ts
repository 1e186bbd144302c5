import { Command } from 'commander'
import { CommandError } from '../../command-error.ts'
import { findExistingDevices, recordHeartbeats } from '../../device/admin-queries.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import type { Database } from '../../storage/database.ts'
import { withDatabase } from '../shared/database.ts'
import { examples } from '../shared/help.ts'
import { count, note } from '../shared/output.ts'
import { readHeartbeatTime } from '../shared/values.ts'
import { recordStream } from './heartbeat-stream.ts'

/** `signage devices heartbeat`. */
export const heartbeatCommand = new Command('heartbeat')
  .description('record heartbeats of devices')
  .argument('<id...>', 'the ids of the devices, or - to read lines "ID [timestamp]" from standard input')
  .option('--at <timestamp>', 'the time of the heartbeats; now by default', readHeartbeatTime)
  .addHelpText(
    'after',
    examples(
      'signage devices heartbeat c4:23:60:91:c0:03',
      'signage devices heartbeat c4:23:60:91:c0:03 --at -PT2M',
      'mosquitto_sub -t "players/+/alive" -F "%p" | signage devices heartbeat -',
    ),
  )
  .action(async (ids: string[], { at }: { at?: string }, command: Command) => {
    const isStream = ids.length === 1 && ids[0] === '-'
    if (isStream && at !== undefined) {
      command.error(
        "error: option '--at' cannot be used with -, because each line can have its own timestamp",
      )
    }
    if (isStream) return withDatabase('write', (database) => recordStream(database, process.stdin))
    const deviceIds = ids.map(canonicalDeviceId)
    await withDatabase('write', (database) => recordAll(database, deviceIds, at ?? new Date().toISOString()))
    note(`Recorded ${count(deviceIds.length, 'heartbeat')}.`)
  })

/** Records a heartbeat for each device, or for none if one of them does not exist. */
async function recordAll(database: Database, deviceIds: readonly string[], at: string): Promise<void> {
  const existing = await findExistingDevices(database, deviceIds)
  const missing = deviceIds.filter((id) => !existing.has(id))
  if (missing.length > 0) {
    throw new CommandError(`There is no device ${missing.join(', ')}, so no heartbeat was recorded.`)
  }
  const heartbeats = deviceIds.map((deviceId) => ({ deviceId, at }))
  await recordHeartbeats(database, heartbeats, Date.now())
}
