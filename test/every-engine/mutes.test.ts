import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/lib/time/durations.ts'
import { device, KEY, withBearer } from '../support/documents.ts'
import { NOW, startInProcess } from '../support/service.ts'

const at = (ms: number) => new Date(NOW + ms).toISOString()

const screen = (id: string, site: string | null, level: string, other = 'publish') =>
  device(id, {
    site,
    access: [
      { user: 'ops', level },
      { user: 'other', level: other },
    ],
  })

const service = await startInProcess(
  {
    users: [
      { id: 'ops', name: 'Operations' },
      { id: 'other', name: 'Other' },
    ],
    sites: ['all', 'part', 'empty'].map((id) => ({ id, name: id, timezone: 'UTC' })),
    devices: [
      screen('a1', 'all', 'update', 'update'),
      screen('a2', 'all', 'update'),
      screen('p1', 'part', 'update'),
      screen('p2', 'part', 'read', 'update'),
      screen('aa:bb:cc:00:00:01', null, 'update'),
      screen('hidden', null, 'publish', 'update'),
    ],
    apiKeys: [
      { key: KEY, name: 'ops', user: 'ops', scopes: ['device:read', 'alert:mute'], menus: [] },
      { key: 'key-of-other', name: 'other', user: 'other', scopes: ['device:read', 'alert:mute'], menus: [] },
      { key: 'key-without-scope', name: 'reports', user: 'ops', scopes: ['device:heartbeat'], menus: [] },
    ],
  },
  { allowsChanges: true },
)

const json = { ...withBearer, 'content-type': 'application/json' }

function put(path: string, body: unknown = { until: at(HOUR_MS) }, headers: Record<string, string> = json) {
  return service.send({ method: 'PUT', url: path, headers, payload: JSON.stringify(body) })
}
const unmute = (path: string, headers: Record<string, string> = withBearer) =>
  service.send({ method: 'DELETE', url: path, headers })

async function mutes(headers: Record<string, string> = withBearer) {
  const { devices, sites } = (await service.get('/fleet', headers)).json()
  const muted = [...devices, ...sites].filter((one: { muted_until: string | null }) => one.muted_until)
  return Object.fromEntries(muted.map(({ id, muted_until }) => [id, muted_until]))
}

test('a device and a site are muted until a time, muted again, and unmuted', async () => {
  const response = await put('/devices/a1/mute')
  expect([response.statusCode, response.json(), response.headers['cache-control']]).toEqual([
    200,
    { muted_until: at(HOUR_MS) },
    'no-store',
  ])
  await put('/sites/all/mute', { until: at(7 * DAY_MS) })
  expect(await mutes()).toEqual({ a1: at(HOUR_MS), all: at(7 * DAY_MS) })
  await put('/devices/a1/mute', { until: '2026-01-15T14:00:00.5+01:00' })
  expect(await mutes()).toEqual({ a1: '2026-01-15T13:00:00.500Z', all: at(7 * DAY_MS) })
  for (const path of ['/devices/a1/mute', '/sites/all/mute', '/sites/all/mute']) {
    const { statusCode, body } = await unmute(path)
    expect([statusCode, body]).toEqual([204, ''])
  }
  expect(await mutes()).toEqual({})
})

test('a MAC address may have another form', async () => {
  await put('/devices/AA-BB-CC-00-00-01/mute')
  expect(await mutes()).toEqual({ 'aa:bb:cc:00:00:01': at(HOUR_MS) })
  await unmute('/devices/AA:BB:CC:00:00:01/mute')
  expect(await mutes()).toEqual({})
})

describe('a body with a wrong time is 400, and mutes nothing', () => {
  const TIME = 'must be a time within the next 7 days with its zone, such as 2030-01-31T06:00:00+01:00'
  test.each([
    [{}, '/until: is missing'],
    [{ until: at(0) }, `/until: ${TIME}`],
    [{ until: at(-1) }, `/until: ${TIME}`],
    [{ until: at(7 * DAY_MS + 1) }, `/until: ${TIME}`],
    [{ until: '2026-01-15T13:00:00' }, `/until: ${TIME}`],
    [{ until: null }, `/until: ${TIME}`],
    [{ until: NOW + 1 }, `/until: ${TIME}`],
    [[], undefined],
    [{ until: at(1), reason: 'x' }, undefined],
  ])('%j', async (body, message) => {
    const response = await put('/devices/a1/mute', body)
    expect(response.statusCode).toBe(400)
    if (message !== undefined) expect(response.json().message).toBe(message)
    expect(await mutes()).toEqual({})
  })
})

describe('what a key may not update is 404, like what does not exist', () => {
  const bytes = async (path: string) => {
    const { statusCode, headers, body } = await put(path)
    const removed = await unmute(path)
    expect([removed.statusCode, removed.body]).toEqual([statusCode, body])
    return [statusCode, { ...headers, date: '', 'x-request-id': '' }, body]
  }
  test.each([
    ['devices', 'p2'],
    ['devices', 'hidden'],
    ['devices', '%00'],
    ['sites', 'part'],
    ['sites', 'empty'],
    ['sites', '%00'],
  ])('%s/%s', async (kind, id) => {
    const missing = await bytes(`/${kind}/missing/mute`)
    expect(missing[0]).toBe(404)
    expect(await bytes(`/${kind}/${id}/mute`)).toEqual(missing)
    expect(await mutes()).toEqual({})
  })
})

test('one user sees the mute of another of what both may read, and of nothing else', async () => {
  const other = { authorization: 'Bearer key-of-other' }
  await put('/devices/a1/mute')
  await put('/devices/p1/mute')
  await put('/sites/all/mute')
  expect(await mutes(other)).toEqual({ a1: at(HOUR_MS), all: at(HOUR_MS) })
  // Of the two devices of the site, the other user may update one.
  expect((await unmute('/sites/all/mute', other)).statusCode).toBe(404)
  expect((await unmute('/devices/p1/mute', other)).statusCode).toBe(404)
  expect((await unmute('/devices/a1/mute', other)).statusCode).toBe(204)
  expect(await mutes()).toEqual({ p1: at(HOUR_MS), all: at(HOUR_MS) })
  await unmute('/devices/p1/mute')
  await unmute('/sites/all/mute')
})

test('a key needs the scope', async () => {
  const headers = { authorization: 'Bearer key-without-scope', 'content-type': 'application/json' }
  for (const path of ['/devices/a1/mute', '/devices/hidden/mute', '/sites/all/mute', '/sites/empty/mute']) {
    expect((await put(path, undefined, headers)).statusCode).toBe(403)
    expect((await put(path, undefined, { 'content-type': 'application/json' })).statusCode).toBe(401)
    expect((await unmute(path, { authorization: headers.authorization })).statusCode).toBe(403)
  }
})

test('without CHANGES=on, there are no such routes', async () => {
  const reading = await startInProcess({ users: [] })
  expect((await reading.send({ method: 'PUT', url: '/devices/a1/mute' })).statusCode).toBe(404)
  expect((await reading.send({ method: 'DELETE', url: '/sites/all/mute' })).statusCode).toBe(404)
})
