import { matchesEntityTag } from '../http/entity-tag.ts'
import { HttpError } from '../http/errors.ts'
import { toCachedResponse } from '../menu/cache/response-cache.ts'
import { findTrees } from '../menu/repository.ts'
import type { GroupNode, ItemNode } from '../menu/rows.ts'
import { readSelection, select } from '../menu/selection.ts'
import { buildTrees } from '../menu/tree.ts'
import { readRows } from '../storage/chunks.ts'
import type { Statement } from '../storage/database.ts'

/** The headers of a request that make it depend on the current state of the menu (RFC 9110 §13.1). */
export interface Preconditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** The rows of one menu, ordered by position. */
interface MenuRows {
  readonly groups: readonly GroupNode[]
  readonly items: readonly ItemNode[]
}

/** The ETag of a menu: that of `GET /v1/groups?menus=ID`, not compressed. */
export function tagOfMenu({ groups, items }: MenuRows): string {
  const trees = [...buildTrees(groups, items).values()]
  return toCachedResponse(select(trees, readSelection({})), '').tag
}

/** The ETag of a stored menu. */
export function* readMenuTag(menuId: string): Generator<Statement, string> {
  const [groups, items] = findTrees([menuId])
  return tagOfMenu({ groups: yield* readRows(groups), items: yield* readRows(items) })
}

/** @throws {HttpError} 412 if the menu is not in the state that the request depends on */
export function* checkPreconditions(
  menuId: string,
  { ifMatch, ifNoneMatch }: Preconditions,
): Generator<Statement, void> {
  if (ifMatch === undefined && ifNoneMatch === undefined) return
  const tag = yield* readMenuTag(menuId)
  const isMatched = ifMatch === undefined || matchesExactly(ifMatch, tag)
  if (!isMatched || isExcluded(ifNoneMatch, tag))
    throw new HttpError(412, 'The menu has changed since: read it again')
}

/** Each encoding of a response has a tag of its own, and all of them stand for the same content. */
const ENCODING = /-(?:br|gzip)"$/

/** If-Match compares strongly, so a weak tag matches nothing (RFC 9110 §13.1.1). */
function matchesExactly(ifMatch: string, tag: string): boolean {
  if (ifMatch.trim() === '*') return true
  return ifMatch.split(',').some((listed) => listed.trim().replace(ENCODING, '"') === `"${tag}"`)
}

function isExcluded(ifNoneMatch: string | undefined, tag: string): boolean {
  return (
    ifNoneMatch !== undefined && matchesEntityTag(ifNoneMatch.replaceAll(/-(?:br|gzip)"/g, '"'), `"${tag}"`)
  )
}
