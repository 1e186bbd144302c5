import type { Database } from '../storage/database.ts'
import type { CachedResponse } from './cache/cached-response.ts'
import { cacheKeyOf, type ResponseCache } from './cache/response-cache.ts'
import { loadTrees, type Menus } from './repository.ts'
import { canonicalSelection, type Selection, select } from './selection.ts'

interface Parts {
  readonly database: Database
  readonly cache: ResponseCache
}

/** The response of `GET /v1/groups` for a selection of these menus, in these revisions or newer ones. */
export function findGroups(
  { database, cache }: Parts,
  { menus, revisions }: Menus,
  selection: Selection,
): Promise<CachedResponse> {
  const query = `groups ${canonicalSelection(selection)}`
  return cache.find(cacheKeyOf(query, revisions), async () => {
    const loaded = await loadTrees(database, menus)
    return { value: select(loaded.trees, selection), cacheKey: cacheKeyOf(query, loaded.revisions) }
  })
}
