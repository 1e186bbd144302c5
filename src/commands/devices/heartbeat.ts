import { storeHeartbeats } from '../../device/heartbeats/record.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { counted } from '../../lib/text/format-number.ts'
import { Command } from '../shared/command.ts'
import { printToStderr } from '../shared/output.ts'
import { requireDevices } from '../shared/require.ts'
import { parseHeartbeatTime } from '../shared/values.ts'

export const heartbeatCommand = new Command('heartbeat')
  .description('record heartbeats of devices')
  .argument('<id...>', 'the ids of the devices')
  .option('--at <timestamp>', 'the time of the heartbeats; now by default', parseHeartbeatTime)
  .examples(
    'signage devices heartbeat c4:23:60:91:c0:03',
    'signage devices heartbeat c4:23:60:91:c0:03 --at -PT2M',
  )
  .writes(async (database, ids: string[], { at = new Date().toISOString() }: { at?: string }) => {
    const deviceIds = [...new Set(ids.map(canonicalDeviceId))]
    await requireDevices(database, deviceIds)
    const heartbeats = deviceIds.map((deviceId) => ({ deviceId, at }))
    const recorded = await storeHeartbeats(database, heartbeats, Date.now())
    const ignored = counted(deviceIds.length - recorded, 'device')
    const note = `. ${ignored} already had this heartbeat or a later one`
    printToStderr(`Recorded ${counted(recorded, 'heartbeat')}${recorded < deviceIds.length ? note : ''}.`)
  })
