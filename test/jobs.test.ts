import { describe, expect, onTestFinished, test } from 'vitest'
import { createJobs, type Job, type JobResult } from '../src/jobs/jobs.ts'
import { listJobs } from '../src/jobs/lease.ts'
import { type Database, type Statement, StorageUnavailableError } from '../src/storage/database.ts'
import { openDatabase } from '../src/storage/open.ts'
import { createWriteQueue } from '../src/storage/write-queue.ts'
import { newDatabaseToOpen } from './support/database.ts'
import { NOW } from './support/service.ts'

const LEASE_MS = 1000
const INTERVAL_MS = 20

/** A database, and processes that may do a job on it: each has a connection of its own. */
async function open() {
  const url = await newDatabaseToOpen()
  const database = await openDatabase(url, 'create')
  onTestFinished(() => database.close())
  let nowMs = NOW

  /** Starts a process with one job. It is stopped at the end of the test. */
  async function start(job: Partial<Job>) {
    const connection = await openDatabase(url, 'server-write')
    const counts = { batches: 0 }
    const counted: Database = {
      ...connection,
      batch(statements) {
        counts.batches++
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
          isDue: async () => true,
          run: (write) => write(change()),
          ...job,
        },
      ],
      queue: createWriteQueue(counted),
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

/** A promise and what resolves it. */
function signal() {
  let send = () => {}
  const received = new Promise<void>((resolve) => (send = resolve))
  return { send, received }
}

describe('a job', () => {
  test('that is not due writes nothing', async () => {
    const { database, start } = await open()
    let looks = 0
    const { counts } = await start({
      isDue: async () => {
        looks++
        return false
      },
    })
    await expect.poll(() => looks).toBeGreaterThan(2)
    expect(counts.batches).toBe(0)
    expect(await listJobs(database)).toEqual([])
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
    let attempts = 0
    await start({
      run: async (write) => {
        attempts++
        await write(change())
        runs.push('second')
      },
    })
    await expect.poll(() => attempts).toBeGreaterThan(2)
    expect(runs).toEqual(['first'])
    const [row] = await listJobs(database)
    expect(row).toMatchObject({ name: 'sweep', lease_ends_at: new Date(NOW + LEASE_MS).toISOString() })
    const stopped = first.stop()
    finish.send()
    await stopped
    await expect.poll(() => runs).toContain('second')
    await expect
      .poll(async () => (await listJobs(database))[0]?.last_run_at)
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
