import { DEVICES, deviceOf, MENUS } from '../soak/writer.ts'

const KEY = 'soak-key-0'
const ALL_MENUS = Array.from({ length: MENUS }, (_, n) => `menu-${n}`).join()

/** A request, and the name of its correct response. */
export interface Question {
  readonly name: string
  readonly bytes: string
}

/** Returns request number `n` of a mix: in turn a cached menu, a device, and a query never sent before. */
export function questionOf(n: number): Question {
  const menu = `menu-${Math.floor(n / 3) % MENUS}`
  if (n % 3 === 0) return ask(`/v1/groups?menus=${menu}`)
  if (n % 3 === 1) return ask(`/devices/${deviceOf(n % DEVICES)}`)
  const tag = `tag-${n % 6}`
  // A menu that does not exist adds nothing to the response, but makes the query a new one.
  return ask(`/v1/groups?tags=${tag}&menus=${ALL_MENUS}`, `,none-${n}`)
}

/** The request that shows whether the service responds as usual. */
export const PROBE = questionOf(0)

function ask(path: string, suffix = ''): Question {
  const headers = `Host: x\r\nX-API-Key: ${KEY}\r\nAuthorization: Bearer ${KEY}`
  return { name: path, bytes: `GET ${path}${suffix} HTTP/1.1\r\n${headers}\r\n\r\n` }
}
