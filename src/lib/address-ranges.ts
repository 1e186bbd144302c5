import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number]

/**
 * Creates a function that tells whether an IP address is one of these addresses, or is in one of these ranges, such as
 * `10.0.0.0/8`. An IPv4 address that is mapped to IPv6 counts as IPv4, and no range of IPv6 contains it.
 */
export function createAddressMatcher(ranges: Iterable<string>): (address: string) => boolean {
  const networks = Array.from(ranges, networkOf)
  return (text) => {
    const address = ipaddr.process(text)
    return networks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    )
  }
}

function networkOf(range: string): Network {
  const [text = '', length] = range.split('/')
  const address = ipaddr.process(text)
  const longest = address.kind() === 'ipv4' ? 32 : 128
  if (length === undefined) return [address, longest]
  const isMapped = isIP(text) === 6 && longest === 32
  return [address, isMapped ? Math.max(0, Number(length) - 96) : Number(length)]
}

/** Whether a text is an IP address, or a range of addresses such as `10.0.0.0/8`. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const longest = isIP(address) === 6 ? 128 : 32
  const isLength = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
  return isIP(address) !== 0 && isLength && rest.length === 0
}

const isLoopback = createAddressMatcher(['127.0.0.0/8', '::1'])

/** Whether a host is this machine itself: the name `localhost`, or an address of it. */
export function isThisMachine(host: string): boolean {
  return host.toLowerCase() === 'localhost' || (isIP(host) !== 0 && isLoopback(host))
}

/** A host without the brackets that an IPv6 address has in a URL. */
export const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1')
