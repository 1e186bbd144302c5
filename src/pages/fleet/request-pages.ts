import type { Fleet } from '#dist/fleet/schema.js'
import { type Failure, LIST_TIMEOUT_MS, request } from '../../browser/request.ts'
import { DEVICE_API } from '../../browser/service.ts'

interface PagesRequest {
  readonly apiKey: string
  readonly query: string
  /** The most pages to return, including the known ones. */
  readonly maxPages: number
  readonly signal?: AbortSignal | null
}

/**
 * Requests the pages that follow the known ones, one after the other, because each response has the cursor of the next page.
 * @returns the known and the new pages, and the failure of the first request that failed
 */
export async function requestPages(
  { apiKey, query, maxPages, signal = null }: PagesRequest,
  known: readonly Fleet[] = [],
): Promise<{ readonly pages: readonly Fleet[]; readonly failure?: Failure }> {
  const pages = [...known]
  let cursor: string | null = known.length === 0 ? '' : (known[known.length - 1]?.next ?? null)
  while (cursor !== null && pages.length < maxPages) {
    const path = `/fleet?${query}&cursor=${encodeURIComponent(cursor)}`
    const response = await request<Fleet>(DEVICE_API, path, apiKey, { timeoutMs: LIST_TIMEOUT_MS, signal })
    if (!response.isOk) return { pages, failure: response }
    pages.push(response.body)
    cursor = response.body.next
  }
  return { pages }
}
