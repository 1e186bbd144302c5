import { afterAll, describe, expect, inject, test } from 'vitest'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { killRunning, startServing } from '../support/command.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseUrl, temporaryFolder } from '../support/database.ts'
import { device, group, item, menu } from '../support/documents.ts'

/*
 * What the service keeps for speed (whether a user reads all devices, overviews of a large fleet, repeated responses, cached
 * menus) must not outlive a right. Another process withdraws it, and the next request of each kind has to know.
 */

/** More than what is read as a whole for each page of the fleet. */
const MANY = 5005
const SECRETS = ['secret-ungranted', 'secret-deleted'] as const
const update = { access: [{ user: 'ops', level: 'update' }] }
const idOf = (key: string) => keyIdOfHash(hashKey(key))
const keyOf = (key: string, user: string) => ({
  key,
  name: key,
  user,
  scopes: ['device:read', 'device:heartbeat', 'alert:mute', 'menu:write'],
  menus: ['lunch', 'dinner'],
})
const menuOf = (id: string) => menu(id, { groups: [group(`group-${id}`, { items: [item(`item-${id}`)] })] })
const document = {
  users: ['ops', 'leaver'].map((id) => ({ id, name: id })),
  devices: [
    ...Array.from({ length: MANY }, (_, n) => device(`d${n}`, update)),
    ...SECRETS.map((id) => device(id, { ...update, name: `a ${id}` })),
  ],
  menus: ['lunch', 'dinner'].map(menuOf),
  apiKeys: [keyOf('staying', 'ops'), keyOf('revoked', 'ops'), keyOf('of-leaver', 'leaver')],
}

const DATABASE_URL = await newDatabaseUrl()
const database = await openDatabase(DATABASE_URL, 'create')
await importDocument(database, document)
await database.close()
afterAll(killRunning)
const { address } = await startServing({
  command: inject('command'),
  folder: temporaryFolder(),
  environment: { DATABASE_URL, CHANGES: 'on' },
})

type Ask = readonly [method: string, path: string, body?: object]

async function ask([method, path, body]: Ask, key = 'staying') {
  const response = await fetch(address + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'x-api-key': key,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const next = /"next":"([\w-]+)"/.exec(text)?.[1] ?? ''
  return { status: response.status, text: text + Buffer.from(next, 'base64url') }
}

/** Asks each several times, so that what may be kept is kept. */
async function warmUp(asks: readonly Ask[], key?: string): Promise<void> {
  for (const each of [...asks, ...asks, ...asks])
    expect(await ask(each, key), each.join(' ')).toMatchObject({ status: expect.toSatisfy(isSuccess) })
}

const isSuccess = (status: number) => status < 300

async function withdraw(...args: string[]): Promise<void> {
  const { code, stderr } = await signage(args, { environment: { DATABASE_URL } })
  expect(code, stderr).toBe(0)
}

const until = new Date(Date.now() + 3_600_000).toISOString()
const ofDevice = (id: string): Ask[] => [
  ['GET', `/devices/${id}`],
  ['GET', `/devices/${id}/outages`],
  ['POST', `/devices/${id}/heartbeats`],
  ['PUT', `/devices/${id}/mute`, { until }],
]
/** The named devices are the first ones by name, and the only ones that have a heartbeat. */
const lists = (id: string): Ask[] => [
  ['GET', '/devices'],
  ['GET', `/devices?ids=${id}`],
  ['GET', `/fleet?id=${id}`],
  ['GET', '/fleet'],
  ['GET', '/fleet?limit=1'],
  ['GET', '/fleet?state=online&limit=1'],
  ['GET', '/fleet?search=secret&limit=1'],
]
const ofMenu: Ask[] = [
  ['GET', '/v1/menus/dinner/groups/options'],
  ['GET', '/v1/menus'],
  ['GET', '/v1/menus/options'],
  ['GET', '/v1/groups'],
  ['GET', '/v1/groups?menus=dinner'],
]

describe('from the next request on', () => {
  test.each([
    ['ungrant', SECRETS[0], ['devices', 'ungrant', SECRETS[0], 'ops', 'update'], MANY + 1],
    ['delete', SECRETS[1], ['devices', 'delete', SECRETS[1], '--yes'], MANY],
  ])('nothing is said of a device after %s', async (_, id, command, left) => {
    await warmUp([...ofDevice(id), ...lists(id)])
    await withdraw(...command)
    for (const each of lists(id)) {
      const { status, text } = await ask(each)
      expect([status, text.includes(id)], each.join(' ')).toEqual([200, false])
      if (each[1].startsWith('/fleet')) expect(text).toContain(`"all":${left},`)
      if (each[1] === '/devices') expect(text).toContain(`"total":${left},`)
    }
    for (const each of ofDevice(id)) expect((await ask(each)).status, each.join(' ')).toBe(404)
  })

  test('nothing is said of a menu that a key may no longer read', async () => {
    await warmUp(ofMenu)
    const change: Ask = ['PATCH', '/v1/items/item-item-dinner', { inStock: false }]
    await warmUp([change])
    await withdraw('keys', 'ungrant', idOf('staying'), 'dinner')
    for (const each of ofMenu) expect((await ask(each)).text, each.join(' ')).not.toContain('dinner')
    expect((await ask(change)).status).toBe(404)
  })

  test.each([
    ['revoked', ['keys', 'revoke', idOf('revoked')], ofDevice('d1')],
    ['of-leaver', ['users', 'delete', 'leaver', '--yes'], []],
  ])('a key is refused that is %s', async (key, command, more) => {
    const asks: Ask[] = [...more, ...ofMenu, ['GET', '/devices'], ['GET', '/fleet']]
    await warmUp(asks, key)
    await withdraw(...command)
    for (const each of asks) expect((await ask(each, key)).status, each.join(' ')).toBe(401)
  })
})
