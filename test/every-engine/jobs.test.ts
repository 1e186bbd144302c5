import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DeadlinePassedError } from '../../src/lib/time/deadline.ts'
import { type Database, type Statement, StorageUnavailableError } from '../../src/storage/database.ts'
import type { Job, JobResult } from '../../src/storage/jobs/job.ts'
import { createJobs } from '../../src/storage/jobs/jobs.ts'
import { listJobRows } from '../../src/storage/jobs/lease.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { createWriteQueue } from '../../src/storage/write-queue.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { createPassing } from '../support/passing.ts'
import { NOW } from '../support/service.ts'

const LEASE_MS = 1000
const INTERVAL_MS = 20
/** How much the clocks of two machines may differ. */
const CLOCK_DIFFERENCE_MS = 60_000

/** A database, and processes that may do a job on it: each has a connection of its own. */
async function open() {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  let nowMs = NOW

  /** Starts a process with one job. It is stopped at the end of the test. @param writeMs how long each write takes at least */
  async function start(job: Partial<Job>, writeMs = 0) {
    const connection = await openDatabase(url, 'server-write')
    const counts = { batches: 0 }
    const counted: Database = {
      ...connection,
      async batch(statements) {
        counts.batches++
        if (writeMs > 0) await sleep(writeMs)
        return connection.batch(statements)
      },
    }
    const failures: unknown[] = []
    const results: JobResult[] = []
    const jobs = createJobs({
      jobs: [
        {
          name: 'sweep',
          intervalMs: INTERVAL_MS,
          leaseMs: LEASE_MS,
          timeLimitMs: 60_000,
          isDue: async () => true,
          run: (write) => write(change()),
          ...job,
        },
      ],
      writeQueue: createWriteQueue(counted),
      clock: () => nowMs,
      onRun: ({ result }) => results.push(result),
      onFailure: (error) => failures.push(error),
    })
    onTestFinished(() => jobs.stop().then(() => connection.close()))
    jobs.start()
    return { ...jobs, counts, failures, results }
  }

  return { database, start, later: (ms: number) => (nowMs += ms) }
}

/** A change that writes nothing. @param onRun called when it is made */
function change(onRun = () => {}) {
  return function* (): Generator<Statement, void> {
    yield { sql: 'SELECT 1', onRows: onRun }
  }
}

function signal() {
  let send = () => {}
  const received = new Promise<void>((resolve) => (send = resolve))
  return { send, received }
}

function writing(begun: ReturnType<typeof signal>, end: ReturnType<typeof signal>): Job['run'] {
  return async (write) => {
    await write(change())
    begun.send()
    await end.received
  }
}

describe('a job', () => {
  test('that is not due writes nothing, but clears the failure of an earlier process', async () => {
    const { database, start } = await open()
    await database.batch([{ sql: "INSERT INTO jobs (name, failed_at) VALUES ('sweep', '2026-01-01')" }])
    const { counts, results } = await start({ isDue: async () => false }, 3 * INTERVAL_MS)
    await expect.poll(() => listJobRows(database)).toMatchObject([{ failed_at: null, holder: null }])
    await expect.poll(() => results.length).toBeGreaterThan(2)
    expect(counts.batches).toBe(1)
  })

  test('is done by one process at a time, and by another when that one is done', async () => {
    const { database, start } = await open()
    const begun = signal()
    const finish = signal()
    const runs: string[] = []
    const first = await start({
      run: async (write) => {
        await write(change())
        runs.push('first')
        begun.send()
        await finish.received
      },
    })
    await begun.received
    const second = await start({ run: async () => void runs.push('second') })
    await expect.poll(() => second.results.length).toBeGreaterThan(2)
    expect(runs).toEqual(['first'])
    const [row] = await listJobRows(database)
    expect(row).toMatchObject({ name: 'sweep', lease_ends_at: new Date(NOW + LEASE_MS).toISOString() })
    const stopped = first.stop()
    finish.send()
    await stopped
    await expect.poll(() => runs).toContain('second')
    await expect
      .poll(async () => (await listJobRows(database))[0]?.last_run_at)
      .toBe(new Date(NOW).toISOString())
  })

  test('of a process that died is done by another when its lease has ended, and not by the dead one any more', async () => {
    const { start, later } = await open()
    const begun = signal()
    const wakeUp = signal()
    const written: string[] = []
    const put = (name: string) => change(() => written.push(name))
    const dead = await start({
      run: async (write) => {
        await write(put('dead'))
        begun.send()
        await wakeUp.received
        await write(put('dead again'))
      },
    })
    await begun.received
    await start({ run: (write) => write(put('other')) })
    later(LEASE_MS - 1)
    expect(written).toEqual(['dead'])
    later(1)
    await expect.poll(() => written).toContain('other')
    // The other one must hold the lease when the first one wakes up.
    const holding = signal()
    const finish = signal()
    await start({
      run: async (write) => {
        await write(put('holder'))
        holding.send()
        await finish.received
      },
    })
    await holding.received
    wakeUp.send()
    await dead.stop()
    finish.send()
    expect(written).not.toContain('dead again')
    expect(dead.results).toEqual(['idle'])
  })

  test('of a process that died is done at once when its clock was ahead by more than clocks differ', async () => {
    const { database, start, later } = await open()
    const begun = signal()
    const wakeUp = signal()
    onTestFinished(wakeUp.send)
    await start({ run: writing(begun, wakeUp) })
    await begun.received
    later(-CLOCK_DIFFERENCE_MS)
    const other = await start({})
    await expect.poll(() => other.results.length).toBeGreaterThan(2)
    expect(other.results).not.toContain('done')
    later(-1)
    await expect.poll(() => other.results).toContain('done')
    const [row] = await listJobRows(database)
    expect(row?.last_run_at).toBe(new Date(NOW - CLOCK_DIFFERENCE_MS - 1).toISOString())
  })

  test('that fails is tried again, and only the first failure in a row is reported', async () => {
    const { start } = await open()
    let fails = true
    const { failures, results } = await start({
      isDue: async () => {
        if (fails) throw new StorageUnavailableError('It is away.')
        return true
      },
    })
    await expect.poll(() => results.length).toBeGreaterThan(2)
    expect(failures).toHaveLength(1)
    fails = false
    await expect.poll(() => results).toContain('done')
    fails = true
    await expect.poll(() => failures).toHaveLength(2)
  })

  test('is not begun again after a stop, which waits for its end', async () => {
    const { start } = await open()
    const begun = signal()
    const finish = signal()
    let ended = 0
    const { stop } = await start({
      run: async () => {
        begun.send()
        await finish.received
        ended++
      },
    })
    await begun.received
    const stopped = stop()
    finish.send()
    await stopped
    expect(ended).toBe(1)
  })
})

