import type { Database, StorageWarning } from '../database.ts'
import { WRITER_LOCK } from './batch.ts'
import { parseConnectionUrl } from './connection-url.ts'
import { openPostgres } from './postgres.ts'
import type { ServerRole } from './server-state.ts'

export type NamedServer = ReturnType<typeof namedServers>[number]

const FACTS = `
SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role,
  current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding`

/**
 * The servers that a URL names. Each can be inspected separately.
 * @throws {StorageUnusableError} if the URL is invalid
 */
export function namedServers(url: string) {
  const settings = parseConnectionUrl(url)
  return settings.addresses.map((address) => ({
    name: `${address.host}:${address.port}`,
    /** The version of 15.4 is 150004. @throws {StorageUnavailableError | StorageUnusableError} on failure */
    inspect: () => {
      const database = openPostgres(url, 'read', {}, { ...settings, addresses: [address] })
      const facts = database.get<{ role: ServerRole; version: number; encoding: string }>({ sql: FACTS })
      return facts.finally(() => database.close())
    },
  }))
}

/** The faults of the reachable servers of a URL, compared with each other. */
export async function findServerWarnings(url: string): Promise<readonly StorageWarning[]> {
  const database = openPostgres(url, 'read', {})
  // If no server can be used, the caller reports it.
  await database.get({ sql: 'SELECT 1' }).catch(() => {})
  await database.close()
  return database.warnings()
}

/** A session that is idle in a transaction that writes, while others wait for its lock. */
export interface IdleWriter {
  readonly pid: number
  /** The address of its client; null over a Unix socket. */
  readonly client: string | null
  readonly idle_seconds: number
}

// The key of an advisory lock is shown in two halves.
const IDLE_WRITER = `
SELECT pid, host(client_addr) AS client, floor(extract(epoch FROM now() - state_change))::integer AS idle_seconds
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = ${WRITER_LOCK}
  AND datname = current_database() AND state LIKE 'idle in transaction%'`

export function findIdleWriter(database: Database): Promise<IdleWriter | undefined> {
  return database.get<IdleWriter>({ sql: IDLE_WRITER })
}
