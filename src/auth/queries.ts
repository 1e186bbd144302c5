import { groupBy } from '../lib/group-by.ts'
import { isoTime } from '../lib/time/timestamps.ts'
import {
  BOUND_LIST,
  boundList,
  type Database,
  defineQuery,
  defineReader,
  type Query,
  type RowsStatement,
  type Statement,
} from '../storage/database.ts'
import { insertRows, upsertRows } from '../storage/statements.ts'
import { keyIdOfHash } from './credential.ts'

/** The columns of users. Imports compare and store them, and exports have them. */
export const USER_COLUMNS = ['id', 'name'] as const
export type User = Readonly<Record<(typeof USER_COLUMNS)[number], string>>

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

const UPSERT_KEY = `
INSERT INTO api_keys (hash, id, prefix, name, user_id, scopes, expires_at, revoked_at, created_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (hash) DO UPDATE SET
  prefix = COALESCE(excluded.prefix, api_keys.prefix), name = excluded.name, user_id = excluded.user_id,
  scopes = excluded.scopes, expires_at = excluded.expires_at,
  revoked_at = COALESCE(api_keys.revoked_at, excluded.revoked_at),
  created_by = COALESCE(api_keys.created_by, excluded.created_by)`

/** SQL that adds users, or renames existing ones. */
export function upsertUsers(users: readonly User[]): Generator<RowsStatement> {
  return upsertRows('users', ['id'], USER_COLUMNS, users)
}

/**
 * SQL that adds keys, or replaces the fields and grants of keys with the same hash. Of a stored key, the revocation and
 * the creator are kept, and also the prefix if the new key has none.
 */
export function* upsertKeys(keys: readonly StoredKey[]): Generator<Statement> {
  yield* insertRows(UPSERT_KEY, keys.map(valuesOfKey))
  const ids = keys.map(({ hash }) => keyIdOfHash(hash))
  yield { sql: `DELETE FROM api_key_menus WHERE key_id IN ${BOUND_LIST}`, parameters: [boundList(ids)] }
  yield* grantStatements(keys.map(({ hash, menus }) => ({ id: keyIdOfHash(hash), menus })))
}

/** The values of `UPSERT_KEY`, in the order of its columns. */
function valuesOfKey({ hash, prefix, name, user, scopes, expiresAt, revokedAt, createdBy }: StoredKey) {
  return [
    hash,
    keyIdOfHash(hash),
    prefix,
    name,
    user,
    JSON.stringify(scopes),
    expiresAt,
    revokedAt,
    createdBy,
  ]
}

/** SQL that grants menus to keys. Existing grants are kept. */
export function grantStatements(
  keys: readonly { readonly id: string; readonly menus: readonly string[] }[],
): Generator<RowsStatement> {
  const sql = 'INSERT INTO api_key_menus (key_id, menu_id) VALUES (?, ?) ON CONFLICT DO NOTHING'
  const grants = keys.flatMap(({ id, menus }) => menus.map((menuId) => [id, menuId]))
  return insertRows(sql, grants)
}

/** Creates a trigger of the demo: its key for every menu may also read menus that are imported later. */
export const createDemoTriggerStatement: Query = {
  sql: `
CREATE TRIGGER demo_menus AFTER INSERT ON menus BEGIN
  INSERT INTO api_key_menus (key_id, menu_id) SELECT id, NEW.id FROM api_keys WHERE user_id = 'operations';
END`,
}

/** Revokes a key's access to these menus. @returns how many of them were granted */
export async function revokeMenus(database: Database, id: string, menuIds: Iterable<string>) {
  const sql = `DELETE FROM api_key_menus WHERE key_id = ? AND menu_id IN ${BOUND_LIST}`
  return database.batch([{ sql, parameters: [id, boundList(menuIds)] }])
}

/** Revokes a key permanently. A trigger also revokes the keys that it created. A key that is already revoked keeps its time. */
export async function revokeKey(database: Database, id: string, nowMs: number): Promise<void> {
  const sql = 'UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?'
  await database.batch([{ sql, parameters: [isoTime(nowMs), id] }])
}

export type StoredKeyRow = Omit<StoredKey, 'scopes' | 'menus'> & Readonly<Record<'id' | 'scopes', string>>

export type GrantRow = Readonly<Record<'key_id' | 'menu_id', string>>

export const allUsersQuery: Query = { sql: `SELECT ${USER_COLUMNS.join()} FROM users ORDER BY id` }
const STORED_KEY_COLUMNS = `
  id, hash, prefix, name, user_id AS user, scopes, expires_at AS "expiresAt", revoked_at AS "revokedAt",
  created_by AS "createdBy"`
export const allKeysQuery: Query = { sql: `SELECT ${STORED_KEY_COLUMNS} FROM api_keys ORDER BY hash` }
export const allGrantsQuery: Query = {
  sql: 'SELECT key_id, menu_id FROM api_key_menus ORDER BY key_id, menu_id',
}

export const findUsersQuery = defineQuery<[ids: Iterable<string>]>(
  `SELECT ${USER_COLUMNS.join()} FROM users WHERE id IN ${BOUND_LIST}`,
)

export const findStoredKeysQuery = defineQuery<[ids: Iterable<string>]>(
  `SELECT ${STORED_KEY_COLUMNS} FROM api_keys WHERE id IN ${BOUND_LIST}`,
)

export const findGrantsQuery = defineQuery<[keyIds: Iterable<string>]>(
  `SELECT key_id, menu_id FROM api_key_menus WHERE key_id IN ${BOUND_LIST} ORDER BY key_id, menu_id`,
)

export const listUsers = defineReader<User>(allUsersQuery.sql)

const DEPENDENTS = `
SELECT
  (SELECT count(*) FROM api_keys WHERE user_id = u.id) AS keys,
  (SELECT count(DISTINCT device_id) FROM device_access WHERE user_id = u.id) AS devices
FROM users u WHERE u.id = ?`

/** The number of keys of a user, and of devices that the user has access to. */
export async function countDependents(database: Database, id: string) {
  const counts = await database.get<Record<'keys' | 'devices', number>>({ sql: DEPENDENTS, parameters: [id] })
  return counts ?? { keys: 0, devices: 0 }
}

/** All keys with their menus. */
export async function listKeys(database: Database) {
  return toStoredKeys(
    ...(await database.readTogether<[StoredKeyRow[], GrantRow[]]>([allKeysQuery, allGrantsQuery])),
  )
}

/** Keys with their menus, from the rows of `allKeysQuery` and `allGrantsQuery`. */
export function toStoredKeys(keys: readonly StoredKeyRow[], grants: readonly GrantRow[]) {
  const menus = groupBy(grants, ({ key_id }) => key_id)
  return keys.map((row) => ({
    ...row,
    scopes: JSON.parse(row.scopes) as string[],
    menus: (menus.get(row.id) ?? []).map(({ menu_id }) => menu_id),
  }))
}

const findHashQuery = defineQuery<[id: string]>('SELECT hash FROM api_keys WHERE id = ?')

/** Finds the hash of the key with this id, whether or not the key is valid. */
export async function findKeyHash(database: Database, id: string): Promise<string | undefined> {
  return (await database.get<{ hash: string }>(findHashQuery(id)))?.hash
}
