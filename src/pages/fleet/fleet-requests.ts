import type { Fleet } from '#dist/fleet/schema.js'
import { type Failure, LIST_TIMEOUT_MS, request } from '../../browser/request.ts'
import { DEVICES } from '../../browser/service.ts'
import type { View } from './view.ts'

/** The query for the devices of a view. */
export function fleetQuery({ state, site, search }: View): string {
  return new URLSearchParams({ state: state ?? '', site, search }).toString()
}

interface PagesRequest {
  readonly key: string
  readonly query: string
  /** The most pages to return, with the known ones. */
  readonly maxPages: number
  readonly signal?: AbortSignal | null
}

/**
 * Requests the pages that follow the known ones, one after the other, because each response has the cursor of the next page.
 * @returns the known and the new pages, and the failure of the first request that failed
 */
export async function requestPages(
  { key, query, maxPages, signal = null }: PagesRequest,
  known: readonly Fleet[] = [],
): Promise<{ readonly pages: readonly Fleet[]; readonly failure?: Failure }> {
  const pages = [...known]
  let cursor: string | null = known.length === 0 ? '' : (known[known.length - 1]?.next ?? null)
  while (cursor !== null && pages.length < maxPages) {
    const path = `/fleet?${query}&cursor=${encodeURIComponent(cursor)}`
    const answer = await request<Fleet>(DEVICES, path, key, { timeoutMs: LIST_TIMEOUT_MS, signal })
    if (!answer.isOk) return { pages, failure: answer }
    pages.push(answer.body)
    cursor = answer.body.next
  }
  return { pages }
}
