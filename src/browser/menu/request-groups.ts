import { COMPRESSIONS } from '../../http/content-encodings.ts'
import { isObject } from '../../lib/json/json.ts'
import { type FailureReason, reasonOfFailure } from '../failures.ts'
import { request } from '../request.ts'
import { MENU_API } from '../service.ts'
import { type GroupsEnvelope, isEnvelope } from './menu-fields.ts'

/** The query of a board, and its key. */
export interface GroupsRequest {
  readonly query: string
  readonly key: string
}

export type GroupsResult =
  | { readonly kind: 'changed'; readonly body: GroupsEnvelope; readonly etag: string }
  | { readonly kind: 'unchanged' }
  | FailureReason

/** Requests the groups, unless they still have the given ETag. */
export async function requestGroups(
  { query, key }: GroupsRequest,
  etag: string | undefined,
): Promise<GroupsResult> {
  const headers = etag === undefined ? {} : { 'If-None-Match': inEveryEncoding(etag) }
  const path = `/v1/groups?${query}`
  const response = await request<unknown>(MENU_API, path, key, { headers, cache: 'no-store' })
  if (!response.isOk) return reasonOfFailure(response)
  if (response.status === 304) return { kind: 'unchanged' }
  const newEtag = response.headers.get('etag') ?? ''
  if (!isEnvelope(response.body)) return { kind: 'unavailable', retryAfterMs: 0 }
  return etag !== undefined && haveSameContent(etag, newEtag)
    ? { kind: 'unchanged' }
    : { kind: 'changed', body: response.body, etag: newEtag }
}

/**
 * Requests a token for opening a stream, because a key must not be part of a URL.
 * @returns undefined if there is none
 */
export async function requestToken({ key }: GroupsRequest): Promise<string | undefined> {
  const response = await request<unknown>(MENU_API, '/v1/stream-token', key, { cache: 'no-store' })
  const token = response.isOk && isObject(response.body) ? response.body['token'] : undefined
  return typeof token === 'string' ? token : undefined
}

/** Returns the ETags of a content in every encoding. A stream only has the ETag of the identity encoding. */
function inEveryEncoding(etag: string): string {
  const plain = plainTag(etag)
  return [plain, ...COMPRESSIONS.map((encoding) => plain.replace(/"$/, `-${encoding}"`))].join(', ')
}

/** Whether two ETags stand for the same content. */
export function haveSameContent(etag: string, other: string): boolean {
  return plainTag(etag) === plainTag(other)
}

function plainTag(etag: string): string {
  const strong = etag.replace(/^W\//, '')
  const suffix = COMPRESSIONS.map((encoding) => `-${encoding}"`).find((end) => strong.endsWith(end))
  return suffix === undefined ? strong : `${strong.slice(0, -suffix.length)}"`
}
