import {
  findGrants,
  findKeys,
  type GrantRow,
  putKeys,
  type StoredKey,
  type StoredKeyRow,
  toStoredKeys,
} from '../../auth/admin-queries.ts'
import { keyId } from '../../auth/credential.ts'
import { readRows } from '../../storage/chunks.ts'
import { changedFields } from './changes.ts'
import type { Writing } from './write-members.ts'

/** Adds keys, and replaces those that differ, with their grants. */
export function* writeKeys(keys: readonly StoredKey[], { onChange }: Writing) {
  const ids = keys.map(({ hash }) => keyId(hash))
  const rows = yield* readRows<StoredKeyRow>(findKeys(ids))
  const grants = yield* readRows<GrantRow>(findGrants(ids))
  const stored = new Map(toStoredKeys(rows, grants).map((key) => [key.hash, key]))
  const different = keys.filter((key) => {
    const before = stored.get(key.hash)
    const fields = before && fieldsOf(before, key)
    if (fields?.length === 0) return false
    const [id, name] = [keyId(key.hash), key.name]
    onChange({ kind: 'key', id, name, ...(fields ? { action: 'changed', fields } : { action: 'added' }) })
    return true
  })
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
  return changedFields(sorted, after, ['name', 'prefix', 'user', 'scopes', 'menus', 'expiresAt', 'revokedAt'])
}
