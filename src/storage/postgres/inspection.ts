import type { Database, StorageWarning } from '../database.ts'
import { WRITER_LOCK } from './batch.ts'
import { chooseServer, warningsOf } from './choice.ts'
import { parseConnectionUrl } from './connection-url.ts'
import { translateError } from './errors.ts'
import { createLatestPrimary } from './latest-primary.ts'
import { createServer } from './server.ts'
import { readRole, readState, type ServerRole } from './server-state.ts'

export type NamedServer = ReturnType<typeof namedServers>[number]

/**
 * The servers that a URL names. Each can be inspected separately.
 * @throws {StorageUnusableError} if the URL is invalid
 */
export function namedServers(url: string) {
  const settings = parseConnectionUrl(url)
  const isAlone = settings.addresses.length === 1
  return settings.addresses.map((address) => ({
    name: `${address.host}:${address.port}`,
    /** Reads its state and version. @throws {StorageUnavailableError | StorageUnusableError} on failure */
    inspect: async () => {
      const server = createServer(address, settings, 'read', { readState: isAlone ? readRole : readState })
      try {
        const state = await server.look()
        const [row] = await server.query("SELECT current_setting('server_version_num') AS version", [])
        // 150004 is 15.4.
        return { state, version: Number(row?.['version']) }
      } catch (error) {
        throw translateError(error)
      } finally {
        await server.close()
      }
    },
  }))
}

/** What is wrong with the servers of a URL that can be reached, compared with each other. */
export async function findServerWarnings(servers: readonly NamedServer[]): Promise<StorageWarning[]> {
  const inspections = servers.map(async (server, position) => ({
    server,
    position,
    ...(await server.inspect()),
  }))
  const results = await Promise.allSettled(inspections)
  const seen = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const latest = createLatestPrimary()
  latest.note(seen.map(({ state }) => state))
  const roles: readonly ServerRole[] = ['primary', 'standby']
  return warningsOf(seen, chooseServer(seen, roles, latest, undefined), roles, latest)
}

/** A session that has begun to write, and does nothing since then, while others wait for its lock. */
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
  return database.get<IdleWriter>(IDLE_WRITER)
}
