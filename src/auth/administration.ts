import { groupBy } from '../group-by.ts'
import { BOUND_LIST, boundList, type Database, type Query } from '../storage/database.ts'
import { keyId } from './credential.ts'

/** A row of `users`. */
export interface User {
  readonly id: string
  readonly name: string
}

/** A key as it is stored, with the menus granted to it, but never the key itself. */
export interface StoredKey {
  readonly hash: string
  /** The beginning of the key, where it is known. */
  readonly prefix: string | null
  readonly name: string
  readonly user: string
  readonly scopes: readonly string[]
  readonly menus: readonly string[]
  readonly expiresAt: string | null
  readonly revokedAt: string | null
}

const PUT_USER = `
INSERT INTO users (id, name) VALUES (?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name`

// A revocation is final: whatever else replaces a key leaves it standing.
const PUT_KEY = `
INSERT INTO api_keys (hash, id, prefix, name, user_id, scopes, expires_at, revoked_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (hash) DO UPDATE SET
  prefix = COALESCE(excluded.prefix, api_keys.prefix), name = excluded.name, user_id = excluded.user_id,
  scopes = excluded.scopes, expires_at = excluded.expires_at,
  revoked_at = COALESCE(api_keys.revoked_at, excluded.revoked_at)`

/** SQL that adds a user, or renames one that exists. */
export function putUser({ id, name }: User): Query {
  return { sql: PUT_USER, parameters: [id, name] }
}

/** SQL that adds a key, or replaces one with the same hash whole, but for a revocation. */
export function* putKey(key: StoredKey): Generator<Query> {
  const { hash, prefix, name, user, scopes, expiresAt, revokedAt } = key
  const id = keyId(hash)
  yield {
    sql: PUT_KEY,
    parameters: [hash, id, prefix, name, user, JSON.stringify(scopes), expiresAt, revokedAt],
  }
  yield { sql: 'DELETE FROM api_key_menus WHERE key_id = ?', parameters: [id] }
  yield* grantMenus(id, key.menus)
}

const GRANT = 'INSERT INTO api_key_menus (key_id, menu_id) VALUES (?, ?) ON CONFLICT DO NOTHING'

/** SQL that grants menus to a key; those that it has already stay granted. */
export function* grantMenus(id: string, menuIds: Iterable<string>): Generator<Query> {
  for (const menuId of menuIds) yield { sql: GRANT, parameters: [id, menuId] }
}

/** Takes menus from a key. @returns how many of them were granted */
export async function withdrawMenus(
  database: Database,
  id: string,
  menuIds: Iterable<string>,
): Promise<number> {
  const sql = `DELETE FROM api_key_menus WHERE key_id = ? AND menu_id IN ${BOUND_LIST}`
  return database.batch([{ sql, parameters: [id, boundList(menuIds)] }])
}

/** Revokes a key for good. One that is revoked already keeps its time. */
export async function revokeKey(database: Database, id: string, nowMs: number): Promise<void> {
  const sql = 'UPDATE api_keys SET revoked_at = COALESCE(revoked_at, ?) WHERE id = ?'
  await database.batch([{ sql, parameters: [new Date(nowMs).toISOString(), id] }])
}

/** A row of `api_keys`. */
export interface StoredKeyRow {
  readonly id: string
  readonly hash: string
  readonly prefix: string | null
  readonly name: string
  readonly user_id: string
  readonly scopes: string
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

/** A row of `api_key_menus`. */
export interface GrantRow {
  readonly key_id: string
  readonly menu_id: string
}

/** The questions that list everything, for a snapshot. */
export const allUsers: Query = { sql: 'SELECT id, name FROM users ORDER BY id' }
export const allKeys: Query = { sql: 'SELECT * FROM api_keys ORDER BY hash' }
export const allGrants: Query = { sql: 'SELECT key_id, menu_id FROM api_key_menus ORDER BY key_id, menu_id' }

export async function listUsers(database: Database): Promise<User[]> {
  return database.all<User>(allUsers.sql)
}

/** All keys, in the order of their hashes. */
export async function listKeys(database: Database): Promise<(StoredKey & { id: string })[]> {
  return toStoredKeys(...(await database.snapshot<[StoredKeyRow[], GrantRow[]]>([allKeys, allGrants])))
}

/** Keys with their menus, from the answers to `allKeys` and `allGrants`. */
export function toStoredKeys(
  keys: readonly StoredKeyRow[],
  grants: readonly GrantRow[],
): (StoredKey & { id: string })[] {
  const menus = groupBy(grants, ({ key_id }) => key_id)
  return keys.map((row) => ({
    id: row.id,
    hash: row.hash,
    prefix: row.prefix,
    name: row.name,
    user: row.user_id,
    scopes: JSON.parse(row.scopes) as string[],
    menus: (menus.get(row.id) ?? []).map(({ menu_id }) => menu_id),
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
  }))
}
