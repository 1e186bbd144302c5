import { listUsers } from '../auth/administration.ts'
import { hashKey, isPossibleKey } from '../auth/credential.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { findExistingMenus, findTakenIds } from '../menu/administration.ts'
import type { Database } from '../storage/database.ts'
import type { CheckedDocument, Placed } from './check.ts'
import { type Faults, showValue } from './faults.ts'
import type { FlatMenu } from './flatten.ts'

/**
 * Checks that ids are given once and that what is referred to exists, in the document or in the database.
 * @param document the whole document as it was parsed: what it names exists even where it has another fault
 */
export async function checkReferences(
  checked: CheckedDocument,
  menus: readonly FlatMenu[],
  document: unknown,
  database: Database,
  faults: Faults,
): Promise<void> {
  checkKeys(checked, faults)
  checkUnique(checked.users, ({ id }) => id, faults)
  checkUnique(checked.devices, ({ id }) => canonicalDeviceId(id), faults)
  checkUnique(checked.menus, ({ id }) => id, faults)
  await checkTrees(menus, database, faults)
  await checkUsers(checked, namedIds(document, 'users'), database, faults)
  await checkMenus(checked, namedIds(document, 'menus'), database, faults)
}

function checkUnique<Member>(
  members: readonly Placed<Member>[],
  idOf: (member: Member) => string,
  faults: Faults,
): void {
  const places = new Map<string, string>()
  for (const { place, member } of members) {
    const id = idOf(member)
    const other = places.get(id)
    if (other !== undefined) faults.add(`${place}/id`, `must be given once, but ${other} has the same id`)
    else places.set(id, place)
  }
}

function checkKeys({ apiKeys }: CheckedDocument, faults: Faults): void {
  const places = new Map<string, string>()
  for (const { place, member } of apiKeys) {
    if ((member.key === undefined) === (member.keyHash === undefined)) {
      faults.add(place, 'must have either key or keyHash')
    } else if (member.key !== undefined && !isPossibleKey(member.key)) {
      faults.add(`${place}/key`, 'must be a whole sgn_ key, but its checksum is wrong')
    } else {
      const hash = member.keyHash ?? hashKey(member.key ?? '')
      const other = places.get(hash)
      if (other !== undefined) faults.add(place, `must be given once, but ${other} is the same key`)
      places.set(hash, place)
    }
  }
}

async function checkTrees(menus: readonly FlatMenu[], database: Database, faults: Faults): Promise<void> {
  const menuIds = menus.map(({ menu }) => menu.id)
  for (const [table, part] of [
    ['menu_groups', 'groups'],
    ['menu_items', 'items'],
  ] as const) {
    const rows = menus.flatMap((menu) => menu[part])
    checkUnique(rows, ({ id }) => id, faults)
    const taken = await findTakenIds(
      database,
      table,
      rows.map(({ member }) => member.id),
      menuIds,
    )
    for (const { place, member } of rows) {
      if (taken.has(member.id)) faults.add(`${place}/id`, 'must not be an id that another menu has')
    }
  }
}

async function checkUsers(
  { devices, apiKeys }: CheckedDocument,
  named: ReadonlySet<unknown>,
  database: Database,
  faults: Faults,
): Promise<void> {
  const existing = new Set((await listUsers(database)).map(({ id }) => id))
  const check = (user: string, place: string) => {
    if (!named.has(user) && !existing.has(user))
      faults.add(place, `must be the id of a user, got ${showValue(user)}`)
  }
  for (const { place, member } of devices) {
    for (const [index, { user }] of member.access.entries()) check(user, `${place}/access/${index}/user`)
  }
  for (const { place, member } of apiKeys) check(member.user, `${place}/user`)
}

async function checkMenus(
  { apiKeys }: CheckedDocument,
  named: ReadonlySet<unknown>,
  database: Database,
  faults: Faults,
): Promise<void> {
  const existing = await findExistingMenus(database, new Set(apiKeys.flatMap(({ member }) => member.menus)))
  for (const { place, member } of apiKeys) {
    for (const [index, menu] of member.menus.entries()) {
      if (!named.has(menu) && !existing.has(menu))
        faults.add(`${place}/menus/${index}`, `must be the id of a menu, got ${showValue(menu)}`)
    }
  }
}

function namedIds(document: unknown, part: 'users' | 'menus'): Set<unknown> {
  const members: unknown = Object(document)[part]
  return new Set(Array.isArray(members) ? members.map((member) => Object(member).id) : [])
}
