import { keyIdOfHash } from '../../auth/credential.ts'
import {
  findGrantsQuery,
  findStoredKeysQuery,
  type GrantRow,
  type StoredKey,
  type StoredKeyRow,
  toStoredKeys,
  upsertKeys,
} from '../../auth/queries.ts'
import { differingFields } from '../../lib/differences.ts'
import { keysOf } from '../../lib/records.ts'
import { read } from '../../storage/statements.ts'
import { findDifferent, type OnDifference } from './import-differences.ts'

/** The fields of a key besides its hash: an object, so that the compiler reports a field that is missing here. */
const FIELDS = keysOf<Exclude<keyof StoredKey, 'hash'>>({
  name: true,
  prefix: true,
  user: true,
  scopes: true,
  menus: true,
  expiresAt: true,
  revokedAt: true,
  createdBy: true,
})

/** Adds keys, and replaces keys that differ, with their grants. */
export function* writeKeys(keys: readonly StoredKey[], onDifference: OnDifference) {
  const ids = keys.map(({ hash }) => keyIdOfHash(hash))
  const rows = yield* read<StoredKeyRow>(findStoredKeysQuery(ids))
  const grants = yield* read<GrantRow>(findGrantsQuery(ids))
  const identityOf = ({ hash, name }: StoredKey) => ({ id: keyIdOfHash(hash), name })
  const stored = toStoredKeys(rows, grants)
  const different = findDifferent('key', keys, identityOf, stored, differencesOf, onDifference)
  // On PostgreSQL, the triggers of keys run for each statement, even if it writes no row. The fast path would forget its responses.
  if (different.length > 0) yield* upsertKeys(different)
}

/** A stored prefix, revocation and creator are kept: see `upsertKeys`. */
function differencesOf(before: StoredKey, key: StoredKey) {
  const after = {
    ...key,
    prefix: key.prefix ?? before.prefix,
    revokedAt: before.revokedAt ?? key.revokedAt,
    createdBy: before.createdBy ?? key.createdBy,
    menus: [...new Set(key.menus)].sort(),
  }
  const sorted = { ...before, menus: before.menus.toSorted() }
  return differingFields(sorted, after, FIELDS)
}
