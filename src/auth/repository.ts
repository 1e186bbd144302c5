import type { Clock } from '../clock.ts'

/** Who calls: a key that is valid now. */
export interface Principal {
  readonly keyId: string
  readonly scopes: readonly string[]
}

/** The columns of KEY_COLUMNS, as they are stored. */
export interface KeyRow {
  readonly key_id: string
  readonly scopes: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

/**
 * SQL: what a feature's look-up selects of `api_keys k`, so that one statement answers both who calls and what
 * they asked for.
 */
export const KEY_COLUMNS = 'k.id AS key_id, k.scopes, k.expires_at, k.revoked_at'

/** The principal behind a key's row, or undefined for a key that is unknown, revoked or expired. */
export function principalOf(row: KeyRow | undefined, clock: Clock): Principal | undefined {
  if (row === undefined || row.revoked_at !== null) return undefined
  // The negation makes a time that cannot be read one that has passed.
  if (row.expires_at !== null && !(clock() < Date.parse(row.expires_at))) return undefined
  return { keyId: row.key_id, scopes: JSON.parse(row.scopes) as string[] }
}
