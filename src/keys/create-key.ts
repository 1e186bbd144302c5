import { createKey, hashKey, keyIdOfHash, keyPrefix } from '../auth/credential.ts'
import { findGrantsQuery, type GrantRow, upsertKeys } from '../auth/queries/keys.ts'
import type { Key } from '../auth/repository.ts'
import { readFutureTime } from '../http/bodies/future-time.ts'
import { HttpError, INVALID_SCOPES } from '../http/http-error.ts'
import type { Clock } from '../lib/time/clock.ts'
import { isoTime } from '../lib/time/timestamps.ts'
import { MENU_NOT_FOUND } from '../menu/schema.ts'
import { logDifferences } from '../menu/write/change-log.ts'
import type { Statement } from '../storage/database.ts'
import { read } from '../storage/statements.ts'
import { EXPIRY_RULE, type KeyBody, type NewKey } from './schema.ts'

/**
 * Creates a key that may do no more than the key that creates it, and ends with that key.
 * @throws {HttpError} 403 or 404 for a scope or a menu that the creator does not have
 */
export function* createLesserKey(creator: Key, body: KeyBody, clock: Clock): Generator<Statement, NewKey> {
  const { name } = body
  const menus = [...new Set(body.menus)]
  const scopes = [...new Set(body.scopes)]
  const expiresAt = readExpiry(body, creator.endsAtMs, clock)
  const granted = yield* read<GrantRow>(findGrantsQuery([creator.id]))
  const readable = new Set(granted.map(({ menu_id }) => menu_id))
  if (!menus.every((menu) => readable.has(menu))) throw new HttpError(404, MENU_NOT_FOUND)
  if (!scopes.every((scope) => creator.scopes.includes(scope))) throw new HttpError(403, INVALID_SCOPES)
  const key = createKey()
  const hash = hashKey(key)
  const id = keyIdOfHash(hash)
  const rights = { user: creator.userId, scopes, menus, expiresAt }
  const provenance = { createdBy: creator.id, revokedAt: null }
  yield* upsertKeys([{ ...rights, ...provenance, name, hash, prefix: keyPrefix(key) }])
  const entry = { action: 'added', kind: 'key', id, name, value: rights } as const
  yield* logDifferences([entry], { nowMs: clock(), keyId: creator.id })
  return { id, key }
}

/** The end of a new key, in UTC: by default, that of the key that creates it. */
function readExpiry({ expiresAt = null }: KeyBody, latestEndMs: number, clock: Clock): string | null {
  if (expiresAt === null) return Number.isFinite(latestEndMs) ? isoTime(latestEndMs) : null
  const period = { nowMs: clock(), latestMs: latestEndMs, mustBe: EXPIRY_RULE }
  return isoTime(readFutureTime('expiresAt', expiresAt, period))
}
