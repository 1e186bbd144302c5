import { expect, test } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import type { Database } from '../../src/storage/database.ts'
import { openAlertServices as open } from '../support/alert-services.ts'
import { holdLock } from '../support/hold-lock.ts'
import { type ServerProcess, signage } from '../support/process.ts'
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

/** A service, and all that says how its jobs do. */
async function openWatched() {
  const { url, database, start } = await open()
  const clock = createProcessClock()
  const metricsPort = await freePort()
  const startWatched = () => start({ ...clock.environment, METRICS_PORT: String(metricsPort) })
  return {
    ...{ url, database, start: startWatched, pass: clock.pass },
    async isOverdueInMetrics() {
      const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      return (await response.text()).includes('signage_job_overdue{job="incidents"} 1')
    },
    async doctor() {
      const { stdout } = await signage(['doctor'], {
        environment: { ...clock.environment, DATABASE_URL: url },
      })
      return /^\w+ +jobs .*$/m.exec(stdout)?.[0]
    },
  }
}

/** The warnings of `/readyz` about the job, without those about jobs of which the next run is in a minute. */
async function warningsOf({ address }: ServerProcess): Promise<string[]> {
  const { warnings = [] } = await (await fetch(`${address}/readyz`)).json()
  return warnings.filter((warning: string) => warning.startsWith('The job incidents '))
}

const count = (text: string, part: RegExp) => text.match(part)?.length ?? 0
const OVERDUE = /"job":"incidents".*"msg":"a job is overdue"/g
const WELL_AGAIN = /"job":"incidents".*"msg":"a job is no longer overdue"/g

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
  await expect.poll(() => count(server.output(), WELL_AGAIN)).toBe(1)
  expect(count(server.output(), OVERDUE)).toBe(1)
  expect(await warningsOf(server)).toEqual([])
})

test.each([
  ['write', undefined],
  ['read what it needs', 'incidents'],
])(
  'a job that cannot %s is overdue after a minute, and done within seconds when it can',
  async (_, table) => {
    const { url, database, start, pass, isOverdueInMetrics } = await openWatched()
    const isDone = await giveWork(database, 'inc_first')
    const release = await holdLock(url, table)
    const server = await start()
    expect(await warningsOf(server)).toEqual([])
    pass(TEN_MINUTES_MS)
    await expect
      .poll(() => warningsOf(server))
      .toContainEqual(
        expect.stringMatching(
          /^The job incidents has not ended well since \d.*Z: see the log of the service\.$/,
        ),
      )
    await expect.poll(isOverdueInMetrics).toBe(true)
    await expect.poll(() => count(server.output(), OVERDUE)).toBe(1)
    await release()
    await expect.poll(isDone).toBe(true)
    await expect.poll(() => count(server.output(), WELL_AGAIN)).toBe(1)
    await expect.poll(isOverdueInMetrics).toBe(false)
    expect(await warningsOf(server)).toEqual([])
  },
)

test('signage doctor says that a service hangs, until it goes on', async () => {
  const { database, start, pass, doctor } = await openWatched()
  const server = await start()
  await expect.poll(await giveWork(database, 'inc_first')).toBe(true)
  await expect.poll(doctor).toMatch(/^ok +jobs +No job is late: /)
  server.child.kill('SIGSTOP')
  pass(TEN_MINUTES_MS)
  expect(await doctor()).toMatch(
    /^warning +jobs +A service with CHANGES=on was last heard of at \d.*Z: if it hangs, restart it\. /,
  )
  server.child.kill('SIGCONT')
  // Jobs whose next run is in a minute are overdue so long: their timers do not know that time has passed.
  await expect.poll(doctor).not.toContain('last heard of')
})
