import { hashKey, isPossibleKey } from '../auth/credential.ts'
import { canonicalDeviceId } from '../device/schema.ts'
import { fromNames, keysOf } from '../lib/records.ts'
import type { Database } from '../storage/database.ts'
import { findExistingIds } from '../storage/statements.ts'
import { flattenMenu } from './flatten.ts'
import { type ErrorCollector, type ImportErrorList, showValue } from './import-error.ts'
import { SECTIONS, type Section, type SectionMember } from './source.ts'

/** The sections whose members others refer to, each in the singular. */
const REFERENCED = { users: 'user', sites: 'site', menus: 'menu' } as const
type Referenced = keyof typeof REFERENCED

/**
 * The ids of the members of an import file, and where they are. Checks that ids are unique in the file. Checks that what a
 * reference names is in the file or in the database.
 */
export class IdIndex {
  /** The ids of the members of each section, with their JSON pointers. The id of a key is its hash. */
  readonly #members = fromNames(SECTIONS, () => new Map<string, string>())
  /**
   * References to ids that no member has had so far, with the JSON pointers of the first references. Further references are not
   * kept, which limits memory.
   */
  readonly #unresolved = fromNames(keysOf(REFERENCED), () => new Map<string, string>())
  readonly #errors: ImportErrorList

  constructor(errors: ImportErrorList) {
    this.#errors = errors
  }

  readonly add: { readonly [S in Section]: (member: SectionMember<S>, pointer: string) => void } = {
    users: ({ id }, pointer) => this.#addOnce('users', id, pointer),
    sites: ({ id }, pointer) => this.#addOnce('sites', id, pointer),
    devices: ({ id, site = null, access = [] }, pointer) => {
      this.#addOnce('devices', canonicalDeviceId(id), pointer)
      if (site !== null) this.#refer('sites', site, `${pointer}/site`)
      for (const [n, { user }] of access.entries()) this.#refer('users', user, `${pointer}/access/${n}/user`)
    },
    menus: (menu, pointer) => {
      this.#addOnce('menus', menu.id, pointer)
      checkWholeMenu(flattenMenu(menu), pointer, this.#errors)
    },
    apiKeys: (key, pointer) => {
      this.#addKey(key, pointer)
      this.#refer('users', key.user, `${pointer}/user`)
      for (const [n, menu] of key.menus.entries()) this.#refer('menus', menu, `${pointer}/menus/${n}`)
    },
  }

  /** Adds the id of an invalid member, so that references to it are not reported as errors. */
  addInvalid(section: Section, member: unknown, pointer: string): void {
    const id: unknown = Object(member).id
    if (typeof id === 'string') addUnlessKnown(this.#members[section], id, pointer)
  }

  /** Runs the checks that need the database. Call it after all members have been added. */
  async check(database: Database): Promise<void> {
    for (const section of keysOf(REFERENCED)) {
      const unresolved = this.#unresolved[section]
      for (const id of this.#members[section].keys()) unresolved.delete(id)
      const existing = await findExistingIds(database, section, unresolved.keys())
      for (const [id, pointer] of unresolved)
        if (!existing.has(id))
          this.#errors.add(pointer, `must be the id of a ${REFERENCED[section]}, got ${showValue(id)}`)
    }
  }

  #refer(section: Referenced, id: string, pointer: string): void {
    if (!this.#members[section].has(id)) addUnlessKnown(this.#unresolved[section], id, pointer)
  }

  #addOnce(section: Section, id: string, pointer: string): void {
    const first = addUnlessKnown(this.#members[section], id, pointer)
    if (first !== undefined) this.#errors.add(`${pointer}/id`, sameId(first))
  }

  #addKey({ key, keyHash }: SectionMember<'apiKeys'>, pointer: string): void {
    if ((key === undefined) === (keyHash === undefined)) {
      this.#errors.add(pointer, 'must have either key or keyHash')
    } else if (key !== undefined && !isPossibleKey(key)) {
      this.#errors.add(`${pointer}/key`, 'must be a complete key: the checksum of this sgn_ key is wrong')
    } else {
      const first = addUnlessKnown(this.#members.apiKeys, keyHash ?? hashKey(key ?? ''), pointer)
      if (first !== undefined) this.#errors.add(pointer, `must be given once, but ${first} is the same key`)
    }
  }
}

/** Adds an id, unless it was added before. @returns where it was added before */
function addUnlessKnown(ids: Map<string, string>, id: string, pointer: string): string | undefined {
  const first = ids.get(id)
  if (first === undefined) ids.set(id, pointer)
  return first
}

/** Checks what depends on several groups or items of a menu, for imports and for `PUT`: their ids are unique. */
export function checkWholeMenu(
  { groups, items }: ReturnType<typeof flattenMenu>,
  menuPointer: string,
  errors: Pick<ErrorCollector, 'add'>,
): void {
  for (const nodes of [groups, items]) {
    const pointers = new Map<string, string>()
    for (const { pointer, id } of nodes) {
      const first = addUnlessKnown(pointers, id, pointer)
      if (first !== undefined) errors.add(`${menuPointer}${pointer}/id`, sameId(menuPointer + first))
    }
  }
}

/** The message about an id that is given twice. @param first where it was given first */
function sameId(first: string): string {
  return `must be given once, but ${first} has the same id`
}
