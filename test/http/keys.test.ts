import { describe, expect, test } from 'vitest'
import { createKey } from '../../src/auth/credential.ts'
import { device, devicesDocument, group, item, KEY, menu } from '../support/documents.ts'
import { NOW, startInProcess, startService } from '../support/service.ts'

const created = createKey()
const broken = `${created.slice(0, -1)}${created.endsWith('0') ? '1' : '0'}`

const all = { name: 'x', user: 'ops', scopes: ['device:read'], menus: ['m'] }
const document = {
  ...devicesDocument(device('d')),
  menus: [menu('m', { groups: [group('g', { items: [item('i')] })] })],
  apiKeys: [
    { ...all, key: KEY, name: 'from elsewhere' },
    { ...all, key: created, name: 'ours' },
    { ...all, key: 'expires', expiresAt: new Date(NOW + 10_000).toISOString() },
    { ...all, key: 'expired', expiresAt: '-PT1S' },
    { ...all, key: 'revoked', revokedAt: '-PT1S' },
  ],
}
const { get, put, revoke, runSql } = await startService(document)

const getDevice = (headers: Record<string, string> = {}) => get('/devices/d', headers)
const getMenus = (headers: Record<string, string> = {}) => get('/v1/menus', headers)

describe('a valid key', () => {
  test.each([
    ['created by signage', created],
    ['created elsewhere', KEY],
  ])('%s works on both interfaces', async (_, key) => {
    expect((await getDevice({ authorization: `Bearer ${key}` })).statusCode).toBe(200)
    expect((await getMenus({ 'x-api-key': key })).statusCode).toBe(200)
  })

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('works with the scheme %s', async (scheme) => {
    expect((await getDevice({ authorization: `${scheme} ${KEY}` })).statusCode).toBe(200)
  })

  test('works only in the header of its interface', async () => {
    expect((await getDevice({ 'x-api-key': KEY })).statusCode).toBe(401)
    expect((await getMenus({ authorization: `Bearer ${KEY}` })).statusCode).toBe(401)
  })
})

describe('missing, malformed, unknown, revoked and expired keys get the same response', () => {
  test.each([
    ['unknown', 'ffffffffffffffffffffffffffffffff'],
    ['revoked', 'revoked'],
    ['expired', 'expired'],
    ['malformed', 'no key at all'],
    ['not ASCII', 'schlüssel'],
    ['with a wrong checksum', broken],
    ['very long', 'x'.repeat(5000)],
  ])('%s: 401 with error="invalid_token"', async (_, key) => {
    const onDevice = await getDevice({ authorization: `Bearer ${key}` })
    expect(onDevice.statusCode).toBe(401)
    expect(onDevice.body).toBe('{"message":"Invalid API key"}')
    expect(onDevice.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    const onMenus = await getMenus({ 'x-api-key': key })
    expect(onMenus.statusCode).toBe(401)
    expect(onMenus.body).toBe('{"message":"Invalid API key"}')
    expect(onMenus.headers['www-authenticate']).toBe('ApiKey error="invalid_token"')
  })

  test.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['the scheme alone', 'Bearer'],
    ['another scheme', 'Basic b3BzOm9wcw=='],
    ['a scheme that only ends in Bearer', `NotBearer ${KEY}`],
  ])('%s: 401 without error, because no token was sent', async (_, authorization) => {
    const response = await getDevice(authorization === undefined ? {} : { authorization })
    expect(response.statusCode).toBe(401)
    expect(response.body).toBe('{"message":"Invalid API key"}')
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })

  test('no key for the menu interface: 401 with WWW-Authenticate: ApiKey', async () => {
    for (const headers of [{}, { 'x-api-key': '' }]) {
      const response = await getMenus(headers)
      expect(response.statusCode).toBe(401)
      expect(response.headers['www-authenticate']).toBe('ApiKey')
    }
  })

  test('an unknown key with an invalid parameter: 401, because the key is checked first', async () => {
    expect((await get('/v1/groups?page=x', { 'x-api-key': 'unknown' })).statusCode).toBe(401)
  })
})

describe('from the next request on', () => {
  test('a key is rejected once it has expired, to the millisecond', async () => {
    let now = NOW
    const { get } = await startInProcess(document, { clock: () => now })
    const getMenus = () => get('/v1/menus', { 'x-api-key': 'expires' })
    expect((await getMenus()).statusCode).toBe(200)
    now = NOW + 9_999
    expect((await getMenus()).statusCode).toBe(200)
    now = NOW + 10_000
    expect((await getMenus()).statusCode).toBe(401)
    expect((await get('/devices/d', { authorization: 'Bearer expires' })).statusCode).toBe(401)
  })

  test('a key is rejected if its expiry is not a valid timestamp, whatever program wrote it', async () => {
    const key = {
      key: 'odd',
      name: 'odd',
      user: 'ops',
      scopes: [],
      menus: ['m'],
      expiresAt: '2099-01-01T00:00:00Z',
    }
    await put({ apiKeys: [key] })
    expect((await getMenus({ 'x-api-key': 'odd' })).statusCode).toBe(200)
    await runSql("UPDATE api_keys SET expires_at = '2099-13-45T99Z' WHERE name = 'odd'")
    expect((await getMenus({ 'x-api-key': 'odd' })).statusCode).toBe(401)
    await expect(runSql("UPDATE api_keys SET expires_at = '2099-01-01 00:00:00'")).rejects.toThrow(
      /check constraint/i,
    )
  })

  test('a key is rejected once it is revoked, and importing it again does not restore it', async () => {
    const leaked = { key: 'leaked', name: 'x', user: 'ops', scopes: [], menus: ['m'] }
    await put({ apiKeys: [leaked] })
    expect((await getMenus({ 'x-api-key': 'leaked' })).statusCode).toBe(200)
    await revoke('leaked')
    expect((await getMenus({ 'x-api-key': 'leaked' })).statusCode).toBe(401)
    await put({ apiKeys: [leaked] })
    expect((await getMenus({ 'x-api-key': 'leaked' })).statusCode).toBe(401)
  })

  test('a key is rejected on both interfaces if an import moves its expiry into the past', async () => {
    const leaked = { key: 'shortened', name: 'x', user: 'ops', scopes: ['device:read'], menus: ['m'] }
    const statuses = async () => [
      (await getMenus({ 'x-api-key': 'shortened' })).statusCode,
      (await getDevice({ authorization: 'Bearer shortened' })).statusCode,
    ]
    await put({ apiKeys: [{ ...leaked, expiresAt: '2099-01-01T00:00:00Z' }] })
    expect(await statuses()).toEqual([200, 200])
    await put({ apiKeys: [{ ...leaked, expiresAt: '-PT1S' }] })
    expect(await statuses()).toEqual([401, 401])
    await put({ apiKeys: [leaked] })
    expect(await statuses()).toEqual([200, 200])
  })
})

test('every route of both interfaces requires a key', async () => {
  const paths = Object.keys((await get('/openapi.json')).json().paths)
  expect(paths.length).toBeGreaterThan(6)
  for (const path of paths) {
    const response = await get(path.replace(/\{\w+\}/g, 'x'))
    expect(response.statusCode, path).toBe(401)
  }
})
