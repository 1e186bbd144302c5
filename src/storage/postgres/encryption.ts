import { BlockList, isIPv6 } from 'node:net'
import { isPostgresUrl, parseConnectionUrl } from './connection-url.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** A warning if a DATABASE_URL without `sslmode` sends data over a network unencrypted. */
export function clearTextWarning(databaseUrl: string): string | undefined {
  if (!isPostgresUrl(databaseUrl)) return undefined
  const { addresses, sslmode } = parseConnectionUrl(databaseUrl)
  const remote = new Set(addresses.map(({ host }) => host).filter((host) => !isLocal(host)))
  if (sslmode !== undefined || remote.size === 0) return undefined
  return `The connections to the database on ${[...remote].join(', ')} are not encrypted: add sslmode=verify-full to DATABASE_URL, or sslmode=disable if the network is trusted.`
}

/** Whether connections to this host stay on this machine. */
function isLocal(host: string): boolean {
  if (host.startsWith('/') || host.toLowerCase() === 'localhost') return true
  return loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}