describe('a job in whose run hours pass, because the process is stopped,', () => {
  test.each([
    ['ends well', async () => {}],
    [
      'fails',
      () => {
        throw new StorageUnavailableError('It is away.')
      },
    ],
  ])('is done again after its interval if it %s', async (_, end) => {
    const { start } = await open()
    const pass = createPassing()
    const { results } = await start({
      run: async () => {
        pass(3_600_000)
        await end()
      },
    })
    await expect.poll(() => results.length).toBeGreaterThan(2)
  })
})

test('a process that waits for the lease of another, which works for minutes, does not fail', async () => {
  const { database, start } = await open()
  const begun = signal()
  const working = signal()
  await start({ run: writing(begun, working) })
  await begun.received
  const { results, failures } = await start({})
  await expect.poll(() => results.length).toBeGreaterThan(2)
  expect(new Set(results)).toEqual(new Set(['idle']))
  expect(failures).toEqual([])
  expect(await listJobRows(database)).toMatchObject([{ failed_at: null }])
  working.send()
})

/** Waits for something that never comes. */
const forever = () => new Promise<never>(() => {})
const TIME_LIMIT_MS = 100

describe('a job that never ends', () => {
  test('is told when its time limit has passed, counts as failed, and is done again', async () => {
    const { database, start } = await open()
    const told: unknown[] = []
    const { failures, results } = await start({
      timeLimitMs: TIME_LIMIT_MS,
      run: async (_write, mustEnd) => {
        mustEnd.addEventListener('abort', () => told.push(mustEnd.reason))
        if (told.length < 2) await forever()
      },
    })
    await expect.poll(() => results).toContain('done')
    const reason = new DeadlinePassedError('it did not end within 0.1 s')
    expect(told.slice(0, 2)).toEqual([reason, reason])
    expect(results.indexOf('done')).toBeGreaterThanOrEqual(2)
    expect(failures[0]).toEqual(reason)
    await expect.poll(() => listJobRows(database)).toMatchObject([{ failed_at: null }])
  })

  test('is noted in the database until it ends well', async () => {
    const { database, start } = await open()
    let isHanging = true
    const { failures } = await start({
      timeLimitMs: TIME_LIMIT_MS,
      run: async () => {
        if (isHanging) await forever()
      },
    })
    const failed = { name: 'sweep', failed_at: new Date(NOW).toISOString() }
    await expect.poll(() => listJobRows(database)).toMatchObject([failed])
    isHanging = false
    await expect.poll(() => listJobRows(database)).toMatchObject([{ failed_at: null }])
    expect(failures).toHaveLength(1)
  })

  test('is no longer noted if there is nothing to do any more', async () => {
    const { database, start } = await open()
    let isDue = true
    await start({ timeLimitMs: TIME_LIMIT_MS, isDue: async () => isDue, run: forever })
    await expect.poll(() => listJobRows(database)).toMatchObject([{ failed_at: expect.any(String) }])
    isDue = false
    await expect.poll(() => listJobRows(database)).toMatchObject([{ failed_at: null }])
  })

  test('counts as failed also if it only looks whether there is something to do', async () => {
    const { start } = await open()
    const { failures, results } = await start({ timeLimitMs: TIME_LIMIT_MS, isDue: forever })
    await expect.poll(() => results.length).toBeGreaterThan(1)
    expect(new Set(results)).toEqual(new Set(['failed']))
    expect(failures).toEqual([new DeadlinePassedError('it did not end within 0.1 s')])
  })

  test('can write nothing, and keeps its lease from nobody, when it wakes up after its time limit', async () => {
    const { database, start } = await open()
    const wakeUp = signal()
    const written: string[] = []
    const refused = signal()
    await start({
      timeLimitMs: TIME_LIMIT_MS,
      run: async (write) => {
        // On a busy machine, the time limit may pass before this is written.
        await write(change(() => written.push('in time')))
        if (written.length > 1) return forever()
        await wakeUp.received
        await write(change(() => written.push('late'))).catch(refused.send)
      },
    })
    await expect.poll(() => written.length).toBeGreaterThan(1)
    wakeUp.send()
    await refused.received
    expect(written).not.toContain('late')
    expect(await listJobRows(database)).toMatchObject([{ holder: expect.any(String), last_run_at: null }])
  })

  test('is not waited for at a stop', async () => {
    const { start } = await open()
    const begun = signal()
    const told = signal()
    const { stop, failures, results } = await start({
      run: (_write, mustEnd) => {
        mustEnd.addEventListener('abort', told.send)
        begun.send()
        return forever()
      },
    })
    await begun.received
    await stop()
    await told.received
    expect([failures, results]).toEqual([[], ['idle']])
  })
})
