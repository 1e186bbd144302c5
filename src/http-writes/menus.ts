import type { FieldDifference } from '../differences.ts'
import { HttpError } from '../http/errors.ts'
import { isObject } from '../json.ts'
import { findPlaces, type Place } from '../menu/queries.ts'
import type { MenuDifference } from '../menu/write/compare-menus.ts'
import { writeMenus } from '../menu/write/write-menus.ts'
import { readRows } from '../storage/chunks.ts'
import type { Statement } from '../storage/database.ts'
import { UnknownFields } from '../transfer/check.ts'
import { UNKNOWN_FIELD } from '../transfer/errors.ts'
import { flattenMenu } from '../transfer/flatten.ts'
import { importFileSections } from '../transfer/schema.ts'
import { checkMember } from '../transfer/validate-member.ts'
import type { Validators } from '../transfer/validators.ts'
import { losesMostItems } from '../transfer/write/removals.ts'
import { findGrantedMenu } from './repository.ts'
import type { MenuChanges } from './schema.ts'
import { rejectFirst } from './validation.ts'

export const menuNotFound = () => new HttpError(404, 'Menu not found')

/** A menu as rows. Groups and items have their JSON pointers. */
export type WantedMenu = ReturnType<typeof flattenMenu>

/**
 * Reads the menu in a body. Its id may be left out.
 * @throws {HttpError} 400 with the JSON pointer of the first error
 */
export function readMenu(validators: Validators, body: unknown, menuId: string): WantedMenu {
  const id: unknown = Object(body).id
  if (id !== undefined && id !== menuId) rejectFirst.add('/id', 'must be the id in the path, or left out')
  if (isTooLarge(body)) rejectFirst.add('', TOO_LARGE)
  const menu = checkMember(
    validators,
    'menus',
    '',
    isObject(body) ? { ...body, id: menuId } : body,
    rejectFirst,
  )
  if (menu === undefined) throw new HttpError(400, '/: must be a menu')
  const unknown = new UnknownFields()
  unknown.addFrom(menu, importFileSections.menus, '')
  const [pointer] = unknown.pointers
  if (pointer !== undefined) rejectFirst.add(pointer, UNKNOWN_FIELD)
  const wanted = flattenMenu(menu)
  for (const kind of KINDS) checkIds(wanted[kind])
  return wanted
}

/** More would stop the process for more than a second. */
const MAX_NODES = 25_000
const TOO_LARGE = `must not have more than ${MAX_NODES.toLocaleString('en')} groups and items, which "signage import" can bring`

function isTooLarge(body: unknown): boolean {
  const nodes: unknown[] = [body]
  // The list grows while it is read.
  for (const node of nodes) {
    const { groups, items } = Object(node)
    for (const list of [groups, items]) {
      if (!Array.isArray(list)) continue
      if (nodes.length + list.length > MAX_NODES) return true
      nodes.push(...list)
    }
  }
  return false
}

const KINDS = ['groups', 'items'] as const

/** The same words for an id that another menu has: a key must not learn of menus that are not granted to it. */
const REPEATED = 'must be given once'

function checkIds(rows: readonly { readonly id: string; readonly pointer: string }[]): void {
  const ids = new Set<string>()
  for (const { id, pointer } of rows) {
    if (ids.has(id)) rejectFirst.add(`${pointer}/id`, REPEATED)
    ids.add(id)
  }
}

/** Which menu is replaced, and who replaces it. */
export interface Replacing {
  readonly wanted: WantedMenu
  readonly keyId: string
  readonly allowRemovals: boolean
  readonly nowMs: number
}

/**
 * Makes a menu what the body says. What is equal is not written.
 * @throws {HttpError} 404 if the menu or its grant was deleted, or the key revoked, meanwhile; 400 if another menu has one
 *   of the ids; 409 if it would remove most of the items
 */
export function* replaceMenu({
  wanted,
  keyId,
  allowRemovals,
  nowMs,
}: Replacing): Generator<Statement, MenuChanges> {
  const menuId = wanted.menu.id
  const [granted] = yield* readRows(findGrantedMenu(keyId, menuId))
  if (granted === undefined) throw menuNotFound()
  for (const kind of KINDS) yield* rejectTaken(wanted, kind)
  const differences: MenuDifference[] = []
  const ids = { groups: idsOf(wanted.groups), items: idsOf(wanted.items) }
  yield* writeMenus([wanted], {
    nowMs,
    keyId,
    isWanted: (kind, id) => ids[kind].has(id),
    onDifference: (difference) => differences.push(difference),
    onRemoval: (removal) => {
      if (!allowRemovals && losesMostItems(removal)) throw tooManyRemovals()
    },
  })
  const counted = differences.filter(({ kind, fields }) => kind !== 'menu' || fields?.some(isOrderOfGroups))
  const count = (action: MenuDifference['action']) => counted.filter((each) => each.action === action).length
  return { added: count('added'), changed: count('changed'), removed: count('removed') }
}

/** A new order of the groups in a group is a change of that group. The top-level groups are in none. */
const isOrderOfGroups = ({ field }: FieldDifference) => field === 'order of groups'

function* rejectTaken({ menu, ...rows }: WantedMenu, kind: 'groups' | 'items'): Generator<Statement, void> {
  const pointers = new Map(rows[kind].map(({ id, pointer }) => [id, pointer]))
  const places = yield* readRows<Place>(findPlaces(`menu_${kind}`, pointers.keys()))
  const taken = places.find(({ menu_id }) => menu_id !== menu.id)
  if (taken !== undefined) rejectFirst.add(`${pointers.get(taken.id)}/id`, REPEATED)
}

function tooManyRemovals(): HttpError {
  return new HttpError(
    409,
    'The change would remove more than half of the items of the menu: check it, or add ?allowRemovals=true',
  )
}

function idsOf(rows: readonly { readonly id: string }[]): Set<string> {
  return new Set(rows.map(({ id }) => id))
}
