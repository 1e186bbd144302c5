import { hashKey, isPossibleKey } from '../auth/credential.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { fromNames } from '../lib/records.ts'
import type { Database } from '../storage/database.ts'
import type { ImportErrors } from './document-error.ts'
import { flattenMenu } from './flatten.ts'
import { createReferences } from './references.ts'
import { SECTIONS, type Section, type SectionMember } from './source.ts'

/**
 * The ids of the members of an import file, and where they are. Checks that each id is unique, in the file or, for groups and
 * items, in their menu, and that each reference exists in the file or in the database.
 */
export class IdIndex {
  /** The ids of the members of each section, with their JSON pointers. The id of a key is its hash. */
  readonly #members = fromNames(SECTIONS, () => new Map<string, string>())
  readonly #toUsers = createReferences('user', this.#has('users'))
  readonly #toSites = createReferences('site', this.#has('sites'))
  readonly #toMenus = createReferences('menu', this.#has('menus'))
  readonly #errors: ImportErrors

  constructor(errors: ImportErrors) {
    this.#errors = errors
  }

  readonly add: { readonly [S in Section]: (member: SectionMember<S>, pointer: string) => void } = {
    users: ({ id }, pointer) => this.#addOnce('users', id, pointer),
    sites: ({ id }, pointer) => this.#addOnce('sites', id, pointer),
    devices: ({ id, site = null, access = [] }, pointer) => {
      this.#addOnce('devices', canonicalDeviceId(id), pointer)
      if (site !== null) this.#toSites.add(site, `${pointer}/site`)
      for (const [n, { user }] of access.entries()) this.#toUsers.add(user, `${pointer}/access/${n}/user`)
    },
    menus: (menu, pointer) => {
      this.#addOnce('menus', menu.id, pointer)
      this.#addTree(menu, pointer)
    },
    apiKeys: (key, pointer) => {
      this.#addKey(key, pointer)
      this.#toUsers.add(key.user, `${pointer}/user`)
      for (const [n, menu] of key.menus.entries()) this.#toMenus.add(menu, `${pointer}/menus/${n}`)
    },
  }

  /** Adds the id of an invalid member, so that references to it are not reported as errors. */
  addInvalid(section: Section, member: unknown, pointer: string): void {
    const id: unknown = Object(member).id
    if (typeof id === 'string') firstWith(this.#members[section], id, pointer)
  }

  /** Runs the checks that need the database. Call it after all members have been added. */
  async check(database: Database): Promise<void> {
    await this.#toUsers.check(database, this.#errors)
    await this.#toSites.check(database, this.#errors)
    await this.#toMenus.check(database, this.#errors)
  }

  /** Whether the import file has a member with an id, as far as it has been read. */
  #has(section: 'users' | 'sites' | 'menus') {
    return (id: string) => this.#members[section].has(id)
  }

  #addOnce(section: Section, id: string, pointer: string): void {
    const first = firstWith(this.#members[section], id, pointer)
    if (first !== undefined) this.#errors.add(`${pointer}/id`, sameId(first))
  }

  #addTree(menu: SectionMember<'menus'>, menuPointer: string): void {
    for (const [pointer, first] of repeatedIds(flattenMenu(menu)))
      this.#errors.add(`${menuPointer}${pointer}/id`, sameId(menuPointer + first))
  }

  #addKey({ key, keyHash }: SectionMember<'apiKeys'>, pointer: string): void {
    if ((key === undefined) === (keyHash === undefined)) {
      this.#errors.add(pointer, 'must have either key or keyHash')
    } else if (key !== undefined && !isPossibleKey(key)) {
      this.#errors.add(`${pointer}/key`, 'must be a complete key: the checksum of this sgn_ key is wrong')
    } else {
      const first = firstWith(this.#members.apiKeys, keyHash ?? hashKey(key ?? ''), pointer)
      if (first !== undefined) this.#errors.add(pointer, `must be given once, but ${first} is the same key`)
    }
  }
}

/** Returns where an id was first added; undefined if it is added now. */
function firstWith(ids: Map<string, string>, id: string, pointer: string): string | undefined {
  const first = ids.get(id)
  if (first === undefined) ids.set(id, pointer)
  return first
}

/** The groups and items of a menu with the id of an earlier one: their JSON pointers, and the pointer to the first. */
export function* repeatedIds(
  tree: ReturnType<typeof flattenMenu>,
): Generator<readonly [pointer: string, first: string]> {
  for (const nodes of [tree.groups, tree.items]) {
    const pointers = new Map<string, string>()
    for (const { pointer, id } of nodes) {
      const first = firstWith(pointers, id, pointer)
      if (first !== undefined) yield [pointer, first]
    }
  }
}

/** The message about an id that is given twice. @param first where it was given first */
function sameId(first: string): string {
  return `must be given once, but ${first} has the same id`
}
