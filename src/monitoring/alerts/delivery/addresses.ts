import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'

/** An address that may be connected to. */
export interface CheckedAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Finds all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>

const PORTS: readonly string[] = ['', '443', '8443']

/** Whether a URL has a port to which messages are sent without `WEBHOOK_ALLOW`. */
export function isUsualPort({ port }: URL): boolean {
  return PORTS.includes(port)
}

/** Whether a URL names a user or a password, which no receiver needs. */
export function hasUser({ username, password }: URL): boolean {
  return username !== '' || password !== ''
}

/** A message may not be sent there. The message is the reason, as the end of a sentence. */
class AddressRefused extends Error {
  override name = 'AddressRefused'
}

/** Asks the resolver of the system. */
export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

/**
 * Resolves the host of a URL, and checks that messages may be sent to it. If only one of its addresses is not public, none is
 * used: whoever controls the name could otherwise have this service reach others in its network.
 * @param allowed addresses or ranges that are allowed although they are internal, on any port, and without TLS
 * @throws {AddressRefused} if it may not be used
 */
export async function checkedAddresses(
  url: URL,
  allowed: readonly string[],
  resolve: Resolve,
): Promise<CheckedAddress[]> {
  if (hasUser(url)) throw new AddressRefused('its address contains a user')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const addresses = ipaddr.isValid(host) ? [host] : await resolve(host)
  if (addresses.length === 0) throw new AddressRefused('its name has no address')
  return addresses.map((address) => checked(address, url, allowed))
}

function checked(text: string, url: URL, allowed: readonly string[]): CheckedAddress {
  // Turns an IPv4 address that is mapped to IPv6 into that of IPv4.
  const address = ipaddr.process(text)
  if (!allowed.some((range) => contains(range, address))) refuse(address, url)
  return { address: address.toString(), family: address.kind() === 'ipv4' ? 4 : 6 }
}

function refuse(address: ipaddr.IPv4 | ipaddr.IPv6, url: URL): void {
  if (!isPublic(address))
    throw new AddressRefused(
      `its address ${address} is not public: add it to WEBHOOK_ALLOW if it may be used`,
    )
  if (url.protocol !== 'https:') throw new AddressRefused('its address must begin with https://')
  if (!isUsualPort(url)) throw new AddressRefused('its port must be 443 or 8443')
}

/** All public IPv6 addresses so far. Outside are forms that contain an IPv4 address, such as `::127.0.0.1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

function contains(range: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [network, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.process(range), undefined]
  if (network.kind() !== address.kind()) return false
  return address.match(network, bits ?? (network.kind() === 'ipv4' ? 32 : 128))
}
