import type { Clock } from '../clock.ts'
import type { Database } from '../storage/database.ts'

/** The columns of KEY_COLUMNS, as they are stored. */
export interface KeyRow {
  readonly key_id: string
  readonly user_id: string
  readonly scopes: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

/**
 * SQL: what a feature's look-up selects of `api_keys k`, so that one statement answers both who calls and what
 * they asked for.
 */
export const KEY_COLUMNS = 'k.id AS key_id, k.user_id, k.scopes, k.expires_at, k.revoked_at'

/** A key that exists; whether it is valid is a matter of time. */
export interface Key {
  readonly id: string
  readonly userId: string
  readonly scopes: readonly string[]
  /** The first moment at which it is not valid any more, in milliseconds; -Infinity for a key that is revoked. */
  readonly endsAtMs: number
}

/** The key with this hash, where what it lets the caller have is looked up later. */
export async function findKey(database: Database, keyHash: string): Promise<Key | undefined> {
  return toKey(await database.get<KeyRow>(`SELECT ${KEY_COLUMNS} FROM api_keys k WHERE k.hash = ?`, keyHash))
}

/** The key of a look-up's row, or undefined where there is none. */
export function toKey(row: KeyRow | undefined): Key | undefined {
  if (row === undefined) return undefined
  const { key_id, user_id, scopes } = row
  return { id: key_id, userId: user_id, scopes: JSON.parse(scopes) as string[], endsAtMs: endOf(row) }
}

function endOf({ expires_at, revoked_at }: KeyRow): number {
  if (revoked_at !== null) return Number.NEGATIVE_INFINITY
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
}

/** Whether a key can be used at this moment. */
export function isValid({ endsAtMs }: Key, clock: Clock): boolean {
  // A time that cannot be read is not a number, and so never after this one.
  return clock() < endsAtMs
}

/** The hash of the key with this id, whether that is valid or not. */
export async function findKeyHash(database: Database, id: string): Promise<string | undefined> {
  const row = await database.get<{ hash: string }>('SELECT hash FROM api_keys WHERE id = ?', id)
  return row?.hash
}
