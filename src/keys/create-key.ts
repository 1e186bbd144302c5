import { apiKey } from '../auth/authenticate.ts'
import { authorizeAgain } from '../auth/authorization.ts'
import { createKey, hashKey, keyId, keyPrefix } from '../auth/credential.ts'
import { findGrantsQuery, type GrantRow, upsertKeys } from '../auth/queries.ts'
import type { KeyRow } from '../auth/repository.ts'
import { HttpError } from '../http/http-error.ts'
import type { Clock } from '../lib/time/clock.ts'
import { readInstant } from '../lib/time/timestamps.ts'
import { logDifferences } from '../menu/write/change-log.ts'
import type { Query, Statement } from '../storage/database.ts'
import { read } from '../storage/statements.ts'
import { EXPIRY, type KeyBody, type NewKey } from './schema.ts'

const expiryOf = ([row]: readonly KeyRow[]) => row?.expires_at ?? null

/** What a key needs to create other keys. */
export const KEY_RULES = { scheme: apiKey, scope: 'key:write', targetOf: expiryOf } as const

/**
 * Creates a key that may do no more than the key of the request, and ends with it.
 * @param access the query that finds the key of the request
 * @throws {HttpError} 401 or 403 if that key may not create keys, 403 or 404 for a scope or a menu that it does not have
 */
export function* createKeyWithin(access: Query, body: KeyBody, clock: Clock): Generator<Statement, NewKey> {
  const { key: creator, target: latestEnd } = yield* authorizeAgain(KEY_RULES, access, clock)
  const { name } = body
  const menus = [...new Set(body.menus)]
  const scopes = [...new Set(body.scopes)]
  const expiresAt = readExpiry(body, latestEnd, clock)
  const granted = yield* read<GrantRow>(findGrantsQuery([creator.id]))
  const readable = new Set(granted.map(({ menu_id }) => menu_id))
  if (!menus.every((menu) => readable.has(menu))) throw new HttpError(404, 'Menu not found')
  if (!scopes.every((scope) => creator.scopes.includes(scope))) throw new HttpError(403, 'Invalid scopes')
  const key = createKey()
  const hash = hashKey(key)
  const id = keyId(hash)
  const rights = { user: creator.userId, scopes, menus, expiresAt }
  const origin = { createdBy: creator.id, revokedAt: null }
  yield* upsertKeys([{ ...rights, ...origin, name, hash, prefix: keyPrefix(key) }])
  const entry = { action: 'added', kind: 'key', id, name, value: rights } as const
  yield* logDifferences([entry], { nowMs: clock(), keyId: creator.id })
  return { id, key }
}

/** The end of a new key, in UTC: by default, that of the key that creates it. */
function readExpiry({ expiresAt = null }: KeyBody, latestEnd: string | null, clock: Clock): string | null {
  if (expiresAt === null) return latestEnd
  const end = readInstant(expiresAt)
  const endMs = Date.parse(end ?? '')
  const isTooLate = latestEnd !== null && endMs > Date.parse(latestEnd)
  if (end !== undefined && endMs > clock() && !isTooLate) return end
  throw new HttpError(400, `/expiresAt: must be ${EXPIRY}`)
}
