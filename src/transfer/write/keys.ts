import { keyId } from '../../auth/credential.ts'
import {
  findGrantsQuery,
  findKeysQuery,
  type GrantRow,
  putKeys,
  type StoredKey,
  type StoredKeyRow,
  toStoredKeys,
} from '../../auth/queries.ts'
import { columnNames } from '../../lib/fields.ts'
import { differingFields, toDifference } from '../../lib/flow/differences.ts'
import { readRows } from '../../storage/chunks.ts'
import type { ImportContext } from './context.ts'
import { findDifferent } from './differences.ts'

/** What a key has besides its hash. Complete: the compiler wants each. */
const FIELDS = columnNames<Exclude<keyof StoredKey, 'hash'>>({
  name: true,
  prefix: true,
  user: true,
  scopes: true,
  menus: true,
  expiresAt: true,
  revokedAt: true,
})

/** Adds keys, and replaces those that differ, with their grants. */
export function* writeKeys(keys: readonly StoredKey[], context: ImportContext) {
  const ids = keys.map(({ hash }) => keyId(hash))
  const rows = yield* readRows<StoredKeyRow>(findKeysQuery(ids))
  const grants = yield* readRows<GrantRow>(findGrantsQuery(ids))
  const stored = new Map(toStoredKeys(rows, grants).map((key) => [key.hash, key]))
  const differenceOf = (key: StoredKey) => {
    const before = stored.get(key.hash)
    const named = { id: keyId(key.hash), name: key.name }
    return toDifference('key', named, before && fieldsOf(before, key))
  }
  const different = findDifferent(keys, differenceOf, context)
  // On PostgreSQL, a statement counts as a change of the keys even if it writes no row.
  if (different.length > 0) yield* putKeys(different)
}

/** A revocation is final, and a stored prefix is kept: see `putKeys`. */
function fieldsOf(before: StoredKey, key: StoredKey) {
  const after = {
    ...key,
    prefix: key.prefix ?? before.prefix,
    revokedAt: before.revokedAt ?? key.revokedAt,
    menus: [...new Set(key.menus)].sort(),
  }
  const sorted = { ...before, menus: before.menus.toSorted() }
  return differingFields(sorted, after, FIELDS)
}
