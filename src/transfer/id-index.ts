import { hashKey, isPossibleKey } from '../auth/credential.ts'
import { findExistingUsers } from '../auth/queries.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { findExistingSites } from '../device/sites/queries.ts'
import { findExistingMenus } from '../menu/queries.ts'
import type { Database } from '../storage/database.ts'
import type { ImportErrors } from './errors.ts'
import { flattenMenu } from './flatten.ts'
import { createReferences } from './references.ts'
import type { Section, SectionMember, Source } from './source.ts'

/**
 * The ids of the members of an import file, and where they are. Checks
 * that each id is unique, those of groups and items within their menu, and that every reference exists in the import file
 * or in the database.
 */
export class IdIndex {
  /** The ids of the members of each section, with their indexes. A key has its hash. */
  readonly members: { readonly [S in Section]: Map<string, number> } = {
    users: new Map(),
    sites: new Map(),
    devices: new Map(),
    menus: new Map(),
    apiKeys: new Map(),
  }
  /** Ids of members that have other errors. References to them are still valid. */
  readonly #invalid = { users: new Set<string>(), sites: new Set<string>(), menus: new Set<string>() }
  readonly #toUsers = createReferences('user', this.#has('users'))
  readonly #toSites = createReferences('site', this.#has('sites'))
  readonly #toMenus = createReferences('menu', this.#has('menus'))
  readonly #errors: ImportErrors
  readonly #pointerOf: Source['pointerOf']

  constructor(errors: ImportErrors, pointerOf: Source['pointerOf']) {
    this.#errors = errors
    this.#pointerOf = pointerOf
  }

  /** Adds a valid member. */
  readonly add: { readonly [S in Section]: (member: SectionMember<S>, index: number) => void } = {
    users: ({ id }, index) => this.#addOnce(this.members.users, id, 'users', index),
    sites: ({ id }, index) => this.#addOnce(this.members.sites, id, 'sites', index),
    devices: ({ id, site = null, access = [] }, index) => {
      this.#addOnce(this.members.devices, canonicalDeviceId(id), 'devices', index)
      const pointer = this.#pointerOf('devices', index)
      if (site !== null) this.#toSites.add(site, `${pointer}/site`)
      for (const [n, { user }] of access.entries()) this.#toUsers.add(user, `${pointer}/access/${n}/user`)
    },
    menus: (menu, index) => {
      this.#addOnce(this.members.menus, menu.id, 'menus', index)
      this.#addTree(menu, this.#pointerOf('menus', index))
    },
    apiKeys: (key, index) => {
      this.#addKey(key, index)
      const pointer = this.#pointerOf('apiKeys', index)
      this.#toUsers.add(key.user, `${pointer}/user`)
      for (const [n, menu] of key.menus.entries()) this.#toMenus.add(menu, `${pointer}/menus/${n}`)
    },
  }

  /** Adds the id of an invalid member, so that references to it are not reported as errors. */
  addInvalid(section: Section, member: unknown): void {
    const id: unknown = Object(member).id
    if (typeof id !== 'string') return
    if (section !== 'devices' && section !== 'apiKeys') this.#invalid[section].add(id)
  }

  /** Runs the checks that need the database. Call it after all members have been added. */
  async check(database: Database): Promise<void> {
    await this.#toUsers.check((ids) => findExistingUsers(database, ids), this.#errors)
    await this.#toSites.check((ids) => findExistingSites(database, ids), this.#errors)
    await this.#toMenus.check((ids) => findExistingMenus(database, ids), this.#errors)
  }

  /** Whether the import file has a member with an id, as far as it has been read. */
  #has(section: 'users' | 'sites' | 'menus') {
    return (id: string) => this.members[section].has(id) || this.#invalid[section].has(id)
  }

  #addOnce(ids: Map<string, number>, id: string, section: Section, index: number): void {
    const first = firstWith(ids, id, index)
    if (first !== undefined)
      this.#errors.add(`${this.#pointerOf(section, index)}/id`, sameId(this.#pointerOf(section, first)))
  }

  #addTree(menu: SectionMember<'menus'>, menuPointer: string): void {
    for (const [pointer, first] of repeatedIds(menu))
      this.#errors.add(`${menuPointer}${pointer}/id`, sameId(menuPointer + first))
  }

  #addKey({ key, keyHash }: SectionMember<'apiKeys'>, index: number): void {
    const pointer = this.#pointerOf('apiKeys', index)
    if ((key === undefined) === (keyHash === undefined)) {
      this.#errors.add(pointer, 'must have either key or keyHash')
    } else if (key !== undefined && !isPossibleKey(key)) {
      this.#errors.add(`${pointer}/key`, 'must be a whole sgn_ key, but its checksum is wrong')
    } else {
      const first = firstWith(this.members.apiKeys, keyHash ?? hashKey(key ?? ''), index)
      if (first !== undefined)
        this.#errors.add(
          pointer,
          `must be given once, but ${this.#pointerOf('apiKeys', first)} is the same key`,
        )
    }
  }
}

/** Returns the index where an id was first added; undefined if it is added now. */
function firstWith(ids: Map<string, number>, id: string, index: number): number | undefined {
  const first = ids.get(id)
  if (first === undefined) ids.set(id, index)
  return first
}

/** The groups, and the items, of a menu that have the id of an earlier one: their JSON pointers in the menu, and that of the first. */
export function* repeatedIds(
  menu: SectionMember<'menus'>,
): Generator<readonly [pointer: string, first: string]> {
  const tree = flattenMenu(menu)
  for (const nodes of [tree.groups, tree.items]) {
    const pointers = new Map<string, string>()
    for (const { pointer, id } of nodes) {
      const first = pointers.get(id)
      if (first === undefined) pointers.set(id, pointer)
      else yield [pointer, first]
    }
  }
}

/** The message about an id that is given twice. @param first where it was given first */
export function sameId(first: string): string {
  return `must be given once, but ${first} has the same id`
}
