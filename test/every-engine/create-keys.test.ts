import { afterAll, expect, inject, test } from 'vitest'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { killRunning, startServing } from '../support/command.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseToOpen, temporaryFolder } from '../support/database.ts'
import { KEY, menu } from '../support/documents.ts'
import { NOW, startInProcess } from '../support/service.ts'

const HOUR_MS = 60 * 60 * 1000
let now = NOW
const at = (ms: number) => new Date(NOW + ms).toISOString()
const keyOf = (key: string, fields: object) => ({
  key,
  name: key,
  user: 'ops',
  scopes: [],
  menus: [],
  ...fields,
})

afterAll(killRunning)

const service = await startInProcess(
  {
    users: [{ id: 'ops', name: 'Operations' }],
    menus: [menu('lunch'), menu('dinner'), menu('secret')],
    apiKeys: [
      keyOf(KEY, { scopes: ['key:write', 'menu:write'], menus: ['lunch', 'dinner'] }),
      keyOf('ends-soon', { scopes: ['key:write'], menus: ['lunch'], expiresAt: at(HOUR_MS) }),
      keyOf('reads-only', { menus: ['lunch'] }),
    ],
  },
  { allowsChanges: true, clock: () => now },
)

const create = (body: unknown, key = KEY) =>
  service.send({
    method: 'POST',
    url: '/v1/keys',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
const menusOf = async (key: string) => {
  const { statusCode, body } = await service.get('/v1/menus', { 'x-api-key': key })
  return statusCode === 200 ? JSON.parse(body).map(({ id }: { id: string }) => id) : statusCode
}
const created = async (body: unknown, key = KEY): Promise<string> => (await create(body, key)).json().key

test('a key creates one that reads some of its menus, and has no scopes by default', async () => {
  const response = await create({ name: 'Lobby', menus: ['dinner'] })
  const { id, key } = response.json()
  expect([response.statusCode, response.headers['cache-control']]).toEqual([201, 'no-store'])
  expect(key).toMatch(/^sgn_/)
  expect(id).toBe(keyIdOfHash(hashKey(key)))
  expect(await menusOf(key)).toEqual(['dinner'])
  expect((await create({ name: 'x', menus: [] }, key)).statusCode).toBe(403)
})

test.each([
  [401, 'Invalid API key', { name: 'x', menus: ['lunch'] }, 'no-such-key'],
  [403, 'Invalid scopes', 'not even an object', 'reads-only'],
  [403, 'Invalid scopes', { name: 'x', menus: ['lunch'], scopes: ['device:read'] }, KEY],
  [403, 'Invalid scopes', { name: 'x', menus: ['lunch'], scopes: ['no such scope'] }, KEY],
  [404, 'Menu not found', { name: 'x', menus: ['lunch', 'secret'] }, KEY],
  [404, 'Menu not found', { name: 'x', menus: ['missing'] }, KEY],
  [
    400,
    '/name: must be text that is not blank, without NUL and lone surrogates',
    { name: ' ', menus: [] },
    KEY,
  ],
  [400, '/menus: is missing', { name: 'x' }, KEY],
  [400, '/menu: is not a field', { name: 'x', menus: [], menu: 'lunch' }, KEY],
])('it is refused with %i %s', async (statusCode, message, body, key) => {
  const response = await create(body, key)
  expect([response.statusCode, response.json()]).toEqual([statusCode, { message }])
})

test('a key ends no later than the one that creates it, and by default with it', async () => {
  const late = await create({ name: 'x', menus: [], expiresAt: at(2 * HOUR_MS) }, 'ends-soon')
  expect([late.statusCode, late.json().message]).toEqual([
    400,
    expect.stringContaining('/expiresAt: must be'),
  ])
  expect((await create({ name: 'x', menus: [], expiresAt: at(-1) })).statusCode).toBe(400)
  const sooner = await created({ name: 'sooner', menus: ['lunch'], expiresAt: at(HOUR_MS / 2) }, 'ends-soon')
  const same = await created({ name: 'same', menus: ['lunch'] }, 'ends-soon')
  const long = await created({ name: 'long', menus: ['lunch'] })
  const states = () => Promise.all([sooner, same, long].map(menusOf))
  now = NOW + HOUR_MS / 2
  expect(await states()).toEqual([401, ['lunch'], ['lunch']])
  now = NOW + HOUR_MS
  expect(await states()).toEqual([401, 401, ['lunch']])
  now = NOW
})

test('a key ends when the one that created it is revoked, also at the second remove', async () => {
  const first = await created({ name: 'first', menus: ['lunch'], scopes: ['key:write'] })
  const second = await created({ name: 'second', menus: ['lunch'], scopes: ['key:write'] }, first)
  const third = await created({ name: 'third', menus: ['lunch'] }, second)
  const other = await created({ name: 'other', menus: ['lunch'] })
  await service.revoke(first)
  expect(await Promise.all([first, second, third, other].map(menusOf))).toEqual([401, 401, 401, ['lunch']])
})

test('an imported key whose creator is revoked is revoked, too, and so is what it created', async () => {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  const byLast = (last: string) => ({ createdBy: keyIdOfHash(hashKey(last)) })
  const apiKeys = [
    keyOf('revoked', {}),
    keyOf('child', byLast('revoked')),
    keyOf('grandchild', byLast('child')),
  ]
  const importKeys = (keys: object[]) =>
    signage(['import', '-'], {
      environment,
      input: JSON.stringify({ users: [{ id: 'ops', name: 'o' }], apiKeys: keys }),
    })
  await importKeys(apiKeys.slice(0, 1))
  await signage(['keys', 'revoke', keyIdOfHash(hashKey('revoked'))], { environment })
  expect(await importKeys(apiKeys)).toMatchObject({ code: 0 })
  const keys = JSON.parse((await signage(['keys', 'list', '--json'], { environment })).stdout)
  expect(keys.map(({ revokedAt }: Record<string, unknown>) => revokedAt === null)).toEqual([
    false,
    false,
    false,
  ])
})

test('a long chain of keys, each created by the one before, ends with the first', async () => {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  const chain = Array.from({ length: 2000 }, (_, n) =>
    keyOf(`chained-${n}`, n === 0 ? {} : { createdBy: keyIdOfHash(hashKey(`chained-${n - 1}`)) }),
  )
  const input = JSON.stringify({ users: [{ id: 'ops', name: 'o' }], apiKeys: chain })
  await signage(['import', '-'], { environment, input })
  const first = keyIdOfHash(hashKey('chained-0'))
  expect(await signage(['keys', 'revoke', first], { environment })).toMatchObject({ code: 0 })
  const keys = JSON.parse((await signage(['keys', 'list', '--json'], { environment })).stdout)
  expect(keys.filter(({ revokedAt }: Record<string, unknown>) => revokedAt === null)).toEqual([])
  expect(keys).toHaveLength(2000)
})

test('the change log has a new key, and an export has who created it, so that it still ends with that', async () => {
  const environment = { DATABASE_URL: await newDatabaseToOpen() }
  const apiKeys = [keyOf('creator', { scopes: ['key:write'], menus: ['lunch'] })]
  const input = JSON.stringify({ users: [{ id: 'ops', name: 'o' }], menus: [menu('lunch')], apiKeys })
  await signage(['import', '-'], { environment, input })
  const serving = { command: inject('command'), folder: temporaryFolder() }
  const { address } = await startServing({ ...serving, environment: { ...environment, CHANGES: 'on' } })
  const headers = { 'x-api-key': 'creator', 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Lobby', menus: ['lunch'] })
  const { id } = await (await fetch(`${address}/v1/keys`, { method: 'POST', headers, body })).json()

  const [change] = JSON.parse((await signage(['changes', '--json'], { environment })).stdout)
  expect(change).toMatchObject({
    key: { id: keyIdOfHash(hashKey('creator')), name: 'creator' },
    ...{ action: 'added', kind: 'key', menu: null, id, name: 'Lobby', from: null },
    to: { user: 'ops', scopes: [], menus: ['lunch'], expiresAt: null },
  })
  const exported = (await signage(['export'], { environment })).stdout
  const copy = { DATABASE_URL: await newDatabaseToOpen() }
  await signage(['import', '-'], { environment: copy, input: exported })
  await signage(['keys', 'revoke', keyIdOfHash(hashKey('creator'))], { environment: copy })
  const keys = JSON.parse((await signage(['keys', 'list', '--json'], { environment: copy })).stdout)
  const ended = keys.map(({ name, revokedAt }: Record<string, unknown>) => [name, revokedAt !== null])
  expect(Object.fromEntries(ended)).toEqual({ creator: true, Lobby: true })
})
