import { findExistingUsers } from '../auth/admin-queries.ts'
import { hashKey, isPossibleKey } from '../auth/credential.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { findExistingMenus, findTakenIds } from '../menu/admin-queries.ts'
import type { Database } from '../storage/database.ts'
import type { DocumentErrors } from './errors.ts'
import { flattenMenu } from './flatten.ts'
import { References } from './references.ts'
import type { DocumentDevice, DocumentKey, DocumentMenu, DocumentUser } from './schema.ts'
import type { Member, Section } from './source.ts'

/**
 * The ids in an import file with their JSON pointers. Nothing else of its members is kept in memory. Checks
 * that each id is unique, and that every reference exists in the import file or in the database.
 */
export class IdIndex {
  /** The menus of the import file: their ids with their indexes. */
  readonly menus = new Map<string, number>()
  readonly #users = new Map<string, number>()
  readonly #devices = new Map<string, number>()
  readonly #keys = new Map<string, number>()
  readonly #trees = { groups: new Map<string, string>(), items: new Map<string, string>() }
  /** Ids of members that have other errors. References to them are still valid. */
  readonly #faulty = { users: new Set<string>(), menus: new Set<string>() }
  readonly #toUsers = new References((id) => this.#users.has(id) || this.#faulty.users.has(id))
  readonly #toMenus = new References((id) => this.menus.has(id) || this.#faulty.menus.has(id))
  readonly #faults: DocumentErrors

  constructor(faults: DocumentErrors) {
    this.#faults = faults
  }

  /** Adds a valid member. */
  readonly add: { readonly [P in Section]: (member: Member<P>, index: number) => void } = {
    users: ({ id }: DocumentUser, index) => this.#addOnce(this.#users, id, 'users', index),
    devices: ({ id, access }: DocumentDevice, index) => {
      this.#addOnce(this.#devices, canonicalDeviceId(id), 'devices', index)
      for (const [n, { user }] of access.entries()) {
        this.#toUsers.add(user, () => `/devices/${index}/access/${n}/user`)
      }
    },
    menus: (menu: DocumentMenu, index) => {
      this.#addOnce(this.menus, menu.id, 'menus', index)
      this.#addTree(menu, `/menus/${index}`)
    },
    apiKeys: (key: DocumentKey, index) => {
      this.#addKey(key, index)
      this.#toUsers.add(key.user, () => `/apiKeys/${index}/user`)
      for (const [n, menu] of key.menus.entries())
        this.#toMenus.add(menu, () => `/apiKeys/${index}/menus/${n}`)
    },
  }

  /** Adds the id of an invalid member, so that references to it are not reported as errors. */
  addFaulty(part: Section, member: unknown): void {
    const id: unknown = Object(member).id
    if (typeof id === 'string' && (part === 'users' || part === 'menus')) this.#faulty[part].add(id)
  }

  /** Runs the checks that need the database. Call it after all members have been added. */
  async check(database: Database): Promise<void> {
    await this.#checkTaken(database, 'menu_groups', this.#trees.groups)
    await this.#checkTaken(database, 'menu_items', this.#trees.items)
    await this.#toUsers.check('user', (ids) => findExistingUsers(database, ids), this.#faults)
    await this.#toMenus.check('menu', (ids) => findExistingMenus(database, ids), this.#faults)
  }

  #addOnce(ids: Map<string, number>, id: string, part: Section, index: number): void {
    const other = firstWith(ids, id, index)
    if (other !== undefined) this.#addRepeated(`/${part}/${index}`, `/${part}/${other}`)
  }

  #addRepeated(place: string, other: string): void {
    this.#faults.add(`${place}/id`, `must be given once, but ${other} has the same id`)
  }

  #addTree(menu: DocumentMenu, menuPlace: string): void {
    const tree = flattenMenu(menu)
    for (const nodes of ['groups', 'items'] as const) {
      for (const { place, row } of tree[nodes]) {
        const other = firstWith(this.#trees[nodes], row.id, menuPlace + place)
        if (other !== undefined) this.#addRepeated(menuPlace + place, other)
      }
    }
  }

  #addKey({ key, keyHash }: DocumentKey, index: number): void {
    const place = `/apiKeys/${index}`
    if ((key === undefined) === (keyHash === undefined)) {
      this.#faults.add(place, 'must have either key or keyHash')
    } else if (key !== undefined && !isPossibleKey(key)) {
      this.#faults.add(`${place}/key`, 'must be a whole sgn_ key, but its checksum is wrong')
    } else {
      const other = firstWith(this.#keys, keyHash ?? hashKey(key ?? ''), index)
      if (other !== undefined) {
        this.#faults.add(place, `must be given once, but /apiKeys/${other} is the same key`)
      }
    }
  }

  async #checkTaken(
    database: Database,
    table: 'menu_groups' | 'menu_items',
    ids: ReadonlyMap<string, string>,
  ): Promise<void> {
    const taken = await findTakenIds(database, table, ids.keys(), this.menus)
    for (const [id, place] of ids) {
      if (taken.has(id)) this.#faults.add(`${place}/id`, 'must not be an id that another menu has')
    }
  }
}

/** Returns where an id was added before. If it is new, its place is stored. */
function firstWith<Place>(places: Map<string, Place>, id: string, place: Place): Place | undefined {
  const other = places.get(id)
  if (other === undefined) places.set(id, place)
  return other
}
