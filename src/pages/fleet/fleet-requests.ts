import type { Fleet } from '#dist/fleet/schema.js'
import { type Failure, LIST_TIMEOUT_MS, request } from '../../browser/request.ts'
import { DEVICES } from '../../browser/service.ts'
import type { View } from './view.ts'

/** The query for the devices of a view. */
export function fleetQuery({ state, site, search, sort }: View): string {
  return new URLSearchParams({ state: state ?? '', site, search, sort, group: 'site' }).toString()
}

interface PagesRequest {
  readonly key: string
  readonly query: string
  /** The most pages, with those that are known. */
  readonly count: number
  readonly signal: AbortSignal
}

/** Requests the pages after those that are known, one after the other: each begins where the one before ends. */
export async function requestPages(
  { key, query, count, signal }: PagesRequest,
  known: readonly Fleet[] = [],
): Promise<readonly Fleet[] | Failure> {
  const pages = [...known]
  let cursor: string | null = known.length === 0 ? '' : (known[known.length - 1]?.next ?? null)
  while (cursor !== null && pages.length < count) {
    const path = `/fleet?${query}&cursor=${encodeURIComponent(cursor)}`
    const answer = await request<Fleet>(DEVICES, path, key, { timeoutMs: LIST_TIMEOUT_MS, signal })
    if (!answer.isOk) return answer
    pages.push(answer.body)
    cursor = answer.body.next
  }
  return pages
}
