import { expect, test } from 'vitest'
import { device, group, item, KEY, menu, withBearer, withKey } from './support/documents.ts'
import { codeBlocks } from './support/markdown.ts'
import { startService } from './support/service.ts'

const DEVICE = 'c4:23:60:91:c0:6c'
const OTHER_KEY = 'b98b440c16414f9c8a8c3fc239ce84fe'
const withOtherKey = { 'x-api-key': OTHER_KEY }

const statements = codeBlocks('docs/how-to/delete-data.md').filter(({ language }) => language === 'sql')
const statementOn = (table: string) =>
  statements.find(({ code }) => code.startsWith(`DELETE FROM ${table} `))?.code ?? ''

const document = {
  users: [
    { id: 'me', name: 'Me' },
    { id: 'ops', name: 'Operations' },
  ],
  devices: [device(DEVICE, { access: [{ user: 'ops', level: 'read' }] }), device('other')],
  menus: [
    menu('lunch', { groups: [group('Soups', { items: [item('Tomato')] })] }),
    menu('dinner', { groups: [group('Stews', { items: [item('Bean')] })] }),
  ],
  apiKeys: [
    { key: KEY, name: 'ops', user: 'ops', scopes: ['device:read'], menus: ['lunch', 'dinner'] },
    { key: OTHER_KEY, name: 'me', user: 'me', menus: ['lunch'] },
  ],
}

test('the guide has a statement for devices, menus and users', () => {
  expect(statements).toHaveLength(3)
})

test('a deleted device is gone with the next request, and the others stay', async () => {
  const service = await startService(document)
  expect((await service.get(`/devices/${DEVICE}`, withBearer)).statusCode).toBe(200)
  await service.runSql(statementOn('devices'))
  expect((await service.get(`/devices/${DEVICE}`, withBearer)).statusCode).toBe(404)
  const list = await service.get('/devices', withBearer)
  expect(list.json()).toMatchObject({ total: 1, data: [{ id: 'other' }] })
})

test('a deleted menu is gone with its groups and items, and may be imported anew', async () => {
  const service = await startService(document)
  const names = async () => {
    const { groups } = (await service.get('/v1/groups', withKey)).json()
    return groups.map(({ name }: { name: string }) => name)
  }
  expect(await names()).toEqual(['Stews', 'Soups'])
  await service.runSql(statementOn('menus'))
  expect(await names()).toEqual(['Stews'])
  expect((await service.get('/v1/groups', withOtherKey)).json().groups).toEqual([])
  // Ids of groups and items that had remained could not be used by another menu.
  await service.put({ menus: [menu('brunch', { groups: [group('Soups', { items: [item('Tomato')] })] })] })
})

test('a deleted user is gone with their keys, and an old file brings the keys back', async () => {
  const service = await startService(document)
  await service.revoke(OTHER_KEY)
  await service.put(document)
  expect((await service.get('/v1/menus', withOtherKey)).statusCode).toBe(401)
  await service.runSql(statementOn('users'))
  expect((await service.get('/v1/menus', withKey)).statusCode).toBe(200)
  await service.put(document)
  expect((await service.get('/v1/menus', withOtherKey)).statusCode).toBe(200)
})
