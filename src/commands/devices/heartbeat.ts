import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Heartbeat } from '../../device/heartbeats/queries.ts'
import { recordHeartbeats } from '../../device/heartbeats/record.ts'
import { canonicalDeviceId } from '../../device/schema.ts'
import { CommandError } from '../../lib/command-error.ts'
import { readTimestamp } from '../../lib/time/timestamps.ts'
import { findExisting } from '../../storage/chunks.ts'
import { type Database, StorageUnavailableError } from '../../storage/database.ts'
import { Command } from '../shared/command.ts'
import { withDatabase } from '../shared/database.ts'
import { count, note } from '../shared/output.ts'
import { readHeartbeatTime } from '../shared/values.ts'

/** Heartbeats that arrive during this pause are written in one batch: at most 20 disk syncs per second. */
const PAUSE_BETWEEN_BATCHES_MS = 50
const RETRY_PAUSE_MS = 1000
const MAX_LINE_LENGTH = 1000

export const heartbeatCommand = new Command('heartbeat')
  .description('record heartbeats of devices')
  .argument('<id...>', 'the ids of the devices, or - to read lines "ID [timestamp]" from standard input')
  .option('--at <timestamp>', 'the time of the heartbeats; now by default', readHeartbeatTime)
  .examples(
    'signage devices heartbeat c4:23:60:91:c0:03',
    'signage devices heartbeat c4:23:60:91:c0:03 --at -PT2M',
    'mosquitto_sub -t "players/+/alive" -F "%p" | signage devices heartbeat -',
  )
  .action(async (ids: string[], { at }: { at?: string }, command: Command) => {
    if (ids.length === 1 && ids[0] === '-') {
      if (at === undefined) return withDatabase('write', (database) => recordStream(database, process.stdin))
      command.error(
        "error: option '--at' cannot be used with -, because each line can have its own timestamp",
      )
    }
    const deviceIds = ids.map(canonicalDeviceId)
    await withDatabase('write', (database) => recordAll(database, deviceIds, at ?? new Date().toISOString()))
    note(`Recorded ${count(deviceIds.length, 'heartbeat')}.`)
  })

/** Records a heartbeat for each device, or for none if one of them does not exist. */
async function recordAll(database: Database, deviceIds: readonly string[], at: string): Promise<void> {
  const existing = await findExisting(database, 'devices', deviceIds)
  const missing = deviceIds.filter((id) => !existing.has(id))
  if (missing.length > 0) {
    throw new CommandError(`There is no device ${missing.join(', ')}, so no heartbeat was recorded.`)
  }
  const heartbeats = deviceIds.map((deviceId) => ({ deviceId, at }))
  await recordHeartbeats(database, heartbeats, Date.now())
}

/**
 * Reads lines of the form `ID [timestamp]` and records a heartbeat for each, until the stream ends. Without a
 * timestamp, the current time is used. An invalid line, or one with an unknown device, is skipped and
 * reported on standard error.
 */
async function recordStream(database: Database, input: Readable): Promise<void> {
  let line = 0
  let recorded = 0
  let skipped = 0
  const skip = (number: number, reason: string) => {
    skipped += 1
    note(`Skipped line ${number}: ${reason}.`)
  }

  for await (const texts of readLines(input)) {
    const batch: (Heartbeat & { readonly line: number })[] = []
    for (const text of texts) {
      line += 1
      if (text.trim() === '') continue
      const heartbeat = readHeartbeat(text)
      if (typeof heartbeat === 'string') skip(line, heartbeat)
      else batch.push({ ...heartbeat, line })
    }
    const known = await untilAvailable(() => recordKnown(database, batch))
    for (const { deviceId, line } of batch) {
      if (known.has(deviceId)) recorded += 1
      else skip(line, `there is no device ${deviceId}`)
    }
    await sleep(PAUSE_BETWEEN_BATCHES_MS)
  }
  note(`Recorded ${count(recorded, 'heartbeat')}, skipped ${count(skipped, 'line')}.`)
}

/** Records the heartbeats of the devices that exist. @returns the ids of these devices */
async function recordKnown(database: Database, batch: readonly Heartbeat[]): Promise<Set<string>> {
  const known = await findExisting(database, 'devices', new Set(batch.map(({ deviceId }) => deviceId)))
  const heartbeats = batch.filter(({ deviceId }) => known.has(deviceId))
  await recordHeartbeats(database, heartbeats, Date.now())
  return known
}

/** Retries while the database is unavailable: a large import locks it for longer than a statement waits. */
async function untilAvailable<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StorageUnavailableError)) throw error
      note(`${error.message} Retrying.`)
      await sleep(RETRY_PAUSE_MS)
    }
  }
}

/** Yields the lines of a stream in batches, as they arrive. A line that is too long is cut off. */
async function* readLines(input: Readable): AsyncGenerator<string[]> {
  let rest = ''
  for await (const chunk of input.setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH + 1)
    if (lines.length > 0) yield lines
  }
  if (rest !== '') yield [rest]
}

/** Parses a line. @returns the heartbeat, or a message about the fault of the line */
function readHeartbeat(text: string): Heartbeat | string {
  if (text.length > MAX_LINE_LENGTH) return `it is longer than ${MAX_LINE_LENGTH} characters`
  const [id = '', timestamp, ...rest] = text.trim().split(/\s+/)
  if (rest.length > 0) return 'it must have a device id and at most one timestamp'
  const at = readTimestamp(timestamp ?? new Date().toISOString(), Date.now())
  return at === undefined
    ? `the timestamp of ${id} must be ISO 8601 with an offset, or a negative duration`
    : { deviceId: canonicalDeviceId(id), at }
}
