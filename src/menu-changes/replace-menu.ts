import { authorizeAgain, requireTargetId } from '../auth/write-guard.ts'
import { flattenMenu } from '../documents/flatten.ts'
import { checkWholeMenu } from '../documents/id-index.ts'
import { UNKNOWN_FIELD } from '../documents/import-error.ts'
import { UnknownFields } from '../documents/unknown-fields.ts'
import { validateMember } from '../documents/validate-member.ts'
import type { Validators } from '../documents/validators.ts'
import { losesMostItems, MOST_ITEMS_IN_WORDS } from '../documents/write/removals.ts'
import { MAX_MENU_NODES } from '../http/bodies/body-limits.ts'
import { HttpError } from '../http/http-error.ts'
import type { FieldDifference } from '../lib/differences.ts'
import { isObject } from '../lib/json/json.ts'
import { formatNumber } from '../lib/text/format-number.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { MenuRow } from '../menu/menu-rows.ts'
import { hasMoreNodes, menusQuery } from '../menu/queries.ts'
import { MENU_NOT_FOUND } from '../menu/schema.ts'
import type { MenuComparison, MenuDifference } from '../menu/write/compare-menus.ts'
import { type Removal, writeComparisons } from '../menu/write/write-menus.ts'
import type { Database, Statement } from '../storage/database.ts'
import { read } from '../storage/statements.ts'
import { type ChangeRequest, MENU_WRITE_REQUIREMENT } from './change.ts'
import { GroupBody, ItemBody, WrittenMenu } from './menu-body.ts'
import type { MenuChangeCounts } from './schema.ts'
import { rejectAt } from './validation.ts'

export const REPLACE_MENU_REQUIREMENT = {
  ...MENU_WRITE_REQUIREMENT,
  requireTarget: requireTargetId(MENU_NOT_FOUND),
}

/** A menu as rows. Each group and item also has the JSON pointer of its place in the body, for errors. */
export type ParsedMenu = ReturnType<typeof flattenMenu>

/**
 * Reads the menu in a body. Its id may be left out.
 * @throws {HttpError} 400 with the JSON pointer of the first error
 */
export function parseMenu(validators: Validators, body: unknown, menuId: string): ParsedMenu {
  const id: unknown = Object(body).id
  if (id !== undefined && id !== menuId) rejectAt('/id', 'must be the id in the path, or left out')
  if (isTooLarge(body)) rejectAt('', TOO_LARGE)
  const errors = { count: 0, showsValues: false, add: rejectAt }
  const menu = validateMember(
    validators,
    'menus',
    '',
    isObject(body) ? { ...body, id: menuId } : body,
    errors,
  )
  if (menu === undefined) rejectAt('', 'must be a menu')
  const unknown = new UnknownFields([GroupBody, ItemBody])
  unknown.addFrom(menu, WrittenMenu, '')
  const [pointer] = unknown.pointers
  if (pointer !== undefined) rejectAt(pointer, UNKNOWN_FIELD)
  const wanted = flattenMenu(menu)
  checkWholeMenu(wanted, '', errors)
  return wanted
}

export const TOO_MANY_NODES = `more than ${formatNumber(MAX_MENU_NODES)} groups and items`
const TOO_LARGE = `must not have ${TOO_MANY_NODES}: import a larger menu with "signage import"`
const STORED_TOO_LARGE = `The stored menu has ${TOO_MANY_NODES}: change it with "signage import"`

function isTooLarge(body: unknown): boolean {
  const nodes: unknown[] = [body]
  // The list grows while it is read.
  for (const node of nodes) {
    const { groups, items } = Object(node)
    for (const list of [groups, items]) {
      if (!Array.isArray(list)) continue
      // The body itself is the first node.
      if (nodes.length - 1 + list.length > MAX_MENU_NODES) return true
      nodes.push(...list)
    }
  }
  return false
}

/** @throws {HttpError} 409 if the stored menu is too large to be replaced */
export async function requireSmallMenu(database: Database, menuId: string): Promise<void> {
  if (await hasMoreNodes(database, menuId, MAX_MENU_NODES)) throw new HttpError(409, STORED_TOO_LARGE)
}

/** A request to replace a menu. Its body is not parsed yet. */
export interface ReplaceRequest extends ChangeRequest {
  readonly menuId: string
  readonly body: Uint8Array
  readonly allowRemovals: boolean
}

/** The result of a comparison that was made before the transaction, and the stored revision that it is for. */
export interface ComparedMenu {
  readonly revision: string | undefined
  readonly comparison: MenuComparison
}

/**
 * Makes a menu the wanted one, if the key may still do so. Equal rows are not written.
 * @returns undefined, and writes nothing, if the menu has another revision than the compared one
 * @throws {HttpError} 401, 403 or 404 if it may not; 409 if it would remove most of the items
 */
export function* replaceMenu(
  { revision, comparison }: ComparedMenu,
  request: ReplaceRequest,
  clock: Clock,
): Generator<Statement, MenuChangeCounts | undefined> {
  const { key } = yield* authorizeAgain(REPLACE_MENU_REQUIREMENT, request.authorizationQuery, clock)
  const [stored] = yield* read<MenuRow>(menusQuery([request.menuId]))
  if (stored?.revision !== revision) return undefined
  const differences: MenuDifference[] = []
  const writing = {
    nowMs: request.nowMs,
    keyId: key.id,
    onDifference: (difference: MenuDifference) => differences.push(difference),
    onRemoval: (removal: Removal) => {
      if (!request.allowRemovals && losesMostItems(removal)) throw new HttpError(409, LOSES_MOST_ITEMS)
    },
  }
  yield* writeComparisons([comparison], writing)
  return countChanges(differences)
}

function countChanges(differences: readonly MenuDifference[]): MenuChangeCounts {
  const counted = differences.filter(({ kind, fields }) => kind !== 'menu' || fields?.some(isOrderOfGroups))
  const count = (action: MenuDifference['action']) => counted.filter((each) => each.action === action).length
  return { added: count('added'), changed: count('changed'), removed: count('removed') }
}

/** A new order of the groups in a group is a change of that group. The top-level groups are in none. */
const isOrderOfGroups = ({ field }: FieldDifference) => field === 'order of groups'

const LOSES_MOST_ITEMS = `The menu would lose ${MOST_ITEMS_IN_WORDS}: check the change, or add ?allowRemovals=true`
