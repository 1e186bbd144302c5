import { useEffect, useState } from 'preact/hooks'
import type { Menu } from '#dist/menu/schema.js'
import { MAY_NOT_READ, reasonOfFailure } from '../../browser/failures.ts'
import { type Failure, LIST_TIMEOUT_MS, request } from '../../browser/request.ts'
import { type ApiInterface, MENU_API } from '../../browser/service.ts'
import { keepFresh } from './keep-fresh.ts'
import { useAccess } from './key-gate.tsx'

interface Latest<Body> {
  readonly body?: Body
  readonly etag?: string | null
  /** The reason why the body is not up to date. */
  readonly failure?: Failure
}

/**
 * The latest response for a path, kept up to date while the page is visible. The body stays the same object until the response
 * changes. After a change of the path, the body for the earlier path stays until the first response.
 * @param path undefined for no request
 */
export function useResponse<Body>(api: ApiInterface, path: string | undefined) {
  const { apiKey, askIfNeeded } = useAccess()
  const [{ body, failure }, setLatest] = useState<Latest<Body>>({})
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (path === undefined) return
    const closing = new AbortController()
    const { signal } = closing
    keepFresh(async () => {
      const response = await request<Body>(api, path, apiKey, { timeoutMs: LIST_TIMEOUT_MS, signal })
      if (signal.aborted) return undefined
      if (!response.isOk) {
        if (!askIfNeeded(response.status)) setLatest((before) => ({ ...before, failure: response }))
        return response
      }
      const etag = response.headers.get('etag')
      setLatest(({ body: before = response.body, etag: known }) => ({
        body: etag && etag === known ? before : response.body,
        etag,
      }))
      return undefined
    }, signal)
    return () => closing.abort()
  }, [path, attempt])
  return { body, failure, refresh: () => setAttempt((count) => count + 1) }
}

/** The menus that the key may read. */
export function useMenuList() {
  const { body: menus, failure } = useResponse<Menu[]>(MENU_API, '/v1/menus')
  return { menus, failure }
}

/** A text about a request that is repeated; empty if it has not failed. */
export function describeFailure(failure: Failure | undefined): string {
  if (failure === undefined) return ''
  const reason = reasonOfFailure(failure)
  if (reason.kind === 'refused') return reason.sentence || MAY_NOT_READ
  const limit = failure.status === 429 ? failure.message : ''
  return `${limit || 'The service is not responding'}. Retrying automatically.`
}
