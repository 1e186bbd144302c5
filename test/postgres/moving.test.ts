import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { newDatabaseUrl, temporaryFolder } from '../support/database.ts'
import { signage } from '../support/process.ts'

const folder = temporaryFolder()
const seed = new URL('../../seeds/demo.json', import.meta.url).pathname
const KEY = 'demo-operations-key'

const sqlite = join(folder, 'signage.db')
const postgres = await newDatabaseUrl()

/** Runs a command on a database, which must succeed. */
async function run(url: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await signage(args, { environment: { DATABASE_URL: url } })
  expect(stderr).not.toContain('Error')
  expect(code).toBe(0)
  return stdout
}

const exported = join(folder, 'exported.json')
await run(sqlite, 'import', seed)
await run(sqlite, 'export', exported)
await run(postgres, 'import', exported)

test('an export of SQLite that is imported into PostgreSQL is exported identically, and the other way round', async () => {
  const text = await run(postgres, 'export')
  expect(text.length).toBeGreaterThan(10_000)
  expect(text).toBe(await run(sqlite, 'export'))
  const back = join(folder, 'back.db')
  await run(postgres, 'export', '--force', exported)
  await run(back, 'import', exported)
  expect(await run(back, 'export')).toBe(await run(postgres, 'export'))
})

describe('responses do not reveal the database engine', async () => {
  const databases = await Promise.all([sqlite, postgres].map((url) => openDatabase(url, 'read')))
  const clock = () => Date.UTC(2026, 0, 1)
  const apps = await Promise.all(databases.map((database) => buildApp({ database, clock })))
  afterAll(async () => {
    for (const app of apps) await app.close()
    for (const database of databases) await database.close()
  })

  const menu = '5303e8e5-d12b-45d6-aad5-5950c0f65a95'
  test.each([
    '/v1/menus',
    '/v1/menus/options',
    `/v1/menus/${menu}/groups/options`,
    '/v1/menus/unknown/groups/options',
    '/v1/groups',
    `/v1/groups?menus=${menu}`,
    '/v1/groups?tags=course:dessert',
    '/v1/groups?depth=0&page=1&pageSize=2',
    '/v1/groups?menus=%00',
    '/v1/groups?menus=["%5Cud800","%5Cu0000"]',
    '/v1/groups?groups=%00&tags=%00',
    '/v1/menus/%00/groups/options',
    '/devices/c4:23:60:91:c0:01',
    '/devices/C4-23-60-91-C0-06',
    '/devices/%00',
    '/devices/%F0%9F%92%A5',
  ])('%s', async (url) => {
    const headers = { 'x-api-key': KEY, authorization: `Bearer ${KEY}` }
    const [one, other] = await Promise.all(apps.map((app) => app.inject({ url, headers })))
    expect(one?.statusCode).toBeLessThan(500)
    expect(other?.statusCode).toBe(one?.statusCode)
    expect(other?.body).toBe(one?.body)
    const { date: _, 'x-request-id': __, ...shown } = one?.headers ?? {}
    expect(other?.headers).toMatchObject(shown)
  })
})
