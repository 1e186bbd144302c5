import type { Clock } from '../lib/time/clock.ts'
import type { Database } from '../storage/database.ts'
import { BOUND_LIST, defineQuery } from '../storage/define-query.ts'

/** The columns of KEY_COLUMNS, as they are stored. */
export interface KeyRow {
  readonly key_id: string
  readonly user_id: string
  readonly scopes: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

/** SQL: the columns of `api_keys k` in each lookup, so that one query returns the key and the data. */
export const KEY_COLUMNS = Object.values({
  key_id: 'k.id AS key_id',
  user_id: 'k.user_id',
  scopes: 'k.scopes',
  expires_at: 'k.expires_at',
  revoked_at: 'k.revoked_at',
} satisfies Record<keyof KeyRow, string>).join(', ')

/** A key that exists. It may have expired or been revoked; see `isValidKey`. */
export interface Key {
  readonly id: string
  readonly userId: string
  readonly scopes: readonly string[]
  /** The moment from which it is no longer valid, in milliseconds since 1970; -Infinity if it is revoked. */
  readonly endsAtMs: number
}

export const findKeyQuery = defineQuery<[hash: string]>(
  `SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.hash = ?`,
)

/** Finds the key with this hash, for routes that read their data later. */
export async function findKey(database: Database, keyHash: string): Promise<Key | undefined> {
  return toKey(await database.get<KeyRow>(findKeyQuery(keyHash)))
}

const findHashQuery = defineQuery<[id: string]>('SELECT hash FROM api_keys WHERE id = ?')

/** Finds the hash of the key with this id, whether or not the key is valid. */
export async function findKeyHash(database: Database, id: string): Promise<string | undefined> {
  return (await database.get<{ hash: string }>(findHashQuery(id)))?.hash
}

export const findKeysQuery = defineQuery<[ids: Iterable<string>]>(
  `SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.id IN ${BOUND_LIST}`,
)

/** Converts a row to a key; undefined without a row. */
export function toKey(row: KeyRow | undefined): Key | undefined {
  if (row === undefined) return undefined
  const { key_id, user_id, scopes } = row
  return { id: key_id, userId: user_id, scopes: JSON.parse(scopes) as string[], endsAtMs: endsAtMsOf(row) }
}

function endsAtMsOf({ expires_at, revoked_at }: KeyRow): number {
  if (revoked_at !== null) return Number.NEGATIVE_INFINITY
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
}

/** Whether a key is neither revoked nor expired. */
export function isValidKey({ endsAtMs }: Key, clock: Clock): boolean {
  // A further restriction of keys belongs here, unless it depends on the request: see docs/where-to-change.md.
  // A time that cannot be parsed is NaN. The comparison is then false, so the key is not valid.
  return clock() < endsAtMs
}
