import type { Database } from '../storage/database.ts'
import { type CachedResponse, type ResponseCache, responseCacheKey } from './cache/response-cache.ts'
import { loadTrees, type Menus, toMenus } from './repository.ts'
import type { MenuRow } from './rows.ts'
import type { Group } from './schema.ts'
import { canonicalSelection, readSelection, type Selection, selectGroups } from './selection.ts'

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
  return findFromTrees(sources, menus, queryOf(selection), (trees) => selectGroups(trees, selection))
}

const queryOf = (selection: Selection) => `groups ${canonicalSelection(selection)}`

/**
 * The ETag of `GET /v1/groups?menus=ID`, not compressed, for a menu in this revision.
 * @returns undefined if the menu has been changed since
 */
export async function findTag(sources: ResponseSources, menu: MenuRow): Promise<string | undefined> {
  const menus = toMenus([menu])
  const everything = readSelection({})
  const { cacheKey, tag } = await findGroups(sources, menus, everything)
  return cacheKey === responseCacheKey(queryOf(everything), menus.revisionsHash) ? tag : undefined
}

/** The response to a query whose value is computed from the trees of these menus. */
export function findFromTrees(
  { database, cache }: ResponseSources,
  { menus, revisionsHash }: Menus,
  query: string,
  toValue: (trees: readonly Group[][]) => object,
): Promise<CachedResponse> {
  return cache.find(responseCacheKey(query, revisionsHash), async () => {
    const loaded = await loadTrees(database, menus)
    return { value: toValue(loaded.trees), cacheKey: responseCacheKey(query, loaded.revisionsHash) }
  })
}
