import { lookup } from 'node:dns/promises'
import ipaddr from 'ipaddr.js'
import { createAddressMatcher, withoutBrackets } from '../../lib/address-ranges.ts'
import { startDeadline, untilAborted } from '../../lib/time/deadline.ts'

/** Resolves a host name to all of its addresses. */
export type Resolve = (host: string) => Promise<readonly string[]>

const PORTS: readonly string[] = ['', '443', '8443']
const UNLESS_ALLOWED = 'unless WEBHOOK_ALLOW lists the IP address of its host'

/**
 * The rule that the URL of a receiver breaks, as the end of a sentence that begins with "It must"; undefined if it breaks none.
 * The addresses of its host are not checked.
 * @param isAllowed whether `WEBHOOK_ALLOW` lists the addresses of the host, or may list them
 */
export function brokenAddressRule(
  { username, password, protocol, port }: URL,
  isAllowed: boolean,
): string | undefined {
  if (username !== '' || password !== '') return 'not contain a user or a password'
  if (isAllowed) return undefined
  if (protocol !== 'https:') return `begin with https:// ${UNLESS_ALLOWED}`
  return PORTS.includes(port) ? undefined : `have the port 443 or 8443 ${UNLESS_ALLOWED}`
}

/** A message could not be sent, or got no response. The text of the error is the end of a sentence, and has no secrets. */
export class SendError extends Error {
  override name = 'SendError'
}

export const systemResolve: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

/**
 * Resolves the host of a URL, and checks that messages may be sent there. One address that is not public is enough to refuse the
 * host. Otherwise, whoever owns the name could make this service send requests into the network of the service.
 * @param allowedInternal addresses or ranges that are allowed although they are internal, on any port, and without TLS
 * @throws {SendError} if messages may not be sent there
 */
export async function checkedAddresses(
  url: URL,
  allowedInternal: readonly string[],
  resolve: Resolve,
): Promise<string[]> {
  const addresses = await addressesOf(url, resolve)
  if (addresses.length === 0) throw new SendError('its name has no address')
  const isAllowed = createAddressMatcher(allowedInternal)
  const others = addresses.filter((address) => !isAllowed(address.toString()))
  const internal = others.filter((address) => !isPublic(address)).map(String)
  if (internal.length > 0) throw internalRefusal(internal, allowedInternal)
  const refusal = ruleRefusal(url, others.length === 0)
  if (refusal) throw refusal
  return addresses.map(String)
}

/** How long to wait for the resolver if a proxy is used. Names that only the proxy can resolve may take long to fail. */
const RESOLVING_MS = 2000

/**
 * The reason why a message may not be sent to a URL, directly or through a proxy; undefined if it may. A name that cannot be
 * resolved here is allowed if its URL breaks no rule, because the proxy resolves the name itself.
 */
export async function findRefusal(
  url: URL,
  allowedInternal: readonly string[],
  resolve: Resolve = systemResolve,
): Promise<SendError | undefined> {
  const { signal, cancel } = startDeadline(RESOLVING_MS)
  try {
    await untilAborted(checkedAddresses(url, allowedInternal, resolve), signal)
    return undefined
  } catch (error) {
    return error instanceof SendError ? error : ruleRefusal(url, false)
  } finally {
    cancel()
  }
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

async function addressesOf({ hostname }: URL, resolve: Resolve): Promise<Address[]> {
  const host = withoutBrackets(hostname)
  const texts = ipaddr.isValid(host) ? [host] : await resolve(host)
  // Converts an IPv4-mapped IPv6 address to the IPv4 address.
  return texts.map((text) => ipaddr.process(text))
}

function ruleRefusal(url: URL, isAllowed: boolean): SendError | undefined {
  const rule = brokenAddressRule(url, isAllowed)
  return rule === undefined ? undefined : new SendError(`its address must ${rule}`)
}

/** The refusal of addresses that are not public, and that `WEBHOOK_ALLOW` does not list. */
function internalRefusal(internal: readonly string[], allowedInternal: readonly string[]): SendError {
  const allowing = [...new Set([...allowedInternal, ...internal])].join()
  return new SendError(
    `its address ${internal[0]} is not public: if it may be used, set WEBHOOK_ALLOW=${allowing} for the service and for commands`,
  )
}

/** The range of public IPv6 addresses. It excludes forms that contain an IPv4 address, such as `::127.0.0.1`. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}
