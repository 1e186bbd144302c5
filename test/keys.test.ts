import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createKey, isPossibleKey, keyPrefix } from '../src/auth/credential.ts'
import { device, devicesDocument, group, item, KEY, menu } from './support/documents.ts'
import { NOW, startInProcess, startService } from './support/service.ts'

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

const askDevice = (headers: Record<string, string> = {}) => get('/devices/d', headers)
const askMenus = (headers: Record<string, string> = {}) => get('/v1/menus', headers)

describe('a valid key', () => {
  test.each([
    ['made here', created],
    ['from elsewhere', KEY],
  ])('%s works on both interfaces', async (_, key) => {
    expect((await askDevice({ authorization: `Bearer ${key}` })).statusCode).toBe(200)
    expect((await askMenus({ 'x-api-key': key })).statusCode).toBe(200)
  })

  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('the scheme word %s is understood', async (scheme) => {
    expect((await askDevice({ authorization: `${scheme} ${KEY}` })).statusCode).toBe(200)
  })

  test('menus need no scope, and the device interface only its own header', async () => {
    expect((await askDevice({ 'x-api-key': KEY })).statusCode).toBe(401)
    expect((await askMenus({ authorization: `Bearer ${KEY}` })).statusCode).toBe(401)
  })
})

describe('missing, malformed, unknown, revoked and expired are one answer', () => {
  test.each([
    ['unknown', 'ffffffffffffffffffffffffffffffff'],
    ['revoked', 'revoked'],
    ['expired', 'expired'],
    ['malformed', 'no key at all'],
    ['not ASCII', 'schlüssel'],
    ['with a wrong checksum', broken],
    ['very long', 'x'.repeat(5000)],
  ])('%s: 401 with error="invalid_token"', async (_, key) => {
    const onDevice = await askDevice({ authorization: `Bearer ${key}` })
    expect(onDevice.statusCode).toBe(401)
    expect(onDevice.body).toBe('{"message":"Invalid API key"}')
    expect(onDevice.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
    const onMenus = await askMenus({ 'x-api-key': key })
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
  ])('%s: 401 without an error, as no token was sent', async (_, authorization) => {
    const answer = await askDevice(authorization === undefined ? {} : { authorization })
    expect(answer.statusCode).toBe(401)
    expect(answer.body).toBe('{"message":"Invalid API key"}')
    expect(answer.headers['www-authenticate']).toBe('Bearer')
  })

  test('the menu interface without a key: 401 with ApiKey alone', async () => {
    for (const headers of [{}, { 'x-api-key': '' }]) {
      const answer = await askMenus(headers)
      expect(answer.statusCode).toBe(401)
      expect(answer.headers['www-authenticate']).toBe('ApiKey')
    }
  })

  test('a parameter of the wrong form does not come before the key', async () => {
    expect((await get('/v1/groups?page=x', { 'x-api-key': 'unknown' })).statusCode).toBe(401)
  })
})

describe('on the very next request', () => {
  test('a key is gone when its time has come, to the millisecond', async () => {
    let now = NOW
    const { get } = await startInProcess(document, { clock: () => now })
    const askMenus = () => get('/v1/menus', { 'x-api-key': 'expires' })
    expect((await askMenus()).statusCode).toBe(200)
    now = NOW + 9_999
    expect((await askMenus()).statusCode).toBe(200)
    now = NOW + 10_000
    expect((await askMenus()).statusCode).toBe(401)
    expect((await get('/devices/d', { authorization: 'Bearer expires' })).statusCode).toBe(401)
  })

  test('a key is gone when its time has come, though nothing is committed then', async () => {
    const { get, put } = await startService(document, { hasRealClock: true })
    const expiresAtMs = Date.now() + 2000
    const expiresAt = new Date(expiresAtMs).toISOString()
    await put({ apiKeys: [{ ...all, key: 'ending', expiresAt }] })
    const headers = { 'x-api-key': 'ending', authorization: 'Bearer ending' }
    for (let mustBeRefused = false; !mustBeRefused; await sleep(20)) {
      mustBeRefused = Date.now() >= expiresAtMs
      for (const url of ['/v1/menus', '/v1/groups', '/devices/d', '/devices']) {
        const { statusCode } = await get(url, headers)
        const mayBeAnswered = !mustBeRefused && statusCode === 200
        const mayBeRefused = Date.now() >= expiresAtMs && statusCode === 401
        expect(mayBeAnswered || mayBeRefused, `${statusCode} for ${url}`).toBe(true)
      }
    }
  })

  test('a key whose time cannot be read, whoever wrote it, has expired', async () => {
    const key = {
      key: 'odd',
      name: 'odd',
      user: 'ops',
      scopes: [],
      menus: ['m'],
      expiresAt: '2030-01-01T00:00:00Z',
    }
    await put({ apiKeys: [key] })
    expect((await askMenus({ 'x-api-key': 'odd' })).statusCode).toBe(200)
    await runSql("UPDATE api_keys SET expires_at = '2030-13-45T99Z' WHERE name = 'odd'")
    expect((await askMenus({ 'x-api-key': 'odd' })).statusCode).toBe(401)
    await expect(runSql("UPDATE api_keys SET expires_at = datetime('now', '+1 day')")).rejects.toThrow(
      'CHECK',
    )
  })

  test('a key is gone when it is revoked, and importing it again does not bring it back', async () => {
    const leaked = { key: 'leaked', name: 'x', user: 'ops', scopes: [], menus: ['m'] }
    await put({ apiKeys: [leaked] })
    expect((await askMenus({ 'x-api-key': 'leaked' })).statusCode).toBe(200)
    await revoke('leaked')
    expect((await askMenus({ 'x-api-key': 'leaked' })).statusCode).toBe(401)
    await put({ apiKeys: [leaked] })
    expect((await askMenus({ 'x-api-key': 'leaked' })).statusCode).toBe(401)
  })

  test('a key whose time is brought forward by an import is gone, on both interfaces', async () => {
    const leaked = { key: 'shortened', name: 'x', user: 'ops', scopes: ['device:read'], menus: ['m'] }
    const statuses = async () => [
      (await askMenus({ 'x-api-key': 'shortened' })).statusCode,
      (await askDevice({ authorization: 'Bearer shortened' })).statusCode,
    ]
    await put({ apiKeys: [{ ...leaked, expiresAt: '2030-01-01T00:00:00Z' }] })
    expect(await statuses()).toEqual([200, 200])
    await put({ apiKeys: [{ ...leaked, expiresAt: '-PT1S' }] })
    expect(await statuses()).toEqual([401, 401])
    await put({ apiKeys: [leaked] })
    expect(await statuses()).toEqual([200, 200])
  })

  test('changed scopes count', async () => {
    const key = { key: 'scoped', name: 'x', user: 'ops', menus: [] }
    const status = async () => (await askDevice({ authorization: 'Bearer scoped' })).statusCode
    await put({ apiKeys: [{ ...key, scopes: [] }] })
    expect(await status()).toBe(403)
    await put({ apiKeys: [{ ...key, scopes: ['device:read'] }] })
    expect(await status()).toBe(200)
    await put({ apiKeys: [{ ...key, scopes: [] }] })
    expect(await status()).toBe(403)
  })

  test('changed access to a device counts', async () => {
    const status = async () => (await askDevice({ authorization: `Bearer ${KEY}` })).statusCode
    for (const [access, expected] of [
      [[], 404],
      [[{ user: 'ops', level: 'update' }], 200],
      [[{ user: 'ops', level: 'publish' }], 404],
      [[{ user: 'ops', level: 'read' }], 200],
    ] as const) {
      await put({ devices: [device('d', { access })] })
      expect(await status(), JSON.stringify(access)).toBe(expected)
    }
  })

  test('changed grants count', async () => {
    const key = { key: 'changing', name: 'x', user: 'ops', scopes: [] }
    await put({ apiKeys: [{ ...key, menus: [] }] })
    expect((await askMenus({ 'x-api-key': 'changing' })).json()).toEqual([])
    await put({ apiKeys: [{ ...key, menus: ['m'] }] })
    expect((await askMenus({ 'x-api-key': 'changing' })).json()).toHaveLength(1)
    await put({ apiKeys: [{ ...key, menus: [] }] })
    expect((await askMenus({ 'x-api-key': 'changing' })).json()).toEqual([])
  })
})

test('every route of both interfaces asks for a key', async () => {
  const paths = Object.keys((await get('/openapi.json')).json().paths)
  expect(paths.length).toBeGreaterThan(6)
  for (const path of paths) {
    const answer = await get(path.replace(/\{\w+\}/g, 'x'))
    expect(answer.statusCode, path).toBe(401)
  }
})

describe('a new key', () => {
  test('is sgn_, 30 random characters and a checksum', () => {
    expect(created).toMatch(/^sgn_[0-9A-Za-z]{36}$/)
    expect(new Set(Array.from({ length: 1000 }, createKey)).size).toBe(1000)
  })

  test('mistyped in any place is recognised by its checksum', () => {
    expect(isPossibleKey(created)).toBe(true)
    for (let place = 4; place < created.length; place++) {
      const other = created[place] === 'a' ? 'b' : 'a'
      expect(isPossibleKey(`${created.slice(0, place)}${other}${created.slice(place + 1)}`)).toBe(false)
    }
  })

  test('is known by a prefix of a quarter of it at most', () => {
    expect(keyPrefix(created)).toBe(created.slice(0, 8))
    expect(keyPrefix(KEY)).toBe('a98b440c')
    expect(keyPrefix('short')).toBe('s')
    expect(keyPrefix('abc')).toBe('')
  })

  test('is recognised as SECURITY.md tells those who look for secrets', () => {
    const page = readFileSync(new URL('../SECURITY.md', import.meta.url), 'utf8')
    const [, pattern = ''] = /^```\n(.+)\n```$/m.exec(page) ?? []
    expect(`key=${created};`).toMatch(new RegExp(pattern))
    expect(`${created}0`).not.toMatch(new RegExp(pattern))
    const [, random, digits] = /characters `(\w{30})` it is\s+`(\w{6})`/.exec(page) ?? []
    expect(isPossibleKey(`sgn_${random}${digits}`)).toBe(true)
  })
})
