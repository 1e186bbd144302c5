import { DEVICES, deviceOf, MENUS } from '../soak/writer.ts'

const KEY = 'soak-key-0'
const ALL_MENUS = Array.from({ length: MENUS }, (_, n) => `menu-${n}`).join()

/** A request, and the name under which its correct body is stored. */
export interface LoadRequest {
  readonly name: string
  readonly bytes: string
}

/** Returns request number `n` of a mix of cached menus, devices, and queries that are new to the service. */
export function requestAt(n: number): LoadRequest {
  const menu = `menu-${Math.floor(n / 3) % MENUS}`
  if (n % 3 === 0) return request(`/v1/groups?menus=${menu}`)
  if (n % 3 === 1) return request(`/devices/${deviceOf(n % DEVICES)}`)
  const tag = `tag-${n % 6}`
  // A menu that does not exist does not change the response, but makes the query new.
  return request(`/v1/groups?tags=${tag}&menus=${ALL_MENUS}`, `,none-${n}`)
}

/** The request that probes whether the service responds as usual. */
export const PROBE_REQUEST = requestAt(0)

function request(path: string, suffix = ''): LoadRequest {
  const headers = `Host: x\r\nX-API-Key: ${KEY}\r\nAuthorization: Bearer ${KEY}`
  return { name: path, bytes: `GET ${path}${suffix} HTTP/1.1\r\n${headers}\r\n\r\n` }
}
