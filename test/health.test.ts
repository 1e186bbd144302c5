import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { openMemory } from './support/database.ts'

const database = await openMemory()
const app = await buildApp({ database })
afterAll(async () => {
  await app.close()
  await database.close()
})

const ask = async (url: string) => {
  const { statusCode, body, headers } = await app.inject(url)
  expect(headers['cache-control']).toBe('no-store')
  return [statusCode, JSON.parse(body)]
}
const ok = [200, { status: 'ok' }]

test('/livez and /readyz ask for no key', async () => {
  expect(await ask('/livez')).toEqual(ok)
  expect(await ask('/readyz')).toEqual(ok)
  expect((await app.inject({ url: '/readyz', method: 'HEAD' })).body).toBe('')
  expect((await app.inject({ url: '/livez', method: 'POST' })).statusCode).toBe(405)
})

test('a database that was migrated further is fine: the next version is about to take over', async () => {
  await database.batch([
    { script: "INSERT INTO schema_migrations VALUES (9999, '9999-newer.sql', 'x', '2026-01-01T00:00:00Z')" },
  ])
  expect(await ask('/readyz')).toEqual(ok)
})

test.each([
  ['was not migrated by this version', "UPDATE schema_migrations SET checksum = 'x' WHERE version = 1"],
  ['lacks a migration', 'DELETE FROM schema_migrations WHERE version = 1'],
])('one that %s is not, but the process is up', async (_, script) => {
  await database.batch([{ script }])
  expect(await ask('/readyz')).toEqual([503, { message: 'Service unavailable' }])
  expect(await ask('/livez')).toEqual(ok)
})
