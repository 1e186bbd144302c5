import { buildApp, importFile, openDatabase } from 'signage-service'
import { afterAll, beforeAll, expect, test } from 'vitest'

const NOON = Date.parse('2026-06-01T12:00:00Z')
let nowMs = NOON
let app
let database
let address

beforeAll(async () => {
  const clock = () => nowMs
  database = await openDatabase('sqlite::memory:', 'create')
  await importFile(database, 'fixture.json', { clock })
  app = await buildApp({ database, clock })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app.close()
  await database.close()
})

test('the lunch menu has a soup', async () => {
  const response = await fetch(`${address}/v1/groups?menus=lunch`, { headers: { 'X-API-Key': 'test-key' } })
  const { groups } = await response.json()
  expect(groups[0].items[0]).toMatchObject({ name: 'Tomato', price: 6.5, inStock: true })
})

test('a device is offline five minutes after its last heartbeat', async () => {
  const isOnline = async () => {
    const headers = { authorization: 'Bearer test-key' }
    const response = await app.inject({ url: '/devices/c4:23:60:91:c0:6c', headers })
    return response.json().is_online
  }
  expect(await isOnline()).toBe(true)
  nowMs = NOON + 4 * 60_000
  expect(await isOnline()).toBe(false)
})
