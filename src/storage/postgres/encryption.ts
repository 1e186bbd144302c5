import { isThisMachine } from '../../lib/address-ranges.ts'
import { isPostgresUrl, parseConnectionUrl } from './connection-url.ts'

/** A warning if a DATABASE_URL without `sslmode` leads to unencrypted connections over a network. */
export function clearTextWarning(databaseUrl: string): string | undefined {
  if (!isPostgresUrl(databaseUrl)) return undefined
  const { addresses, sslmode } = parseConnectionUrl(databaseUrl)
  const remote = new Set(addresses.map(({ host }) => host).filter((host) => !isLocal(host)))
  if (sslmode !== undefined || remote.size === 0) return undefined
  return `The connections to the database on ${[...remote].join(', ')} are not encrypted: add sslmode=verify-full to DATABASE_URL, or sslmode=disable if the network is trusted.`
}

/** Whether connections to this host do not leave this machine. */
function isLocal(host: string): boolean {
  return host.startsWith('/') || isThisMachine(host)
}
