import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { hashKey, keyId } from '../src/auth/credential.ts'
import { grantMenus, listKeys, listUsers, revokeKey, revokeMenus, toGrants } from '../src/auth/queries.ts'
import { importDocument } from '../src/documents/import.ts'
import { deleteRows } from '../src/storage/chunks.ts'
import { openMemory } from './support/database.ts'
import { KEY, menu, menusDocument } from './support/documents.ts'
import { NOW, PATIENT, request } from './support/service.ts'

/* Changes of keys by commands, and their effect on the next request. */

const database = await openMemory()
const put = (document: unknown) => importDocument(database, document, { clock: () => NOW })
await put(menusDocument(menu('m')))
const app = await buildApp({ database, clock: () => NOW, limits: PATIENT })
afterAll(async () => {
  await app.close()
  await database.close()
})
const get = (url: string, headers: Record<string, string>) => request(app, { url, headers })
const getMenus = (headers: Record<string, string>) => get('/v1/menus', headers)

test('granting a menu, and revoking the grant, affect one menu of one key from the next request on', async () => {
  const key = { name: 'x', user: 'ops', scopes: [], menus: ['m'] }
  const ids = { one: keyId(hashKey('grants-one')), two: keyId(hashKey('grants-two')) }
  await put({
    menus: [menu('granted-later')],
    apiKeys: ['grants-one', 'grants-two'].map((secret) => ({ ...key, key: secret })),
  })
  const menusOf = async (secret: string) =>
    (await getMenus({ 'x-api-key': secret })).json().map(({ id }: { id: string }) => id)
  const both = async () => [await menusOf('grants-one'), await menusOf('grants-two')]
  expect(await both()).toEqual([['m'], ['m']])

  for (let n = 0; n < 2; n++) await database.batch(grantMenus(toGrants(ids.one, ['m', 'granted-later'])))
  expect(await both()).toEqual([['granted-later', 'm'], ['m']])
  const statusOf = async (secret: string) =>
    (await get('/v1/menus/granted-later/groups/options', { 'x-api-key': secret })).statusCode
  expect([await statusOf('grants-one'), await statusOf('grants-two')]).toEqual([200, 404])

  expect(await revokeMenus(database, ids.two, ['granted-later', 'unknown'])).toBe(0)
  expect(await revokeMenus(database, ids.one, ['m', 'unknown'])).toBe(1)
  expect(await both()).toEqual([['granted-later'], ['m']])
})

test('removing a key removes its grants too, and no other key', async () => {
  const key = { name: 'x', user: 'ops', scopes: [], menus: ['m'] }
  await put({ apiKeys: ['removed', 'kept'].map((secret) => ({ ...key, key: secret })) })
  await database.batch(deleteRows('api_keys', [keyId(hashKey('removed'))]))
  const ids = (await listKeys(database)).map(({ id }) => id)
  expect(ids).not.toContain(keyId(hashKey('removed')))
  expect(ids).toContain(keyId(hashKey('kept')))
  const grants = 'SELECT menu_id FROM api_key_menus WHERE key_id = ?'
  expect(await database.all({ sql: grants, parameters: [keyId(hashKey('removed'))] })).toEqual([])
  expect(await database.all({ sql: grants, parameters: [keyId(hashKey('kept'))] })).toEqual([
    { menu_id: 'm' },
  ])
})

test('users are listed in the order of their ids', async () => {
  await put({ users: [{ id: 'kitchen', name: 'Kitchen' }] })
  const listed = await listUsers(database)
  expect(listed.map(({ id, name }) => `${id} ${name}`)).toEqual(['kitchen Kitchen', 'ops Operations'])
})

describe('a revocation', () => {
  const revokedAt = async (id: string) =>
    (await listKeys(database)).find((stored) => stored.id === id)?.revokedAt
  const first = new Date(NOW).toISOString()

  test('by a command keeps its timestamp if a command or an import revokes the key again', async () => {
    const key = { key: 'revoked-twice', name: 'x', user: 'ops', scopes: [], menus: [] }
    const id = keyId(hashKey(key.key))
    await put({ apiKeys: [key] })
    expect(await revokedAt(id)).toBeNull()
    await revokeKey(database, id, NOW)
    await revokeKey(database, id, NOW + 3_600_000)
    expect(await revokedAt(id)).toBe(first)
    await put({ apiKeys: [{ ...key, revokedAt: '2026-02-01T00:00:00Z' }] })
    expect(await revokedAt(id)).toBe(first)
  })

  test('by an import keeps its timestamp if a command revokes the key again, or the key is imported again', async () => {
    const key = { key: 'revoked-by-import', name: 'x', user: 'ops', scopes: [], menus: [] }
    const id = keyId(hashKey(key.key))
    await put({ apiKeys: [{ ...key, revokedAt: first }] })
    await revokeKey(database, id, NOW + 3_600_000)
    await put({ apiKeys: [key] })
    expect(await revokedAt(id)).toBe(first)
  })

  test('of one key does not affect the other keys of its user', async () => {
    const statuses = async () => [
      (await getMenus({ 'x-api-key': KEY })).statusCode,
      (await getMenus({ 'x-api-key': 'one-of-two' })).statusCode,
    ]
    await put({ apiKeys: [{ key: 'one-of-two', name: 'x', user: 'ops', scopes: [], menus: ['m'] }] })
    expect(await statuses()).toEqual([200, 200])
    await revokeKey(database, keyId(hashKey('one-of-two')), NOW)
    expect(await statuses()).toEqual([200, 401])
  })
})
