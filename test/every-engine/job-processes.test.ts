import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { openAlertServices as open } from '../support/alert-services.ts'
import { holdLock } from '../support/hold-lock.ts'
import { signage } from '../support/process.ts'
import { createProcessClock } from '../support/process-clock.ts'

/* Processes of the command whose jobs are disturbed. Their clock passes as the test says. */

const TEN_MINUTES_MS = 600_000

/** Puts an incident that is over into a database, so that the job has something to do. @returns whether it has done it */
async function giveWork(database: Database, id: string): Promise<() => Promise<boolean>> {
  const sql =
    "INSERT INTO incidents (id, kind, subject_id, started_at, opened_at) VALUES (?, 'device', ?, 0, 0)"
  await database.batch([{ sql, parameters: [id, id] }])
  const isDone = 'SELECT 1 AS done FROM incidents WHERE id = ? AND ended_at IS NOT NULL'
  return async () => (await database.get({ sql: isDone, parameters: [id] })) !== undefined
}

/** A service, and what the doctor says of its jobs. */
async function openWatched() {
  const { url, database, start } = await open()
  const clock = createProcessClock()
  return {
    ...{ url, database, start: () => start(clock.environment), pass: clock.pass },
    async doctor() {
      const { stdout } = await signage(['doctor'], {
        environment: { ...clock.environment, DATABASE_URL: url },
      })
      return /^\w+ +jobs .*$/m.exec(stdout)?.[0]
    },
  }
}

test('a service that was stopped for ten minutes in the middle of a job does it again within seconds', async () => {
  const { url, database, start, pass } = await openWatched()
  const isDone = await giveWork(database, 'inc_first')
  const release = await holdLock(url)
  const server = await start()
  server.child.kill('SIGSTOP')
  pass(TEN_MINUTES_MS)
  await release()
  server.child.kill('SIGCONT')
  await expect.poll(isDone).toBe(true)
  await expect.poll(await giveWork(database, 'inc_second')).toBe(true)
})

test.each([
  ['write', undefined],
  ['read what it needs', 'incidents'],
])('a job that cannot %s is done within seconds when it can', async (_, table) => {
  const { url, database, start, pass } = await openWatched()
  const isDone = await giveWork(database, 'inc_first')
  const release = await holdLock(url, table)
  await start()
  await sleep(1500)
  pass(TEN_MINUTES_MS)
  await release()
  await expect.poll(isDone).toBe(true)
  await expect.poll(await giveWork(database, 'inc_second')).toBe(true)
})

test('signage doctor says that a service hangs, until it goes on', async () => {
  const { database, start, pass, doctor } = await openWatched()
  const server = await start()
  await expect.poll(await giveWork(database, 'inc_first')).toBe(true)
  await expect.poll(doctor).toMatch(/^ok +jobs +No job is late: /)
  server.child.kill('SIGSTOP')
  pass(TEN_MINUTES_MS)
  expect(await doctor()).toMatch(
    /^warning +jobs +No service with CHANGES=on has run since \d.*Z\. If one should run, restart it: /,
  )
  server.child.kill('SIGCONT')
  await expect.poll(doctor).not.toContain('has run since')
})
