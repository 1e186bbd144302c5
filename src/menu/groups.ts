import type { Database } from '../storage/database.ts'
import { type CachedResponse, type ResponseCache, responseCacheKey } from './cache/response-cache.ts'
import { loadTrees, type Menus } from './repository.ts'
import type { Group } from './schema.ts'
import { canonicalSelection, type Selection, select } from './selection.ts'

export interface ResponseSources {
  readonly database: Database
  readonly cache: ResponseCache
}

/** The response of `GET /v1/groups` for a selection of these menus, in these revisions or newer ones. */
export function findGroups(
  sources: ResponseSources,
  menus: Menus,
  selection: Selection,
): Promise<CachedResponse> {
  const query = `groups ${canonicalSelection(selection)}`
  return findFromTrees(sources, menus, query, (trees) => select(trees, selection))
}

/** The response to a query whose value is computed from the trees of these menus. */
export function findFromTrees(
  { database, cache }: ResponseSources,
  { menus, revisions }: Menus,
  query: string,
  toValue: (trees: readonly Group[][]) => object,
): Promise<CachedResponse> {
  return cache.find(responseCacheKey(query, revisions), async () => {
    const loaded = await loadTrees(database, menus)
    return { value: toValue(loaded.trees), cacheKey: responseCacheKey(query, loaded.revisions) }
  })
}
