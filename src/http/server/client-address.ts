import { BlockList, isIP, isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Creates the function by which Fastify decides how much of X-Forwarded-For to believe. Proxies send their addresses in
 * several forms.
 * @param ranges addresses of trusted proxies, or ranges such as 10.0.0.0/8
 */
export function trustProxies(ranges: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  return (text) => {
    const address = addressIn(text)
    return address !== undefined && trusted.check(address, familyOf(address))
  }
}

/**
 * The address of the client. What a trusted proxy names as the sender of a request, but is no address, ends what is known: the client
 * may have written the rest. The proxy counts then.
 * @returns undefined if the client has disconnected without one
 */
export function clientAddressOf({ ips = [] }: FastifyRequest): string | undefined {
  return ips.map(addressIn).findLast((address) => address !== undefined)
}

/** `[IPv6]` or `[IPv6]:port`, or IPv4 with a port. */
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const WITH_PORT = /^([\d.]+):\d{1,5}$/

/** The address in a part of X-Forwarded-For, without quotes, port and zone, or undefined if it is none. */
function addressIn(part: string | undefined): string | undefined {
  const text = part?.replace(/^"(.*)"$/, '$1') ?? ''
  const [, bracketed] = BRACKETED.exec(text) ?? []
  const [address = ''] = (bracketed ?? WITH_PORT.exec(text)?.[1] ?? text).split('%', 1)
  const isAddress = bracketed === undefined ? isIP(address) !== 0 : isIPv6(address)
  return isAddress ? address : undefined
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
