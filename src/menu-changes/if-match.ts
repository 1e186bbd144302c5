import type { IncomingHttpHeaders } from 'node:http'
import { contentHashIn, contentHashOf } from '../http/entity-tag.ts'
import { HttpError } from '../http/http-error.ts'
import type { MenuRow } from '../menu/menu-rows.ts'
import { parseSelection, selectGroups } from '../menu/selection.ts'
import { buildTrees } from '../menu/tree.ts'
import type { MenuWithTree } from '../menu/write/queries/stored-menus.ts'

/** The content hashes in If-Match of a request to change a menu (RFC 9110 §13.1.1); undefined if the menu may have any content. */
export type IfMatch = readonly string[] | undefined

export const menuHasChangedError = () =>
  new HttpError(412, 'The menu has changed since it was read: read it again')

/**
 * Reads If-Match. All encodings of a response count as the same content.
 * @throws {HttpError} 412 if there is an If-None-Match: a change never creates a menu
 */
export function parseIfMatch({
  'if-match': header,
  'if-none-match': ifNoneMatch,
}: IncomingHttpHeaders): IfMatch {
  if (ifNoneMatch !== undefined) throw new HttpError(412, 'If-None-Match is for reading only: use If-Match')
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').flatMap((etag) => contentHashIn(etag.trim()) ?? [])
}

/** The hash of the content of a menu: that of `GET /v1/groups?menus=ID`. */
export function contentHashOfMenu({ groups, items }: Pick<MenuWithTree, 'groups' | 'items'>): string {
  const trees = [...buildTrees(groups, items).values()]
  return contentHashOf(JSON.stringify(selectGroups(trees, parseSelection({}))))
}

/** @throws {HttpError} 412 if If-Match does not list the content of the menu */
export function requireMatch(
  ifMatch: IfMatch,
  stored: (MenuWithTree & { readonly menu: MenuRow }) | undefined,
): void {
  if (ifMatch === undefined) return
  if (stored === undefined || !ifMatch.includes(contentHashOfMenu(stored))) throw menuHasChangedError()
}
