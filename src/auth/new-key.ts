import type { Statement } from '../storage/database.ts'
import { createKey, hashKey, keyId, keyPrefix } from './credential.ts'
import { putKeys, type StoredKey } from './queries.ts'

/** What a new key is for, and what it may do. */
export type KeyRights = Pick<StoredKey, 'name' | 'user' | 'scopes' | 'menus' | 'expiresAt'>

/** A key that is not stored yet. */
export interface NewKey {
  readonly id: string
  /** It can be shown only now: what is stored is its hash. */
  readonly key: string
  /** Stores the key. Its user and its menus must exist. */
  readonly statements: () => Generator<Statement>
}

/** Makes a key. */
export function makeKey(rights: KeyRights): NewKey {
  const key = createKey()
  const hash = hashKey(key)
  const stored = { ...rights, hash, prefix: keyPrefix(key), revokedAt: null }
  return { id: keyId(hash), key, statements: () => putKeys([stored]) }
}
