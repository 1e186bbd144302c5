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

/** Lets some minutes pass, by moving into the past what a database has. Leases end. */
export async function makeOlder(database: Database, minutes: number): Promise<void> {
  const ms = Math.round(minutes * MINUTE_MS)
  const devices = await database.all<{ id: string; at: string }>(
    'SELECT id, last_heartbeat_at AS at FROM devices WHERE last_heartbeat_at IS NOT NULL',
  )
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
    statement("UPDATE jobs SET lease_ends_at = '2026-01-01T00:00:00.000Z'"),
  ])
}
