import type { Database } from '../storage/database.ts'
import { type CachedResponse, cacheKeyOf, type ResponseCache } from './cache/response-cache.ts'
import { loadTrees, type Menus } from './repository.ts'
import type { Group } from './schema.ts'
import { canonicalSelection, type Selection, select } from './selection.ts'

export interface ContentParts {
  readonly database: Database
  readonly cache: ResponseCache
}

/** The response of `GET /v1/groups` for a selection of these menus, in these revisions or newer ones. */
export function findGroups(parts: ContentParts, menus: Menus, selection: Selection): Promise<CachedResponse> {
  const query = `groups ${canonicalSelection(selection)}`
  return findFromTrees(parts, menus, query, (trees) => select(trees, selection))
}

/** The response to a query whose value is computed from the trees of these menus. */
export function findFromTrees(
  { database, cache }: ContentParts,
  { menus, revisions }: Menus,
  query: string,
  toValue: (trees: readonly Group[][]) => object,
): Promise<CachedResponse> {
  return cache.find(cacheKeyOf(query, revisions), async () => {
    const loaded = await loadTrees(database, menus)
    return { value: toValue(loaded.trees), cacheKey: cacheKeyOf(query, loaded.revisions) }
  })
}
