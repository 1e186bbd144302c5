import { withoutQuery } from '../../lib/http-client/get.ts'

/** The two interfaces of a service. Each has its own header for the key, and may have its own address. */
export type InterfaceName = 'menus' | 'devices'

/** A key for another service, and where it comes from: `in FILE`, for messages. */
export interface ServiceKey {
  readonly text: string
  readonly source: string
}

/** The header in which an interface expects a key. */
export function keyHeader(of: InterfaceName, { text }: ServiceKey): Record<string, string> {
  return of === 'menus' ? { 'x-api-key': text } : { authorization: `Bearer ${text}` }
}

/** The meaning of status 401. */
export function describeRefusal(url: URL, { source }: ServiceKey): string {
  return `${withoutQuery(url)} does not accept the key ${source}: it is unknown, revoked or expired there.`
}
