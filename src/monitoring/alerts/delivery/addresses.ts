import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { beforeAbort, startDeadline } from '../../../lib/time/deadline.ts'

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
export class AddressRefused extends Error {
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
  const addresses = await addressesOf(url, resolve)
  if (addresses.length === 0) throw new AddressRefused('its name has no address')
  const others = addresses.filter((address) => !allowed.some((range) => contains(range, address)))
  if (others.length > 0) requirePublic(others, url, allowed)
  return addresses.map((address) => ({
    address: address.toString(),
    family: address.kind() === 'ipv4' ? 4 : 6,
  }))
}

/** A proxy may know names that this machine cannot resolve, which takes some systems long to find out. */
const RESOLVING_MS = 2000

/**
 * Checks a URL by the same rules before a proxy resolves its name. What cannot be resolved here is left to the proxy: nobody else can
 * say where its connections may lead.
 * @throws {AddressRefused} if it may not be used
 */
export async function requireUsableByProxy(
  url: URL,
  allowed: readonly string[],
  resolve: Resolve,
): Promise<void> {
  const { signal, end } = startDeadline(RESOLVING_MS)
  try {
    await beforeAbort(checkedAddresses(url, allowed, resolve), signal)
  } catch (error) {
    if (error instanceof AddressRefused) throw error
    requirePublic([], url, allowed)
  } finally {
    end()
  }
}

/** Why a message may not be sent to a URL now; undefined if it may, or if its name cannot be resolved in time. */
export async function findRefusal(url: URL, allowed: readonly string[]): Promise<string | undefined> {
  const { signal, end } = startDeadline(RESOLVING_MS)
  try {
    await beforeAbort(checkedAddresses(url, allowed, systemResolve), signal)
  } catch (error) {
    if (error instanceof AddressRefused) return error.message
  } finally {
    end()
  }
  return undefined
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<Address[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  const texts = ipaddr.isValid(host) ? [host] : await resolve(host)
  // Turns an IPv4 address that is mapped to IPv6 into that of IPv4.
  return texts.map((text) => ipaddr.process(text))
}

function requirePublic(addresses: readonly Address[], url: URL, allowed: readonly string[]): void {
  const internal = addresses.filter((address) => !isPublic(address))
  if (internal.length > 0)
    throw new AddressRefused(
      `its address ${internal[0]} is not public: if it may be used, set ${allowing(internal, allowed)} for the service and for commands`,
    )
  if (url.protocol !== 'https:') throw new AddressRefused('its address must begin with https://')
  if (!isUsualPort(url)) throw new AddressRefused('its port must be 443 or 8443')
}

function allowing(internal: readonly Address[], allowed: readonly string[] = []): string {
  return `WEBHOOK_ALLOW=${[...new Set([...allowed, ...internal.map(String)])].join()}`
}

/** The setting with which messages may be sent to the host of a URL, if its addresses are internal. */
export async function settingThatAllows(url: URL): Promise<string> {
  const addresses = await addressesOf(url, systemResolve).catch(() => [])
  const internal = addresses.filter((address) => !isPublic(address))
  return internal.length === 0 ? 'WEBHOOK_ALLOW' : allowing(internal)
}

/** All public IPv6 addresses so far. Outside are forms that contain an IPv4 address, such as `::127.0.0.1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

function contains(range: string, address: Address): boolean {
  const [network, bits] = range.includes('/') ? ipaddr.parseCIDR(range) : [ipaddr.process(range), undefined]
  if (network.kind() !== address.kind()) return false
  return address.match(network, bits ?? (network.kind() === 'ipv4' ? 32 : 128))
}
