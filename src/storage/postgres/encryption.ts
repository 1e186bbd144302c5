import { BlockList, isIPv6 } from 'node:net'
import { isPostgresUrl, readSettings } from './connection-url.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * The sentence for a DATABASE_URL that sends what is in the database over a network in clear text, without saying that
 * this is wanted; undefined for any other.
 */
export function clearTextWarning(databaseUrl: string): string | undefined {
  if (!isPostgresUrl(databaseUrl)) return undefined
  const { addresses, sslmode } = readSettings(databaseUrl)
  const remote = new Set(addresses.map(({ host }) => host).filter((host) => !isLocal(host)))
  if (sslmode !== undefined || remote.size === 0) return undefined
  return `The connections to the database on ${[...remote].join(', ')} are not encrypted: add sslmode=verify-full to DATABASE_URL, or sslmode=disable if the network is trusted.`
}

/** Whether a connection to this host does not leave the machine. */
function isLocal(host: string): boolean {
  if (host.startsWith('/') || host.toLowerCase() === 'localhost') return true
  return loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')
}
