import { groupBy } from '../../lib/group-by.ts'
import { keysOf } from '../../lib/records.ts'
import type { QueryRunner, RowsStatement, Statement } from '../../storage/database.ts'
import { BOUND_LIST, boundList, defineQuery } from '../../storage/define-query.ts'
import { insertRows } from '../../storage/statements.ts'
import { keyIdOfHash } from '../credential.ts'

/** A key as it is stored, with the menus granted to it. The key itself is never stored. */
export interface StoredKey {
  readonly hash: string
  /** The first characters of the key, or null if they are unknown. */
  readonly prefix: string | null
  readonly name: string
  readonly user: string
  readonly scopes: readonly string[]
  readonly menus: readonly string[]
  readonly expiresAt: string | null
  readonly revokedAt: string | null
  /** The id of the key that created this key over HTTP. When that key is revoked, this key is revoked as well. */
  readonly createdBy: string | null
}

interface KeyField {
  /** Its column, if that has another name. */
  readonly column?: string
  /**
   * When an import keeps a stored value that is not null: `always`, or `unlessGiven`, that is, if the file has no value. By default,
   * the value of the file replaces the stored one.
   */
  readonly keeps?: 'always' | 'unlessGiven'
}

/** The fields of a key that are columns: by this table, keys are stored, read and compared. */
const FIELDS = {
  hash: {},
  name: {},
  prefix: { keeps: 'unlessGiven' },
  user: { column: 'user_id' },
  scopes: {},
  expiresAt: { column: 'expires_at' },
  revokedAt: { column: 'revoked_at', keeps: 'always' },
  createdBy: { column: 'created_by', keeps: 'always' },
} as const satisfies Record<Exclude<keyof StoredKey, 'menus'>, KeyField>
const NAMES = keysOf(FIELDS)
export const KEY_FIELD_NAMES = [...NAMES, 'menus'] as const

const COLUMNS = NAMES.map((name) => ({ name, column: name, ...(FIELDS[name] as KeyField) }))

/** The stored and the given value in order of preference: a key gets the first that is not null. */
function candidates<Of>(keeps: KeyField['keeps'], stored: Of, given: Of): readonly Of[] {
  if (keeps === undefined) return [given]
  return keeps === 'always' ? [stored, given] : [given, stored]
}

/** With `, NULL`, because COALESCE takes at least two values. */
const UPSERT_KEY = `
INSERT INTO api_keys (id, ${COLUMNS.map(({ column }) => column).join(', ')})
VALUES (?, ${COLUMNS.map(() => '?').join(', ')})
ON CONFLICT (hash) DO UPDATE SET ${COLUMNS.filter(({ name }) => name !== 'hash')
  .map(({ column, keeps }) => [column, candidates(keeps, `api_keys.${column}`, `excluded.${column}`)])
  .map(([column, values]) => `${column} = COALESCE(${values}, NULL)`)
  .join(', ')}`

/** SQL that adds keys, or replaces the fields and grants of keys with the same hash; see `keyAfterUpsert`. */
export function* upsertKeys(keys: readonly StoredKey[]): Generator<Statement> {
  yield* insertRows(UPSERT_KEY, keys.map(valuesOfKey))
  const ids = keys.map(({ hash }) => keyIdOfHash(hash))
  yield { sql: `DELETE FROM api_key_menus WHERE key_id IN ${BOUND_LIST}`, parameters: [boundList(ids)] }
  yield* grantMenus(keys.map(({ hash, menus }) => ({ id: keyIdOfHash(hash), menus })))
}

function valuesOfKey(key: StoredKey) {
  const values = { ...key, scopes: JSON.stringify(key.scopes) }
  return [keyIdOfHash(key.hash), ...NAMES.map((name) => values[name])]
}

/** What `upsertKeys` makes of a stored key. */
export function keyAfterUpsert(stored: StoredKey, given: StoredKey): StoredKey {
  const values = COLUMNS.map(({ name, keeps }) => {
    return [name, candidates(keeps, stored[name], given[name]).find((value) => value !== null) ?? null]
  })
  return { ...given, ...Object.fromEntries(values) }
}

/** SQL that grants menus to keys. Existing grants are kept. */
export function grantMenus(
  keys: readonly { readonly id: string; readonly menus: readonly string[] }[],
): Generator<RowsStatement> {
  const sql = 'INSERT INTO api_key_menus (key_id, menu_id) VALUES (?, ?) ON CONFLICT DO NOTHING'
  const grants = keys.flatMap(({ id, menus }) => menus.map((menuId) => [id, menuId]))
  return insertRows(sql, grants)
}

/** Withdraws a key's access to these menus. */
export const ungrantMenusStatement = defineQuery<[id: string, menuIds: Iterable<string>]>(
  `DELETE FROM api_key_menus WHERE key_id = ? AND menu_id IN ${BOUND_LIST}`,
)

/** Revokes a key permanently. A trigger also revokes the keys that it created. A key that is already revoked keeps its time. */
export const revokeKeyStatement = defineQuery<[now: string, id: string]>(
  'UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?',
)

/** Revoked keys with a valid key that they created, which only an import can add. */
export const findRevokedCreatorsQuery = defineQuery(`
SELECT DISTINCT p.id FROM api_keys p JOIN api_keys k ON k.created_by = p.id
WHERE p.revoked_at IS NOT NULL AND k.revoked_at IS NULL`)

/** A statement that changes nothing but makes the trigger revoke the keys that these revoked keys created. */
export const revokeCreatedKeysStatement = defineQuery<[ids: Iterable<string>]>(
  `UPDATE api_keys SET revoked_at = revoked_at WHERE id IN ${BOUND_LIST}`,
)

export type StoredKeyRow = Omit<StoredKey, 'scopes' | 'menus'> & Readonly<Record<'id' | 'scopes', string>>

export type GrantRow = Readonly<Record<'key_id' | 'menu_id', string>>

const SELECT_KEYS = `SELECT id, ${COLUMNS.map(({ name, column }) => `${column} AS "${name}"`).join(', ')} FROM api_keys`
const allKeysQuery = defineQuery(`${SELECT_KEYS} ORDER BY hash`)
const allGrantsQuery = defineQuery('SELECT key_id, menu_id FROM api_key_menus ORDER BY key_id, menu_id')

export const findStoredKeysQuery = defineQuery<[ids: Iterable<string>]>(
  `${SELECT_KEYS} WHERE id IN ${BOUND_LIST}`,
)

export const findGrantsQuery = defineQuery<[keyIds: Iterable<string>]>(
  `SELECT key_id, menu_id FROM api_key_menus WHERE key_id IN ${BOUND_LIST} ORDER BY key_id, menu_id`,
)

/** Keys with their menus: all, or those with these ids. */
export async function listKeys(database: QueryRunner, ids?: readonly string[]) {
  const queries = ids ? [findStoredKeysQuery(ids), findGrantsQuery(ids)] : [allKeysQuery(), allGrantsQuery()]
  return toStoredKeys(...(await database.readTogether<[StoredKeyRow[], GrantRow[]]>(queries)))
}

/** Keys with their menus, from their rows and those of their grants. */
export function toStoredKeys(keys: readonly StoredKeyRow[], grants: readonly GrantRow[]) {
  const menus = groupBy(grants, ({ key_id }) => key_id)
  return keys.map((row) => ({
    ...row,
    scopes: JSON.parse(row.scopes) as string[],
    menus: (menus.get(row.id) ?? []).map(({ menu_id }) => menu_id),
  }))
}
