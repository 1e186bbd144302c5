import type pg from 'pg'
import type { StoredRow } from '../database.ts'

export type ServerRole = 'primary' | 'standby'

export interface ServerState {
  readonly role: ServerRole
  /** Identifies the database: a standby and its primary have the same value. */
  readonly systemIdentifier: bigint
  /** The highest timeline that the server knows. Each promotion begins a new one, which the previous primary does not know. */
  readonly timeline: number
  /** Whether the table `latest_primary` contains this timeline. */
  readonly isRecorded: boolean
}

const ROLE = 'SELECT pg_is_in_recovery() AS is_standby'

// After a promotion, pg_control_checkpoint() of the primary is outdated until a checkpoint ends.
const STATE = `
SELECT
  pg_is_in_recovery() AS is_standby,
  (SELECT system_identifier::text FROM pg_control_system()) AS system_identifier,
  CASE WHEN pg_is_in_recovery() THEN GREATEST(
    (SELECT timeline_id FROM pg_control_checkpoint()),
    (SELECT min_recovery_end_timeline FROM pg_control_recovery()),
    (SELECT received_tli FROM pg_stat_wal_receiver)
  ) ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer END AS timeline`

// Replication brings this row to each standby, while the functions above may return values that are minutes old.
const RECORD = 'SELECT system_identifier, timeline FROM latest_primary'
const WRITE_RECORD = `
INSERT INTO latest_primary (system_identifier, timeline) VALUES ($1, $2)
ON CONFLICT (only_row) DO UPDATE SET system_identifier = excluded.system_identifier, timeline = excluded.timeline`

const UNDEFINED_TABLE = '42P01'

/** Reads the role of a server that is the only one, so that there is nothing to compare it with. */
export async function readRole(client: pg.ClientBase): Promise<ServerState> {
  const [row] = await rowsOf(client, ROLE)
  return { role: roleOf(row), systemIdentifier: 0n, timeline: 0, isRecorded: true }
}

/** Reads the state of one of several servers. */
export async function readState(client: pg.ClientBase): Promise<ServerState> {
  const [[row], [record]] = await Promise.all([rowsOf(client, STATE), readRecord(client)])
  const systemIdentifier = BigInt(row?.['system_identifier'] ?? 0)
  const ownTimeline = Number(row?.['timeline'])
  const isOfThisDatabase =
    record !== undefined && BigInt(record['system_identifier'] ?? 0) === systemIdentifier
  const recordedTimeline = isOfThisDatabase ? Number(record['timeline']) : 0
  const timeline = Math.max(ownTimeline, recordedTimeline)
  return { role: roleOf(row), systemIdentifier, timeline, isRecorded: recordedTimeline === timeline }
}

/** Writes the state of a primary into the database. */
export async function recordState(client: pg.ClientBase, state: ServerState): Promise<void> {
  const values = [String(state.systemIdentifier), state.timeline]
  await client.query({ text: WRITE_RECORD, values }).catch(unlessMissing)
}

/** A database that is not migrated yet has no record. */
function readRecord(client: pg.ClientBase): Promise<StoredRow[]> {
  return rowsOf(client, RECORD).catch(unlessMissing)
}

function unlessMissing(error: Error & { code?: string }): StoredRow[] {
  if (error.code === UNDEFINED_TABLE) return []
  throw error
}

function roleOf(row: StoredRow | undefined): ServerRole {
  return row?.['is_standby'] === 1 ? 'standby' : 'primary'
}

async function rowsOf(client: pg.ClientBase, sql: string): Promise<StoredRow[]> {
  return (await client.query<StoredRow>(sql)).rows
}
