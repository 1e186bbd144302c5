import { isIP } from 'node:net'
import { createAddressMatcher, isAddressRange, isThisMachine, withoutBrackets } from '../address-ranges.ts'

/** The proxies through which this machine reaches others. */
export interface Proxies {
  /** For https: and for http: addresses; undefined if there is none. */
  readonly https: URL | undefined
  readonly http: URL | undefined
  /** Hosts that are reached directly, as `NO_PROXY` names them. */
  readonly except: readonly string[]
}

export const NO_PROXIES: Proxies = { https: undefined, http: undefined, except: [] }

/** The proxy for an address; undefined if it is reached directly, as this machine itself always is. */
export function proxyFor(url: URL, { https, http, except }: Proxies): URL | undefined {
  const proxy = url.protocol === 'https:' ? https : http
  if (proxy === undefined) return undefined
  const host = withoutBrackets(url.hostname)
  if (isThisMachine(host) || except.some((entry) => entryMatches(entry.toLowerCase(), host, url)))
    return undefined
  return proxy
}

/** The reason of a failure, with the proxy through which the request was sent, but without its password. */
export function reasonThrough(proxy: URL | undefined, reason: string): string {
  return proxy === undefined ? reason : `${reason}, through the proxy ${proxy.origin}`
}

/** Whether `*`, a host, the end of its name, an address, or a range of addresses names a host. A port may follow a name. */
function entryMatches(entry: string, host: string, url: URL): boolean {
  if (entry === '*') return true
  if (isIP(host) !== 0) return addressMatches(withoutBrackets(entry), host)
  const [, name = entry, port] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? []
  if (port !== undefined && port !== portOf(url)) return false
  const domain = name.replace(/^\*?\./, '')
  return host === domain || host.endsWith(`.${domain}`)
}

function addressMatches(entry: string, host: string): boolean {
  return isAddressRange(entry) && createAddressMatcher([entry])(host)
}

function portOf({ protocol, port }: URL): string {
  return port !== '' ? port : protocol === 'https:' ? '443' : '80'
}
