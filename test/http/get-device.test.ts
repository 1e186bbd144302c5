import { describe, expect, test } from 'vitest'
import { device, devicesDocument, KEY, withBearer } from '../support/documents.ts'
import { NOW, startInProcess, startService } from '../support/service.ts'

const MAC = 'c4:23:60:91:c0:6c'
const LIKE_MAC = ['X-C4-23-60-91-C0-6E', 'C4-23-60-91-C0-6E-01']
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const beats = (id: string, lastHeartbeatAt: string | null) =>
  device(id, { last_heartbeat_at: lastHeartbeatAt })
/** The time `ms` milliseconds ago, with three more digits for the microseconds. */
const agoToTheMicrosecond = (ms: number, microseconds: string) => ago(ms).replace('Z', `${microseconds}Z`)

describe('GET /devices/{id}', async () => {
  const full = device(MAC, {
    screen_resolution: '3840x2160',
    screen_orientation: 'left',
    registered_at: '2024-03-21T17:51:45.732391Z',
    published_at: '2025-01-15T15:20:15.955849Z',
    // Of a clock that is ahead, so that the device is online however slowly the machine gets here.
    last_heartbeat_at: agoToTheMicrosecond(-3_600_000, '456'),
    offline_startup: true,
    offline_startup_delay_minutes: 1,
    open_dev_tools: true,
  })
  const { get, send } = await startService({
    ...devicesDocument(
      full,
      device('plain'),
      beats('beat-300', '-PT3M'),
      beats('beat-500-and-1-ms', ago(5 * 60_000 + 1)),
      beats('beat-500-and-1-us', agoToTheMicrosecond(5 * 60_000 + 1, '999')),
      beats('beat-501', ago(5 * 60_000 + 1000)),
      beats('beat-future', ago(-3_600_000)),
      beats('beat-never', null),
      device('may-update', { access: [{ user: 'ops', level: 'update' }] }),
      device('may-publish', { access: [{ user: 'ops', level: 'publish' }] }),
      device('may-read-and-publish', {
        access: [
          { user: 'ops', level: 'publish' },
          { user: 'ops', level: 'read' },
        ],
      }),
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
  const online = async (id: string) => (await get(`/devices/${id}`, withBearer)).json().is_online

  test('returns the whole device, with all types as in the sample payload', async () => {
    const response = await get(`/devices/${MAC}`, withBearer)
    expect(response.statusCode).toBe(200)
    const { access: _access, ...fields } = full
    expect(response.json()).toEqual({ ...fields, is_online: true })
  })

  test('returns created_at as a timestamp and open_dev_tools as a boolean', async () => {
    const { created_at, open_dev_tools } = (await get(`/devices/${MAC}`, withBearer)).json()
    expect(created_at).toBe('2024-03-21T17:51:45.70569Z')
    expect(open_dev_tools).toBe(true)
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

  describe('is_online', () => {
    test('is true for a heartbeat 3:00 minutes ago', async () => expect(await online('beat-300')).toBe(true))
    test('is false for a heartbeat 5:00.001 minutes ago', async () =>
      expect(await online('beat-500-and-1-ms')).toBe(false))
    test('is false for a heartbeat 5:00.000001 minutes ago', async () =>
      expect(await online('beat-500-and-1-us')).toBe(false))
    test('is false for a heartbeat 5:01 minutes ago', async () =>
      expect(await online('beat-501')).toBe(false))
    test('is true for a heartbeat in the future', async () => expect(await online('beat-future')).toBe(true))
    test('is false without a heartbeat', async () => expect(await online('beat-never')).toBe(false))

    test('is true for a heartbeat 4:59 or exactly 5:00 minutes ago', async () => {
      const limits = [beats('beat-459', ago(4 * 60_000 + 59_000)), beats('beat-500', ago(5 * 60_000))]
      const { get } = await startInProcess(devicesDocument(...limits))
      for (const { id } of limits) {
        expect((await get(`/devices/${id}`, withBearer)).json().is_online, id).toBe(true)
      }
    })
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

    test('may be followed by a slash', async () => {
      expect((await get(`/devices/${MAC}/`, withBearer)).statusCode).toBe(200)
    })
  })

  describe('access', () => {
    test.each(['may-update', 'may-read-and-publish'])('%s returns 200', async (id) => {
      expect((await get(`/devices/${id}`, withBearer)).statusCode).toBe(200)
    })

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

describe('timestamps', async () => {
  const { get } = await startService(
    devicesDocument(
      device('d', {
        registered_at: '2024-03-21T10:51:45.732391-07:00',
        published_at: '2024-03-21T17:51:45Z',
        last_heartbeat_at: '2024-12-31T23:59:59.123456789+00:00',
        updated_at: '2024-03-21T17:51:45.700Z',
      }),
    ),
  )

  test('keep all their digits, end in Z, and are converted from offsets to UTC', async () => {
    expect((await get('/devices/d', withBearer)).json()).toMatchObject({
      registered_at: '2024-03-21T17:51:45.732391Z',
      published_at: '2024-03-21T17:51:45Z',
      last_heartbeat_at: '2024-12-31T23:59:59.123456789Z',
      updated_at: '2024-03-21T17:51:45.700Z',
      created_at: '2024-03-21T17:51:45.70569Z',
    })
  })
})
