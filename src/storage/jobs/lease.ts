import { CLOCK_TOLERANCE_MS } from '../../lib/time/durations.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import type { Statement } from '../database.ts'
import { defineQuery, defineReader } from '../define-query.ts'
import { read } from '../statements.ts'
import type { CreateStatements } from '../write-queue.ts'
import type { Job } from './job.ts'

/** A row of `jobs`. Times are in UTC. */
export interface JobRow {
  readonly name: string
  /** The process that runs the job, or died while it did. */
  readonly holder: string | null
  readonly lease_ends_at: string | null
  readonly last_run_at: string | null
  /** When it last failed, if it has not succeeded since. */
  readonly failed_at: string | null
}

const FIND = 'SELECT * FROM jobs WHERE name = ?'
const TAKE = `
INSERT INTO jobs (name, holder, lease_ends_at) VALUES (?, ?, ?)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, lease_ends_at = excluded.lease_ends_at`

export class LeaseHeldError extends Error {
  override name = 'LeaseHeldError'
}

/**
 * Statements that run only if no other process holds the lease of a job. They take or extend the lease in the same transaction.
 * Transactions that write run one after another, so the lease stays valid until the end.
 * @param holder the process that wants to run the job
 * @throws {LeaseHeldError} if another process holds the lease
 */
export function* withLease<Result>(
  { name, leaseMs }: Job,
  holder: string,
  nowMs: number,
  createStatements: CreateStatements<Result>,
): Generator<Statement, Result> {
  const [row] = yield* read<JobRow>({ sql: FIND, parameters: [name] })
  // A lease that ends after this was taken while a clock was wrong.
  const latestEnd = isoTime(nowMs + leaseMs + CLOCK_TOLERANCE_MS)
  const endsAt = row?.lease_ends_at ?? ''
  if (row?.holder && row.holder !== holder && endsAt > isoTime(nowMs) && endsAt <= latestEnd)
    throw new LeaseHeldError(`Another process does the job ${name}.`)
  yield { sql: TAKE, parameters: [name, holder, isoTime(nowMs + leaseMs)] }
  return yield* createStatements()
}

/** Ends the lease of a job that was done, notes the time of the run, and clears an earlier failure. */
export const finishRunStatement = defineQuery<[at: string, job: string, holder: string]>(
  'UPDATE jobs SET holder = NULL, last_run_at = ?, failed_at = NULL WHERE name = ? AND holder = ?',
)

/** Records that a job failed, until it succeeds. */
export const setFailedStatement = defineQuery<[job: string, at: string]>(`
INSERT INTO jobs (name, failed_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET failed_at = excluded.failed_at`)

/** Clears the failure of a job, because there is nothing to do any more. */
export const clearFailedStatement = defineQuery<[job: string]>(
  'UPDATE jobs SET failed_at = NULL WHERE name = ? AND failed_at IS NOT NULL',
)

/** The jobs that have run so far. */
export const listJobRows = defineReader<JobRow>('SELECT * FROM jobs ORDER BY name')
