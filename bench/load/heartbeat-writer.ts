import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from 'signage-service'
import { DEVICES } from '../data/database.ts'
import { deviceId } from '../data/devices.ts'
import { createRandom } from '../data/random.ts'

/* Records 2,000 heartbeats per second of random devices, in batches, until it is stopped. Its argument is the database. */

const PER_SECOND = 2000
const INTERVAL_MS = 50
const IN_BATCH = (PER_SECOND * INTERVAL_MS) / 1000

const database = await openDatabase(process.argv[2] ?? '', 'write')
const random = createRandom(PER_SECOND)
for (;;) {
  const at = new Date().toISOString()
  const rows = Array.from({ length: IN_BATCH }, () => [at, deviceId(random.integer(0, DEVICES - 1))])
  await database.batch([{ sql: 'UPDATE devices SET last_heartbeat_at = ? WHERE id = ?', rows }])
  await sleep(INTERVAL_MS)
}
