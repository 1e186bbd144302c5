import { expect, test } from 'vitest'
import { startService } from '../support/service.ts'

const { send, sendToFail, runSql } = await startService({ users: [] })

const request = async (url: string) => {
  const { statusCode, body, headers } = await sendToFail({ url })
  expect(headers['cache-control']).toBe('no-store')
  return [statusCode, JSON.parse(body)]
}
const ok = [200, { status: 'ok' }]

test('/livez and /readyz require no key, and accept later migrations, because the next version is about to take over', async () => {
  expect(await request('/livez')).toEqual(ok)
  expect(await request('/readyz')).toEqual(ok)
  expect((await send({ url: '/readyz', method: 'HEAD' })).body).toBe('')
  expect((await send({ url: '/livez', method: 'POST' })).statusCode).toBe(405)
  await runSql("INSERT INTO schema_migrations VALUES (9999, '9999-newer.sql', 'x', '2026-01-01T00:00:00Z')")
  expect(await request('/readyz')).toEqual(ok)
})

test.each([
  ['was not migrated by this version', "UPDATE schema_migrations SET checksum = 'x' WHERE version = 1"],
  ['lacks a migration', 'DELETE FROM schema_migrations WHERE version = 1'],
])('/readyz returns 503 for a database that %s, but /livez returns 200', async (_, script) => {
  await runSql(script)
  expect(await request('/readyz')).toEqual([503, { message: 'Service unavailable' }])
  expect(await request('/livez')).toEqual(ok)
})
