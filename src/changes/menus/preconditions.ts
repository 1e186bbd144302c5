import { matchesEntityTag } from '../../http/entity-tag.ts'
import { HttpError } from '../../http/errors.ts'
import { findTag, type ResponseSources } from '../../menu/groups.ts'
import { findMenuQuery } from '../../menu/queries.ts'
import type { MenuRow } from '../../menu/rows.ts'
import { readRows } from '../../storage/chunks.ts'
import type { Read } from '../../storage/database.ts'

/** The headers of a request that make it depend on the state of the menu (RFC 9110 §13.1). */
interface Conditions {
  readonly ifMatch: string | undefined
  readonly ifNoneMatch: string | undefined
}

/** Conditions, and what must be known of the menu to evaluate them. */
export interface Preconditions extends Conditions {
  /** Undefined if no condition names the tag of a content, or if the menu was changed while it was read. */
  readonly content: { readonly revision: string; readonly tag: string } | undefined
}

/**
 * A menu has two ETags. That of its content, which `GET /v1/groups?menus=ID` has as well, takes reading the whole menu. That of its
 * revision takes one row; it begins like no tag of a content.
 */
const tagOfRevision = (revision: string) => `revision-${revision}`
const TAG_OF_REVISION = /^"revision-/

/** The ETag of a menu in its current revision. */
export function* readRevisionTag(menuId: string): Generator<Read, string> {
  return tagOfRevision(yield* readRevision(menuId))
}

function* readRevision(menuId: string): Generator<Read, string> {
  const [menu] = yield* readRows<MenuRow>(findMenuQuery(menuId))
  return menu?.revision ?? ''
}

/**
 * Reads the tag of a content if a condition names one: before the change takes its turn, and as the cached response to
 * `GET /v1/groups`, so that others do not wait meanwhile.
 */
export async function readPreconditions(
  conditions: Conditions,
  sources: ResponseSources,
  menuId: string,
): Promise<Preconditions> {
  const isNeeded = namesContent(conditions.ifMatch) || namesContent(conditions.ifNoneMatch)
  return { ...conditions, content: isNeeded ? await readContent(sources, menuId) : undefined }
}

async function readContent(sources: ResponseSources, menuId: string): Promise<Preconditions['content']> {
  const { sql, parameters = [] } = findMenuQuery(menuId)
  const menu = await sources.database.get<MenuRow>(sql, ...parameters)
  const tag = menu && (await findTag(sources, menu))
  return menu && tag !== undefined ? { revision: menu.revision, tag } : undefined
}

/** Any state matches `*`, so nothing else in such a list matters. */
function namesContent(header: string | undefined): boolean {
  const tags = header === undefined ? [] : tagsIn(header)
  return !tags.includes('*') && tags.some((tag) => !TAG_OF_REVISION.test(tag))
}

/** The strong tags in a list, and weak ones as they are. Each encoding of a response has a tag of its own: all of them stand for one. */
function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim().replace(/-(?:br|gzip)"$/, '"'))
}

/** @throws {HttpError} 412 if the menu is not in the state that the request depends on */
export function* checkPreconditions(
  menuId: string,
  { ifMatch, ifNoneMatch, content }: Preconditions,
): Generator<Read, void> {
  if (ifMatch === undefined && ifNoneMatch === undefined) return
  const revision = yield* readRevision(menuId)
  const isKnown = content?.revision === revision
  const current = [tagOfRevision(revision), ...(isKnown ? [content.tag] : [])].map((tag) => `"${tag}"`)
  const isMatched = ifMatch === undefined || matchesExactly(ifMatch, current)
  // If it was changed meanwhile, it may have become what is excluded.
  const isUnknown = namesContent(ifNoneMatch) && !isKnown
  if (!isMatched || isUnknown || isExcluded(ifNoneMatch, current))
    throw new HttpError(412, 'The menu has changed since: read it again')
}

/** If-Match compares strongly, so a weak tag matches nothing (RFC 9110 §13.1.1). */
function matchesExactly(ifMatch: string, current: readonly string[]): boolean {
  return tagsIn(ifMatch).some((tag) => tag === '*' || current.includes(tag))
}

function isExcluded(ifNoneMatch: string | undefined, current: readonly string[]): boolean {
  if (ifNoneMatch === undefined) return false
  const listed = tagsIn(ifNoneMatch).join()
  return current.some((tag) => matchesEntityTag(listed, tag))
}
