import { afterAll, expect, test } from 'vitest'
import { incidentJob } from '../../src/alerts/alert-jobs.ts'
import { readHistories } from '../../src/device/outages/repository.ts'
import { DAYS } from '../../src/device/sites/schema.ts'
import { importDocument } from '../../src/documents/import.ts'
import { parseFleetParameters } from '../../src/fleet/parameters.ts'
import { readFleet } from '../../src/fleet/read-fleet.ts'
import type { Database, Query } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { createSnapshot } from '../../src/storage/snapshot.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { device } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

/*
 * Opening hours may be long. Whatever computes with them reads those of each site once, however many devices it has, and again only
 * when they have changed.
 */

const HOUR_MS = 60 * 60_000
const url = await newDatabaseToOpen()
const writing = await openDatabase(url, 'create')
const opened = await openDatabase(url, 'read')
afterAll(() => Promise.all([opened.close(), writing.close()]))

/** Closed until noon, which is NOW, and open in the afternoon. */
const AFTERNOONS = { windows: [{ days: [...DAYS], from: '12:00', to: '23:00' }], exceptions: [] }
const devices = Array.from({ length: 40 }, (_, n) => ({
  id: `d${n}`,
  // Some have been silent for months, of which the older hours matter as well.
  last_heartbeat_at: new Date(NOW - (n < 30 ? 2 : 2000) * HOUR_MS).toISOString(),
}))
await importDocument(
  writing,
  {
    users: [{ id: 'ops', name: 'Operations' }],
    sites: ['s0', 's1'].map((id) => ({ id, name: id, timezone: 'UTC', hours: AFTERNOONS })),
    devices: devices.map(({ id, ...heartbeat }, n) => device(id, { site: `s${n % 2}`, ...heartbeat })),
  },
  { clock: () => NOW },
)

/** How often hours were read. */
let reads = 0
const count = ({ sql }: Query) => {
  if (/\bhours\b/.test(sql)) reads += 1
}
const database: Database = {
  ...opened,
  all(query) {
    count(query)
    return opened.all(query)
  },
  readTogether(queries) {
    queries.forEach(count)
    return opened.readTogether(queries)
  },
  async openSnapshot() {
    const snapshot = await opened.openSnapshot()
    const all = <Row>(query: Query) => {
      count(query)
      return snapshot.all<Row>(query)
    }
    return createSnapshot(all, snapshot.close)
  },
}

const statesOf = async (nowMs: number) => {
  const { counts } = await readFleet(database, 'ops', parseFleetParameters({}), nowMs)
  return [counts.offline, counts.asleep]
}
const changeHours = (from: string) =>
  writing.batch([{ sql: 'UPDATE sites SET hours = ? WHERE id = ?', parameters: [hoursFrom(from), 's1'] }])
const hoursFrom = (from: string) =>
  JSON.stringify({ windows: [{ days: DAYS, from, to: '23:00' }], exceptions: [] })

test('hours are read once for each site, and again only when they have changed', async () => {
  expect(await statesOf(NOW)).toEqual([40, 0])
  expect(reads).toBe(2)
  await readHistories(database, devices, NOW, 24 * HOUR_MS)
  await incidentJob(database, () => NOW).isDue()
  expect(await statesOf(NOW - 1)).toEqual([0, 40])
  // The sweep has read older hours of both.
  expect(reads).toBe(4)
  await changeHours('13:00')
  expect(await statesOf(NOW)).toEqual([20, 20])
  await readHistories(database, devices, NOW, 24 * HOUR_MS)
  expect(reads).toBe(5)
  // The same hours in another time zone are other times.
  await writing.batch([{ script: "UPDATE sites SET timezone = 'Asia/Tokyo' WHERE id = 's1'" }])
  expect(await statesOf(NOW)).toEqual([40, 0])
  await writing.batch([{ script: "UPDATE sites SET hours = NULL WHERE id = 's1'" }])
  expect(await statesOf(NOW - 1)).toEqual([20, 20])
  expect(reads).toBe(6)
  // Another program may leave a list out.
  await writing.batch([{ script: `UPDATE sites SET hours = '{"windows":[]}' WHERE id = 's1'` }])
  expect(await statesOf(NOW)).toEqual([20, 20])
})
