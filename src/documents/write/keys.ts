import { keyIdOfHash } from '../../auth/credential.ts'
import {
  findGrantsQuery,
  findRevokedCreatorsQuery,
  findStoredKeysQuery,
  type GrantRow,
  KEY_FIELD_NAMES,
  keyAfterUpsert,
  revokeCreatedKeysStatement,
  type StoredKey,
  type StoredKeyRow,
  toStoredKeys,
  upsertKeys,
} from '../../auth/queries/keys.ts'
import { differingFields } from '../../lib/differences.ts'
import { read } from '../../storage/statements.ts'
import { findDifferent, type OnDifference } from './import-differences.ts'

/** Adds keys, and replaces keys that differ, with their grants. A key whose creator is revoked is revoked, too. */
export function* writeKeys(keys: readonly StoredKey[], onDifference: OnDifference) {
  const ids = keys.map(({ hash }) => keyIdOfHash(hash))
  const rows = yield* read<StoredKeyRow>(findStoredKeysQuery(ids))
  const grants = yield* read<GrantRow>(findGrantsQuery(ids))
  const identityOf = ({ hash, name }: StoredKey) => ({ id: keyIdOfHash(hash), name })
  const stored = toStoredKeys(rows, grants)
  const different = findDifferent('key', keys, identityOf, stored, differencesOf, onDifference)
  // On PostgreSQL, the triggers of keys run for each statement, even if it writes no row. Without this condition, the fast
  // path would forget its responses.
  if (different.length > 0) yield* upsertKeys(different)
  const revoked = yield* read<{ id: string }>(findRevokedCreatorsQuery())
  if (revoked.length > 0) yield revokeCreatedKeysStatement(revoked.map(({ id }) => id))
}

function differencesOf(before: StoredKey, key: StoredKey) {
  return differingFields(inOrder(before), inOrder(keyAfterUpsert(before, key)), KEY_FIELD_NAMES)
}

function inOrder(key: StoredKey): StoredKey {
  return { ...key, menus: [...new Set(key.menus)].sort() }
}
