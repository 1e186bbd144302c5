import type { GroupsEnvelope } from '#dist/menu/schema.js'
import { menuBasePath } from '../shared/service.ts'
import { isEnvelope } from './envelope.ts'

const TIMEOUT_MS = 10_000

/** The query of a board, and its key. */
export interface Selection {
  readonly query: string
  readonly key: string
}

/** The response is of no use: the service, or the network before it, does not work as it should. */
interface Away {
  readonly kind: 'away'
  readonly retryAfterMs: number
}
interface Refused {
  readonly kind: 'refused'
}
export type GroupsAnswer =
  | { readonly kind: 'news'; readonly body: GroupsEnvelope; readonly etag: string }
  | { readonly kind: 'same' }
  | Refused
  | Away
export type TokenAnswer = { readonly kind: 'token'; readonly token: string } | Refused | Away
export type MenuIdsAnswer = { readonly kind: 'menus'; readonly ids: ReadonlySet<string> } | Refused | Away

const AWAY: Away = { kind: 'away', retryAfterMs: 0 }

/** Requests the groups, unless they still have the given ETag. */
export function askGroups({ query, key }: Selection, etag: string | undefined): Promise<GroupsAnswer> {
  const headers = etag === undefined ? {} : { 'If-None-Match': everyCoding(etag) }
  return ask<GroupsAnswer>(`/v1/groups?${query}`, key, headers, async (response) => {
    if (response.status === 304) return { kind: 'same' }
    const body: unknown = await response.json()
    const answered = response.headers.get('etag') ?? ''
    if (!isEnvelope(body)) return AWAY
    return etag !== undefined && isSame(etag, answered)
      ? { kind: 'same' }
      : { kind: 'news', body, etag: answered }
  })
}

/** Requests a token for opening a stream, because a key must not be part of a URL. */
export function askToken({ key }: Selection): Promise<TokenAnswer> {
  return ask<TokenAnswer>('/v1/stream-token', key, {}, async (response) => {
    const { token } = (await response.json()) as { token?: unknown }
    return typeof token === 'string' ? { kind: 'token', token } : AWAY
  })
}

/** Requests the ids of all menus that the key may read. */
export function askMenuIds({ key }: Selection): Promise<MenuIdsAnswer> {
  return ask<MenuIdsAnswer>('/v1/menus', key, {}, async (response) => {
    const menus = (await response.json()) as readonly { readonly id: string }[]
    return { kind: 'menus', ids: new Set(menus.map(({ id }) => id)) }
  })
}

async function ask<Answer>(
  path: string,
  key: string,
  headers: Readonly<Record<string, string>>,
  read: (response: Response) => Promise<Answer>,
): Promise<Answer | Refused | Away> {
  // A text that no header can contain is not a key, and fetch would throw.
  if (!/^[\x21-\x7e]+$/.test(key)) return { kind: 'refused' }
  try {
    const response = await fetch(menuBasePath + path, {
      headers: { 'X-API-Key': key, ...headers },
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (isRefusal(response)) return { kind: 'refused' }
    return response.ok || response.status === 304 ? await read(response) : awayAs(response)
  } catch {
    return AWAY
  }
}

/** Whether the service refused the key. A proxy that requires a login responds 401 too, without ApiKey. */
function isRefusal({ status, headers }: Response): boolean {
  return status === 401 && /^ApiKey\b/i.test(headers.get('www-authenticate') ?? 'ApiKey')
}

function awayAs({ headers }: Response): Away {
  const seconds = Number(headers.get('retry-after'))
  return { kind: 'away', retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0 }
}

/** Returns the ETags of a content in every encoding. A stream only has the ETag of the identity encoding. */
function everyCoding(etag: string): string {
  const plain = plainTag(etag)
  return [plain, ...['gzip', 'br'].map((coding) => plain.replace(/"$/, `-${coding}"`))].join(', ')
}

/** Returns whether two ETags stand for the same content. */
export function isSame(etag: string, other: string): boolean {
  return plainTag(etag) === plainTag(other)
}

function plainTag(etag: string): string {
  return etag.replace(/^W\//, '').replace(/-(?:gzip|br)"$/, '"')
}
