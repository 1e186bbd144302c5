import type pg from 'pg'
import type { Value } from '../database.ts'

export type Role = 'primary' | 'standby'

/** The current role of the server at the other end of a connection. */
export async function roleOf(client: pg.Client): Promise<Role> {
  const sql = 'SELECT pg_is_in_recovery() AS standby'
  const { rows } = await client.query<{ standby: Value }>(sql)
  return rows[0]?.standby === 1 ? 'standby' : 'primary'
}
