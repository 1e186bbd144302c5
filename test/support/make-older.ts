import { setTimeout } from 'node:timers/promises'
import type { Database, Value } from '../../src/storage/database.ts'
import { MINUTE_MS } from './alerts.ts'

/** The columns with times in milliseconds, but for that of the service itself. */
const TIMES = [
  ['devices', 'recorded_since'],
  ['outages', 'started_at', 'ended_at'],
  ['service_absences', 'started_at', 'ended_at'],
  ['incidents', 'started_at', 'opened_at', 'ended_at'],
  ['incident_devices', 'started_at', 'returned_at'],
  ['alert_routes', 'created_at', 'failing_since', 'disabled_at'],
  ['alert_messages', 'created_at', 'next_attempt_at', 'sent_at'],
] as const

/** The jobs that write down times they have read. */
const WATCHED = ['incidents', 'alert-planning', 'alert-delivery']
const TEST = 'test'

/**
 * Keeps services from doing the jobs that write down times, as a process that holds their leases would, once their runs have ended:
 * if time passed between what a job reads and what it writes, it would write that it happened later than it did.
 * @returns ends that
 */
export async function holdJobs(database: Database): Promise<() => Promise<void>> {
  const TAKE = `
INSERT INTO jobs (name, holder, lease_ends_at) VALUES (?, '${TEST}', ?)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, lease_ends_at = excluded.lease_ends_at
WHERE jobs.holder IS NULL OR jobs.lease_ends_at < ?`
  const GIVE_BACK = `UPDATE jobs SET holder = NULL WHERE holder = '${TEST}'`
  const areHeld = async () => {
    const now = new Date().toISOString()
    const endsAt = new Date(Date.now() + MINUTE_MS).toISOString()
    await database.batch(WATCHED.map((name) => ({ sql: TAKE, parameters: [name, endsAt, now] })))
    const held = await database.all({ sql: `SELECT name FROM jobs WHERE holder = '${TEST}'` })
    return held.length === WATCHED.length
  }
  while (!(await areHeld())) await setTimeout(5)
  return async () => {
    await database.batch([{ sql: GIVE_BACK, parameters: [] }])
  }
}

/** Lets some minutes pass, by moving into the past what a database has. Leases of services end. */
export async function makeOlder(database: Database, minutes: number): Promise<void> {
  const ms = Math.round(minutes * MINUTE_MS)
  const devices = await database.all<{ id: string; at: string }>({
    sql: 'SELECT id, last_heartbeat_at AS at FROM devices WHERE last_heartbeat_at IS NOT NULL',
  })
  const older = (at: string) => new Date(Date.parse(at) - ms).toISOString()
  const statement = (sql: string, ...parameters: Value[]) => ({ sql, parameters })
  await database.batch([
    ...devices.map(({ id, at }) =>
      statement('UPDATE devices SET last_heartbeat_at = ? WHERE id = ?', older(at), id),
    ),
    ...TIMES.map(([table, ...columns]) =>
      statement(
        `UPDATE ${table} SET ${columns.map((name) => `${name} = ${name} - ?`).join(', ')}`,
        ...columns.map(() => ms),
      ),
    ),
    statement(
      `UPDATE jobs SET lease_ends_at = '2026-01-01T00:00:00.000Z' WHERE holder IS NULL OR holder <> '${TEST}'`,
    ),
  ])
}
