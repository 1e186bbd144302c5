import type { GroupsEnvelope } from '#dist/menu/schema.js'
import { menuBasePath } from '../service.ts'
import { timeoutSignal } from './delays.ts'
import { isEnvelope } from './envelope.ts'

const TIMEOUT_MS = 10_000

/** The query of a board, and its key. */
export interface Selection {
  readonly query: string
  readonly key: string
}

/** The response is of no use: the service, or the network before it, does not work as it should. */
interface Unavailable {
  readonly kind: 'unavailable'
  readonly retryAfterMs: number
}
/** The service rejected the key. */
interface Rejected {
  readonly kind: 'rejected'
}
export type GroupsResult =
  | { readonly kind: 'changed'; readonly body: GroupsEnvelope; readonly etag: string }
  | { readonly kind: 'unchanged' }
  | Rejected
  | Unavailable
export type TokenResult = { readonly kind: 'token'; readonly token: string } | Rejected | Unavailable
export type MenuIdsResult =
  | { readonly kind: 'menus'; readonly ids: ReadonlySet<string> }
  | Rejected
  | Unavailable

const UNAVAILABLE: Unavailable = { kind: 'unavailable', retryAfterMs: 0 }

/** Requests the groups, unless they still have the given ETag. */
export function requestGroups({ query, key }: Selection, etag: string | undefined): Promise<GroupsResult> {
  const headers = etag === undefined ? {} : { 'If-None-Match': inEveryEncoding(etag) }
  return request<GroupsResult>(`/v1/groups?${query}`, key, headers, async (response) => {
    if (response.status === 304) return { kind: 'unchanged' }
    const body: unknown = await response.json()
    const newEtag = response.headers.get('etag') ?? ''
    if (!isEnvelope(body)) return UNAVAILABLE
    return etag !== undefined && isSame(etag, newEtag)
      ? { kind: 'unchanged' }
      : { kind: 'changed', body, etag: newEtag }
  })
}

/** Requests a token for opening a stream, because a key must not be part of a URL. */
export function requestToken({ key }: Selection): Promise<TokenResult> {
  return request<TokenResult>('/v1/stream-token', key, {}, async (response) => {
    const { token } = (await response.json()) as { token?: unknown }
    return typeof token === 'string' ? { kind: 'token', token } : UNAVAILABLE
  })
}

/** Requests the ids of all menus that the key may read. */
export function requestMenuIds({ key }: Selection): Promise<MenuIdsResult> {
  return request<MenuIdsResult>('/v1/menus', key, {}, async (response) => {
    const menus = (await response.json()) as readonly { readonly id: string }[]
    return { kind: 'menus', ids: new Set(menus.map(({ id }) => id)) }
  })
}

async function request<Result>(
  path: string,
  key: string,
  headers: Readonly<Record<string, string>>,
  read: (response: Response) => Promise<Result>,
): Promise<Result | Rejected | Unavailable> {
  // A text that no header can contain is not a key, and fetch would throw.
  if (!/^[\x21-\x7e]+$/.test(key)) return { kind: 'rejected' }
  try {
    const response = await fetch(menuBasePath + path, {
      headers: { 'X-API-Key': key, ...headers },
      cache: 'no-store',
      signal: timeoutSignal(TIMEOUT_MS),
    })
    if (isRejection(response)) return { kind: 'rejected' }
    return response.ok || response.status === 304 ? await read(response) : unavailableAs(response)
  } catch {
    return UNAVAILABLE
  }
}

/** Whether the service rejected the key. A proxy that requires a login responds 401 too, without ApiKey. */
function isRejection({ status, headers }: Response): boolean {
  return status === 401 && /^ApiKey\b/i.test(headers.get('www-authenticate') ?? 'ApiKey')
}

function unavailableAs({ headers }: Response): Unavailable {
  const seconds = Number(headers.get('retry-after'))
  return { kind: 'unavailable', retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0 }
}

/** Returns the ETags of a content in every encoding. A stream only has the ETag of the identity encoding. */
function inEveryEncoding(etag: string): string {
  const plain = plainTag(etag)
  return [plain, ...['gzip', 'br'].map((encoding) => plain.replace(/"$/, `-${encoding}"`))].join(', ')
}

/** Returns whether two ETags stand for the same content. */
export function isSame(etag: string, other: string): boolean {
  return plainTag(etag) === plainTag(other)
}

function plainTag(etag: string): string {
  return etag.replace(/^W\//, '').replace(/-(?:gzip|br)"$/, '"')
}
