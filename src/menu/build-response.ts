import { createFairQueue } from '../http/fair-queue.ts'
import type { Database } from '../storage/database.ts'
import { type JsonBody, type ResponseCache, responseCacheKey } from './cache/response-cache.ts'
import { type MenuSet, readTrees } from './repository.ts'
import type { Group } from './schema.ts'
import { canonicalSelection, type Selection, selectGroups } from './selection.ts'

/** Limits how many responses are built at once: queries for one large menu must neither delay other menus nor fill the memory. */
const enqueue = createFairQueue({
  maxRunning: 3,
  maxWaitingOfOwner: Number.POSITIVE_INFINITY,
  maxPauseMs: 1000,
})

export interface ResponseSources {
  readonly database: Database
  readonly cache: ResponseCache
}

/** The body of `GET /v1/groups` for a selection of these menus, in these revisions or newer ones. */
export function groupsBody(
  sources: ResponseSources,
  menus: MenuSet,
  selection: Selection,
): Promise<JsonBody> {
  const canonicalRequest = `groups ${canonicalSelection(selection)}`
  return bodyFromTrees(sources, menus, canonicalRequest, (trees) => selectGroups(trees, selection))
}

/** The body of the response to a request (see `responseCacheKey`) that is computed from the trees of these menus. */
export function bodyFromTrees(
  { database, cache }: ResponseSources,
  { rows, revisionsHash }: MenuSet,
  canonicalRequest: string,
  toValue: (trees: readonly Group[][]) => object,
): Promise<JsonBody> {
  const cacheKeyOf = (hash: string) => responseCacheKey(canonicalRequest, hash)
  const build = async () => {
    const loaded = await readTrees(database, rows)
    return { value: toValue(loaded.trees), cacheKey: cacheKeyOf(loaded.revisionsHash) }
  }
  return cache.findOrBuild(cacheKeyOf(revisionsHash), () => enqueue(revisionsHash, build))
}
