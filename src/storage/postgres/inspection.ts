import type { Database } from '../database.ts'
import { parseConnectionUrl } from './connection-url.ts'
import { openPostgres } from './postgres.ts'
import type { ServerRole } from './server-state.ts'

export type InspectableServer = ReturnType<typeof serversOf>[number]

const FACTS = `
SELECT CASE WHEN pg_is_in_recovery() THEN 'standby' ELSE 'primary' END AS role,
  current_setting('server_version_num')::integer AS version, current_setting('server_encoding') AS encoding`

/**
 * The servers that a URL names. Each can be inspected separately.
 * @throws {StorageOperatorError} if the URL is invalid
 */
export function serversOf(url: string) {
  const settings = parseConnectionUrl(url)
  return settings.addresses.map((address) => ({
    name: `${address.host}:${address.port}`,
    /** The version of 15.4 is 150004. @throws {StorageUnavailableError | StorageOperatorError} on failure */
    inspect: () => {
      const database = openPostgres(url, 'read', 'primary', { ...settings, addresses: [address] })
      const facts = database.get<{ role: ServerRole; version: number; encoding: string }>({ sql: FACTS })
      return facts.finally(() => database.close())
    },
  }))
}

/**
 * Tries a write that changes nothing. A session that only reads cannot find out whether it could write.
 * @throws {StorageOperatorError} if the user of the database may not write
 */
export async function requireWritable(database: Database): Promise<void> {
  await database.batch([{ sql: 'DELETE FROM jobs WHERE false' }])
}
