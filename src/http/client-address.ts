import { isIP, isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { createAddressMatcher } from '../lib/address-ranges.ts'

/** A client can use all IPv6 addresses of its network, so they count as one. */
const IPV6_PREFIX_BITS = 64

/**
 * Creates the `trustProxy` function of Fastify. Proxies send their addresses in several forms.
 * @param ranges addresses of trusted proxies, or ranges such as 10.0.0.0/8
 */
export function createProxyTrust(ranges: readonly string[]): (address: string | undefined) => boolean {
  const isTrusted = createAddressMatcher(ranges)
  return (text) => {
    const address = addressIn(text)
    return address !== undefined && isTrusted(address)
  }
}

/**
 * The address of the client. An entry of X-Forwarded-For that is not an address may come from the client. In its place, the address
 * of the proxy that sent the entry is used.
 * @returns undefined if the client has disconnected
 */
function clientAddressOf({ ips = [] }: FastifyRequest): string | undefined {
  return ips.map(addressIn).findLast((address) => address !== undefined)
}

/** The IPv4 address of the client, or its IPv6 network. */
export function clientNetworkOf(request: FastifyRequest): string | undefined {
  const address = clientAddressOf(request)
  return address && normalizeIP(address, IPV6_PREFIX_BITS)
}

/** `[IPv6]` or `[IPv6]:port`, or IPv4 with a port. */
const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/
const WITH_PORT = /^([\d.]+):\d{1,5}$/

/** The address in an entry of X-Forwarded-For, without quotes, port and zone; undefined if the entry has no address. */
function addressIn(part: string | undefined): string | undefined {
  const text = part?.replace(/^"(.*)"$/, '$1') ?? ''
  const [, bracketed] = BRACKETED.exec(text) ?? []
  const [address = ''] = (bracketed ?? WITH_PORT.exec(text)?.[1] ?? text).split('%', 1)
  const isAddress = bracketed === undefined ? isIP(address) !== 0 : isIPv6(address)
  return isAddress ? address : undefined
}
