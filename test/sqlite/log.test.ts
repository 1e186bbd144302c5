import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { storeHeartbeats } from '../../src/device/heartbeats/record.ts'
import { importDocument } from '../../src/documents/import.ts'
import { MEBIBYTE } from '../../src/lib/bytes.ts'
import type { Database } from '../../src/storage/database.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { connect } from '../../src/storage/sqlite/connection.ts'
import { writeAheadLogBytes } from '../../src/storage/sqlite/inspection.ts'
import { connectTo } from '../support/connection.ts'
import { temporaryFolder } from '../support/database.ts'
import { device, devicesDocument, withBearer } from '../support/documents.ts'
import { startServer } from '../support/process.ts'

const DEVICES = 10_000
const BATCH = 500
const HEARTBEATS = 200_000
const BOUND_BYTES = 80 * MEBIBYTE

const file = join(temporaryFolder(), 'signage.db')
const database = await openDatabase(file, 'create')
await importDocument(database, devicesDocument(...Array.from({ length: DEVICES }, (_, n) => device(`d${n}`))))
await database.close()
const server = await startServer({ DATABASE_URL: file })
server.child.stdout?.removeAllListeners('data').resume()

let sent = 0

/** Records one batch of heartbeats, of devices all over the file. */
async function recordBatch(writer: Database): Promise<void> {
  const at = new Date().toISOString()
  const batch = Array.from({ length: BATCH }, (_, n) => ({
    deviceId: `d${((sent + n) * 7919) % DEVICES}`,
    at,
  }))
  sent += BATCH
  await storeHeartbeats(writer, batch, Date.now())
}

/** Requests one device after the other, with pauses, until the signal is aborted. @returns the number of responses */
async function readOn(signal: AbortSignal): Promise<number> {
  const connection = connectTo(server.address)
  let reads = 0
  for (; !signal.aborted; reads++) {
    const { status } = await connection.get(`/devices/d${reads % DEVICES}`, withBearer)
    if (status !== 200) expect.fail(`${status}`)
    await sleep(5)
  }
  connection.close()
  return reads
}

test('the write-ahead log stays short during 200,000 heartbeats while a server reads', async () => {
  const writer = await openDatabase(file, 'write')
  const stop = new AbortController()
  const reading = Promise.all([readOn(stop.signal), readOn(stop.signal)])
  let longest = 0
  while (sent < HEARTBEATS) {
    await recordBatch(writer)
    longest = Math.max(longest, writeAheadLogBytes(file))
    await sleep(1)
  }
  stop.abort()
  expect(Math.min(...(await reading))).toBeGreaterThan(50)
  expect(longest).toBeGreaterThan(0)
  expect(longest).toBeLessThan(BOUND_BYTES)
  await writer.close()
})

test('the write-ahead log grows during a read that does not end, and shrinks again after it', async () => {
  const writer = await openDatabase(file, 'write')
  const reader = connect(file, 'read')
  reader.exec('BEGIN; SELECT count(*) FROM devices')
  while (writeAheadLogBytes(file) < 1.25 * BOUND_BYTES) await recordBatch(writer)
  reader.exec('COMMIT')
  reader.close()
  for (let n = 0; n < 20; n++) await recordBatch(writer)
  expect(writeAheadLogBytes(file)).toBeLessThan(BOUND_BYTES)
  await writer.close()
  expect(await server.stop()).toBe(0)
})
