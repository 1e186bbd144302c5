import type { IncomingHttpHeaders } from 'node:http'
import { matchesEntityTag } from '../http/entity-tag.ts'
import { HttpError } from '../http/http-error.ts'
import { toCachedResponse } from '../menu/cache/response-cache.ts'
import type { MenuRow } from '../menu/menu-rows.ts'
import { findMenuQuery } from '../menu/queries.ts'
import { readSelection, selectGroups } from '../menu/selection.ts'
import { buildTrees } from '../menu/tree.ts'
import type { StoredMenu } from '../menu/write/queries/stored-menus.ts'
import { readRows } from '../storage/chunks.ts'
import type { Database, Read } from '../storage/database.ts'

/** The headers of a request that make it depend on the state of the menu (RFC 9110 §13.1). */
export interface Preconditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
  /** The revision of the menu when the request arrived, if a condition names a content tag. */
  readonly revision: string | undefined
}

/**
 * A menu has two ETags. The content tag is also the ETag of `GET /v1/groups?menus=ID`; computing it reads the whole menu. The
 * revision tag needs one row, so responses to changes of items have it. Only the revision tag has this prefix.
 */
const toRevisionEtag = (revision: string) => `revision-${revision}`
const REVISION_ETAG = /^"revision-/

/** The ETag of a menu in its current revision. */
export function* readRevisionEtag(menuId: string): Generator<Read, string> {
  return toRevisionEtag(yield* readRevision(menuId))
}

function* readRevision(menuId: string): Generator<Read, string> {
  const [menu] = yield* readRows<MenuRow>(findMenuQuery(menuId))
  return menu?.revision ?? ''
}

/** The content tag of a menu: the ETag of `GET /v1/groups?menus=ID` without compression. */
export function contentEtag({ groups, items }: Pick<StoredMenu, 'groups' | 'items'>): string {
  const trees = [...buildTrees(groups, items).values()]
  return toCachedResponse(selectGroups(trees, readSelection({})), '').tag
}

/** The content tag that a condition needs; undefined if none needs it, or if the menu has changed since the request arrived. */
export function contentEtagFor(
  { revision }: Preconditions,
  stored: (StoredMenu & { readonly menu: MenuRow }) | undefined,
): string | undefined {
  return stored && stored.menu.revision === revision ? contentEtag(stored) : undefined
}

/**
 * Reads the headers, and the revision if one of them names a content tag. The content is read later, when the change leaves its
 * queue.
 */
export async function readPreconditions(
  database: Database,
  menuId: string,
  { 'if-match': ifMatch, 'if-none-match': ifNoneMatch }: IncomingHttpHeaders,
): Promise<Preconditions> {
  const isNeeded = namesContent(ifMatch) || namesContent(ifNoneMatch)
  const menu = isNeeded ? await database.get<MenuRow>(findMenuQuery(menuId)) : undefined
  return { ifMatch, ifNoneMatch, revision: menu?.revision }
}

/** Whether a header names a content tag. A list with `*` matches any state, so its tags do not matter. */
function namesContent(header: string | undefined): boolean {
  const tags = header === undefined ? [] : etagsIn(header)
  return !tags.includes('*') && tags.some((tag) => !REVISION_ETAG.test(tag))
}

/** The tags in a list, without the suffix of an encoding: all encodings of a response count as the same content. */
function etagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/-(?:br|gzip)"$/, '"'))
}

/**
 * @param content see `contentEtagFor`
 * @throws {HttpError} 412 if the menu is not in the state that the request depends on
 */
export function* checkPreconditions(
  menuId: string,
  { ifMatch, ifNoneMatch, revision: earlier }: Preconditions,
  content: string | undefined,
): Generator<Read, void> {
  if (ifMatch === undefined && ifNoneMatch === undefined) return
  const revision = yield* readRevision(menuId)
  const isKnown = content !== undefined && revision === earlier
  const current = [toRevisionEtag(revision), ...(isKnown ? [content] : [])].map((tag) => `"${tag}"`)
  const isMatched = ifMatch === undefined || matchesExactly(ifMatch, current)
  // If the menu has changed since its content was read, its content tag is unknown, and If-None-Match may exclude it.
  const isUnknown = namesContent(ifNoneMatch) && !isKnown
  if (!isMatched || isUnknown || isExcluded(ifNoneMatch, current))
    throw new HttpError(412, 'The menu has changed since: read it again')
}

/** If-Match compares strongly, so a weak tag matches nothing (RFC 9110 §13.1.1). */
function matchesExactly(ifMatch: string, current: readonly string[]): boolean {
  return etagsIn(ifMatch).some((tag) => tag === '*' || current.includes(tag))
}

function isExcluded(ifNoneMatch: string | undefined, current: readonly string[]): boolean {
  if (ifNoneMatch === undefined) return false
  const listed = etagsIn(ifNoneMatch).join()
  return current.some((tag) => matchesEntityTag(listed, tag))
}
