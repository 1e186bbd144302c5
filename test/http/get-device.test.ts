import { describe, expect, test } from 'vitest'
import { device, devicesDocument, KEY, withBearer } from '../support/documents.ts'
import { NOW, startService } from '../support/service.ts'

const MAC = 'c4:23:60:91:c0:6c'
const LIKE_MAC = ['X-C4-23-60-91-C0-6E', 'C4-23-60-91-C0-6E-01']

describe('GET /devices/{id}', async () => {
  const full = device(MAC, {
    screen_resolution: '3840x2160',
    screen_orientation: 'left',
    registered_at: '2024-03-21T17:51:45.732391Z',
    published_at: '2025-01-15T15:20:15.955849Z',
    // Of a clock that is ahead, so that the device is online however slowly the machine gets here.
    last_heartbeat_at: new Date(NOW + 3_600_000).toISOString().replace('Z', '456Z'),
    offline_startup: true,
    offline_startup_delay_minutes: 1,
    open_dev_tools: true,
  })
  const { get, send } = await startService({
    ...devicesDocument(
      full,
      device('plain'),
      device('may-publish', { access: [{ user: 'ops', level: 'publish' }] }),
      device('may-nothing', { access: [] }),
      device('of-another', { access: [{ user: 'other', level: 'update' }] }),
      device('with space/slash?', {}),
      ...LIKE_MAC.map((id) => device(id)),
    ),
    users: [
      { id: 'ops', name: 'Operations' },
      { id: 'other', name: 'Other' },
    ],
    apiKeys: [
      { key: KEY, name: 'dashboard', user: 'ops', scopes: ['device:read'] },
      { key: 'without-scope', name: 'boards', user: 'ops', scopes: [] },
      { key: 'with-another-scope', name: 'boards', user: 'ops', scopes: ['device:heartbeat'] },
    ],
  })

  test('returns the whole device, with all types as in the sample payload', async () => {
    const response = await get(`/devices/${MAC}`, withBearer)
    expect(response.statusCode).toBe(200)
    const { access: _access, ...fields } = full
    expect(response.json()).toEqual({ ...fields, is_online: true })
  })

  test('returns null for registered_at, published_at and last_heartbeat_at until they are set, and defaults for the rest', async () => {
    expect((await get('/devices/plain', withBearer)).json()).toMatchObject({
      registered_at: null,
      published_at: null,
      last_heartbeat_at: null,
      is_online: false,
      offline_startup: false,
      offline_startup_delay_minutes: 5,
      open_dev_tools: false,
      screen_resolution: '1920x1080',
      screen_orientation: 'normal',
    })
  })

  test('sends Cache-Control: private, no-cache', async () => {
    expect((await get(`/devices/${MAC}`, withBearer)).headers['cache-control']).toBe('private, no-cache')
  })

  describe('the id', () => {
    test.each([
      'C4:23:60:91:C0:6C',
      'c4-23-60-91-c0-6c',
      'C4-23-60-91-C0-6c',
      'c4%3A23%3A60%3A91%3Ac0%3A6c',
      'C4%3a23:60-91:C0:6C',
    ])('%s matches the MAC address, whatever its case and separators', async (id) => {
      const response = await get(`/devices/${id}`, withBearer)
      expect(response.statusCode).toBe(200)
      expect(response.json().id).toBe(MAC)
    })

    test.each(LIKE_MAC)('%s is matched exactly, because it only contains a MAC address', async (id) => {
      expect((await get(`/devices/${id}`, withBearer)).json().id).toBe(id)
      expect((await get(`/devices/${id.toLowerCase()}`, withBearer)).statusCode).toBe(404)
    })

    test('is matched exactly if it is not a MAC address', async () => {
      expect((await get('/devices/PLAIN', withBearer)).statusCode).toBe(404)
    })

    test('may contain anything that a URL can contain', async () => {
      const response = await get(`/devices/${encodeURIComponent('with space/slash?')}`, withBearer)
      expect(response.json().id).toBe('with space/slash?')
    })

    test('returns 404 if it has 5,000 characters', async () => {
      const response = await get(`/devices/${'x'.repeat(5000)}`, withBearer)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ message: 'Device not found' })
    })
  })

  describe('access', () => {
    test('the level publish alone, no access, access of another user and an unknown device give the same response', async () => {
      const unknown = await get('/devices/unknown', withBearer)
      expect(unknown.statusCode).toBe(404)
      expect(unknown.body).toBe('{"message":"Device not found"}')
      for (const id of ['may-publish', 'may-nothing', 'of-another']) {
        const response = await get(`/devices/${id}`, withBearer)
        expect(response.statusCode).toBe(404)
        expect(response.body).toBe(unknown.body)
        expect({ ...response.headers, date: '', 'x-request-id': '' }).toEqual({
          ...unknown.headers,
          date: '',
          'x-request-id': '',
        })
      }
    })

    test.each(['without-scope', 'with-another-scope'])(
      'the scope is checked first: a key %s gets 403, also for an unknown device',
      async (key) => {
        for (const id of [MAC, 'unknown', 'may-nothing']) {
          const response = await get(`/devices/${id}`, { authorization: `Bearer ${key}` })
          expect(response.statusCode).toBe(403)
          expect(response.body).toBe('{"message":"Invalid scopes"}')
        }
      },
    )
  })

  test('HEAD returns the headers of GET without a body', async () => {
    const response = await send({ method: 'HEAD', url: `/devices/${MAC}`, headers: withBearer })
    const full = await get(`/devices/${MAC}`, withBearer)
    expect(response.statusCode).toBe(200)
    expect(response.body).toBe('')
    expect({ ...response.headers, date: '', 'x-request-id': '' }).toEqual({
      ...full.headers,
      date: '',
      'x-request-id': '',
    })
  })
})
