import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { parseConnectionUrl } from '../../src/storage/postgres/connection-url.ts'
import { createServer } from '../../src/storage/postgres/server.ts'
import { createPostgresDatabase, runPostgres } from '../support/postgres.ts'

const url = await createPostgresDatabase()
const writer = await openDatabase(url, 'create')
const settings = parseConnectionUrl(url)
const [address] = settings.addresses
if (address === undefined) throw new Error('The URL names no server.')
const server = createServer(address, settings, 'read')
afterAll(() => Promise.all([server.close(), writer.close()]))

const heard = new EventTarget()
const nextNotice = () => once(heard, 'notice')
const listener = () => void heard.dispatchEvent(new Event('notice'))

/** Which process of the server tells us. */
async function listening(): Promise<unknown> {
  const sql = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
  const [row] = await server.query(sql, [])
  return row?.['pid']
}

test('who listens is told of a change by the server itself, also by a connection made anew', async () => {
  await server.listen(listener)
  for (const script of [
    "INSERT INTO users VALUES ('a', 'A')",
    "INSERT INTO menus (id, name) VALUES ('m', 'M')",
  ]) {
    const notice = nextNotice()
    await writer.batch([{ script }])
    await notice
  }
  const before = await listening()
  await runPostgres(url, `SELECT pg_terminate_backend(${before})`)
  await expect
    .poll(async () => {
      await server.listen(listener).catch(() => {})
      const now = await listening()
      return now !== undefined && now !== before
    })
    .toBe(true)
  const notice = nextNotice()
  await writer.batch([{ script: "UPDATE menus SET name = 'N'" }])
  await notice
})

test('devices and their heartbeats are no change', async () => {
  await server.listen(listener)
  let count = 0
  heard.addEventListener('notice', () => count++)
  await writer.batch([
    {
      script:
        "INSERT INTO devices (id, name, timezone, created_at, updated_at) VALUES ('d', 'd', 'UTC', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z')",
    },
  ])
  await writer.batch([{ script: "UPDATE devices SET last_heartbeat_at = '2026-01-01T00:00:00Z'" }])
  const notice = nextNotice()
  await writer.batch([{ script: "UPDATE menus SET name = 'O'" }])
  await notice
  expect(count).toBe(1)
})

test('a watch that was ended asks nothing any more, however often one was begun', async () => {
  const database = await openDatabase(url, 'read')
  for (let n = 0; n < 20; n++) {
    let calls = 0
    const stop = database.onChange(() => calls++)
    await expect.poll(() => calls).toBeGreaterThan(0)
    stop()
  }
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const notice = nextNotice()
  await writer.batch([{ script: "UPDATE menus SET name = 'P'" }])
  await notice
  await sleep(100)
  const questions = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes('FROM data_state'))
  asked.mockRestore()
  expect(questions).toEqual([])
  await database.close()
})
