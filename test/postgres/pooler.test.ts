import { afterAll, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { prepareRead } from '../../src/storage/postgres/dialect.ts'
import { signage } from '../support/commands.ts'
import { device, group, item, KEY, menu, withKey } from '../support/documents.ts'
import { startPooler } from '../support/pooler.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { startServer } from '../support/process.ts'

const url = await createPostgresDatabase()
const database = await openDatabase(url, 'create')
const places = ['a', 'b', 'c']
await importDocument(database, {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: places.map((id) => ({ ...device(id), access: [{ user: 'ops', level: 'update' }] })),
  menus: places.map((id) =>
    menu(id, {
      groups: [group(`g${id}`, { id: `g${id}`, items: [item(`i${id}`, { id: `i${id}`, price: 1 })] })],
    }),
  ),
  apiKeys: [
    {
      key: KEY,
      name: 'boards',
      user: 'ops',
      scopes: ['menu:write', 'device:read', 'device:heartbeat'],
      menus: places,
    },
  ],
})
await database.close()
const pooler = await startPooler(url)
afterAll(() => pooler.close())

const start = (databaseUrl: string) =>
  startServer({ DATABASE_URL: databaseUrl, CHANGES: 'on', CACHE_MAX_MB: '0', MAX_EVENT_LOOP_DELAY_MS: '0' })

const READS = [
  '/v1/menus',
  '/v1/groups',
  '/devices/b',
  '/devices',
  '/v1/menus/a/groups/options',
  '/devices?search=c',
  '/v1/groups?groups=gb',
  '/devices/none',
]

const headers = { ...withKey, authorization: `Bearer ${KEY}` }

async function read(address: string, path: string) {
  const response = await fetch(`${address}${path}`, { headers })
  return { path, status: response.status, body: await response.text() }
}

async function heartbeat(address: string, id: string): Promise<number> {
  return (await fetch(`${address}/devices/${id}/heartbeats`, { method: 'POST', headers })).status
}

async function patch(address: string, id: string, price: number): Promise<number> {
  const body = JSON.stringify({ price })
  const type = { 'content-type': 'application/json' }
  const path = `/v1/items/${id}`
  return (await fetch(`${address}${path}`, { method: 'PATCH', headers: { ...headers, ...type }, body }))
    .status
}

test('processes that share sessions of the server run their own statements, whatever each has run first', async () => {
  const [direct, first, second] = await Promise.all([start(url), start(pooler.url), start(pooler.url)])
  const expected = await Promise.all(READS.map((path) => read(direct.address, path)))
  expect(expected.filter(({ status }) => status === 200)).toHaveLength(READS.length - 1)
  const inOrder = async (address: string, answers: typeof expected) => {
    for (const answer of answers) expect(await read(address, answer.path)).toEqual(answer)
  }
  // Their orders differ, so that the same number would be another statement in each.
  await inOrder(first.address, expected)
  await inOrder(second.address, expected.toReversed())
  for (let round = 0; round < 3; round++)
    await Promise.all([inOrder(first.address, expected.toReversed()), inOrder(second.address, expected)])

  expect(await heartbeat(first.address, 'a')).toBe(204)
  expect(await patch(second.address, 'ib', 2)).toBe(200)
  expect(await heartbeat(second.address, 'b')).toBe(204)
  expect(await patch(first.address, 'ic', 3)).toBe(200)
  const environment = { DATABASE_URL: pooler.url }
  for (const args of [
    ['users', 'list'],
    ['menus', 'show', 'b'],
    ['users', 'add', 'other'],
    ['devices', 'list'],
  ])
    expect(await signage(args, { environment })).toMatchObject({ code: 0 })
  const { stdout } = await signage(['menus', 'show', 'b', '--json'], { environment: { DATABASE_URL: url } })
  expect(stdout).toContain('"price": 2')
  for (const { address } of [first, second])
    expect((await read(address, '/v1/groups')).body).toBe((await read(direct.address, '/v1/groups')).body)

  for (const server of [direct, first, second]) {
    expect(await server.stop()).toBe(0)
    expect(server.output()).not.toMatch(/"level":[5-6]0/)
  }
  expect(pooler.sessions()).toBeLessThanOrEqual(4)
})

test('a pooler that does not keep the statements of its clients apart is named', async () => {
  const strict = await startPooler(url, ({ bytes }) => bytes)
  const environment = { DATABASE_URL: strict.url }
  expect(await signage(['users', 'list'], { environment })).toMatchObject({ code: 0 })
  expect(await signage(['users', 'list'], { environment })).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'A pooler between this service and PostgreSQL confuses prepared statements: set it to session mode, or let it track them, as docs/explanation/scaling.md says.\n',
  })
  await strict.close()
})

test('the name of a statement is made from its text, and fits into a name of PostgreSQL', () => {
  const nameOf = (sql: string) => prepareRead({ sql }).name
  expect(nameOf('SELECT 1')).toBe('signage_4ATr1bVTKkuFmEpi-K1IqB')
  expect(nameOf('SELECT 1')).toBe(nameOf('SELECT 1'))
  expect(nameOf('SELECT 1')).not.toBe(nameOf('SELECT 2'))
  expect(Buffer.byteLength(nameOf(`SELECT ${'1, '.repeat(5000)}1`))).toBeLessThan(63)
})
