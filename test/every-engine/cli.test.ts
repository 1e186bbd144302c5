import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { readMigrations } from '../../src/storage/migrations.ts'
import {
  refused,
  signageByEngine as signage,
  signage as signageInHost,
  succeeded,
} from '../support/commands.ts'
import { creating, newDatabaseUrl, temporaryFolder } from '../support/database.ts'
import { device, group, item, KEY, menu } from '../support/documents.ts'
import { signage as signageProcess } from '../support/process.ts'

const folder = temporaryFolder()
const environment = { DATABASE_URL: await newDatabaseUrl() }
const run = (...args: string[]) => signage(args, { environment })
const json = async (...args: string[]) =>
  JSON.parse((await signageInHost([...args, '--json'], { environment })).stdout)

const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [device('aa:bb:cc:00:00:01'), device('aa:bb:cc:00:00:02', { name: 'Counter' })],
  menus: [
    menu('m1', { location: { name: 'Quay' }, groups: [group('g', { items: [item('soup')] })] }),
    menu('m2'),
  ],
  apiKeys: [{ key: KEY, name: 'boards', user: 'ops', menus: ['m1'] }],
}

/** The time is that of a command which ran after `before`. */
function expectNow(before: number, time: string): void {
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before)
  expect(Date.parse(time)).toBeLessThanOrEqual(Date.now())
}

beforeAll(async () => {
  const imported = await signage(['import', '-'], { environment, input: JSON.stringify(document) })
  expect(imported.code).toBe(0)
})

describe('import', () => {
  test('reports each error of an import file on its own line, with exit code 1 and without a stack trace', async () => {
    const broken = {
      menus: [menu('x', { groups: [group('g', { items: [item('i', { price: '8' as never })] })] })],
    }
    const imported = await signage(['import', '-'], { environment, input: JSON.stringify(broken) })
    expect(imported).toEqual(
      refused('standard input: /menus/0/groups/0/items/0/price: must be a number or null, got "8"\n'),
    )
  })

  test('reports a missing file, or a folder instead of a file, in one sentence', async () => {
    const missing = join(folder, 'nothing.json')
    expect(await run('import', missing)).toEqual(refused(`Cannot read ${missing}: there is no such file.\n`))
    expect(await run('import', folder)).toEqual(refused(`Cannot read ${folder}: it is a folder.\n`))
  })

  test('reads a pipe that fills slowly', async () => {
    const fresh = { DATABASE_URL: await newDatabaseUrl() }
    const slow = new Readable({ read() {} })
    setTimeout(() => slow.push('{"users": '), 500)
    setTimeout(() => slow.push(`[]}${' '.repeat(1_000_000)}`), 700)
    setTimeout(() => slow.push(null), 900)
    expect(await signageProcess(['import', '-'], { environment: fresh, input: slow })).toMatchObject({
      code: 0,
    })
  })

  test('lists the fields that it ignored', async () => {
    const fresh = { DATABASE_URL: await newDatabaseUrl() }
    const input = JSON.stringify({
      menu: [],
      menus: [{ ...menu('x'), locations: null, a: 1, b: 2, c: 3, d: 4 }],
    })
    expect((await signage(['import', '-'], { environment: fresh, input })).stderr).toBe(
      `${creating(fresh)}Ignored unknown fields: /menu, /menus/0/locations, /menus/0/a, /menus/0/b, /menus/0/c and 1 more.\n` +
        'Imported 0 users, 0 devices, 1 menu and 0 API keys. Menus: 1 added.\n',
    )
  })

  const UNKNOWN =
    'standard input is in no known format: save the menu as XLSX or CSV, with a row for each item, and'
  test.each([
    [0, '{"users": []}', 'Imported 0 users, 0 devices, 0 menus and 0 API keys. Nothing has changed.'],
    [
      1,
      '{}',
      'standard input: /: must be an object with users, sites, devices, menus or apiKeys, got an object',
    ],
    [1, '{"foo": 1, "menu": []}', UNKNOWN],
  ])('exits with %d for %s, which has nothing to import', async (code, input, message) => {
    const imported = await signage(['import', '-'], { environment, input })
    expect(imported).toEqual({ code, stdout: '', stderr: expect.stringContaining(message) })
  })
})

describe('export', () => {
  test('writes the same bytes to standard output and to a file, and they can be imported again', async () => {
    const file = join(folder, 'export.json')
    writeFileSync(file, 'what was there before')
    const { stdout } = await run('export')
    expect((await run('export', '--force', file)).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(stdout)
    expect((await run('export', '-')).stdout).toBe(stdout)
    const other = { DATABASE_URL: await newDatabaseUrl() }
    expect((await signage(['import', file], { environment: other })).code).toBe(0)
    expect((await signage(['export'], { environment: other })).stdout).toBe(stdout)
  })

  test('writes single menus, and menus as a table', async () => {
    const input = JSON.stringify({ menus: [menu('one'), menu('two'), menu('three')] })
    const other = { DATABASE_URL: await newDatabaseUrl() }
    const inOther = (...args: string[]) => signage(args, { environment: other })
    expect((await signage(['import', '-'], { environment: other, input })).code).toBe(0)
    const { stdout } = await inOther('export', '--menu', 'three', '--menu', 'one', '-')
    expect(JSON.parse(stdout)).toEqual({ menus: [menu('one'), menu('three')] })
    expect((await inOther('export', '--menu', 'four')).stderr).toMatch(/^There is no menu four: /)
    for (const name of ['menus.csv', 'menus.xlsx']) {
      const file = join(folder, name)
      expect(await inOther('export', '--as', 'table', file)).toEqual({ code: 0, stdout: '', stderr: '' })
      expect((await inOther('import', file, '--dry-run')).stdout).toBe('Nothing changes.\n')
    }
    expect((await inOther('export', '--as', 'table')).stdout).toMatch(/^menu,location,/)
    expect(await inOther('export', '--as', 'table', join(folder, 'menus.doc'))).toMatchObject({ code: 2 })
    expect(await inOther('export', join(folder, 'hidden.xlsx'))).toMatchObject({ code: 2 })
  })

  test('reports a missing folder in one sentence, with exit code 1', async () => {
    const path = join(folder, 'nowhere', 'export.json')
    expect(await run('export', path)).toEqual(refused(`Cannot write ${path}: no such file or directory.\n`))
  })
})

describe('users', () => {
  test('add and list', async () => {
    expect(await run('users', 'add', 'anna', '--name', 'Anna')).toEqual(succeeded('Added the user anna.\n'))
    expect(await json('users', 'list')).toEqual([
      { id: 'anna', name: 'Anna' },
      { id: 'ops', name: 'Operations' },
    ])
    expect((await run('users', 'list')).stdout).toBe('ID    NAME\nanna  Anna\nops   Operations\n')
    expect(await run('users', 'add', 'anna')).toEqual(refused('There is already a user anna.\n'))
  })
})

describe('keys', () => {
  test('create prints the key once, alone on standard output; list prints a prefix, never a key', async () => {
    const rights = ['--scope', 'device:read', '--menu', 'm1', 'm2', '--expires', '2099-01-01T00:00:00Z']
    const created = await run('keys', 'create', '--user', 'ops', '--name', 'New', ...rights)
    expect(created.code).toBe(0)
    const key = created.stdout.trim()
    expect(key).toMatch(/^sgn_[0-9A-Za-z]{36}$/)

    const listed = (await json('keys', 'list')).find(({ name }: { name: string }) => name === 'New')
    expect(listed).toEqual({
      id: expect.stringMatching(/^key_[0-9a-f]{16}$/),
      prefix: key.slice(0, 8),
      name: 'New',
      user: 'ops',
      scopes: ['device:read'],
      menus: ['m1', 'm2'],
      expiresAt: '2099-01-01T00:00:00Z',
      revokedAt: null,
      createdBy: null,
    })
    for (const args of [['keys', 'list'], ['keys', 'list', '--json'], ['export']]) {
      const { stdout } = await run(...args)
      expect(stdout).not.toContain(key)
      expect(stdout).not.toContain(KEY)
    }
    expect((await run('keys', 'list')).stdout).toMatch(/valid until 2099-01-01T00:00:00Z/)
  })

  test('grant, ungrant and revoke', async () => {
    const { id, key } = await json('keys', 'create', '--user', 'ops', '--name', 'Changing')
    expect(key).toMatch(/^sgn_/)
    const state = async () => (await json('keys', 'list')).find((listed: { id: string }) => listed.id === id)
    await run('keys', 'grant', id, 'm1', 'm2')
    expect((await state()).menus).toEqual(['m1', 'm2'])
    const stderr = `Withdrew the access of ${id} to m1.\n`
    expect(await run('keys', 'ungrant', id, 'm1')).toEqual({ code: 0, stdout: '', stderr })
    const refusal = `Nothing was changed, because these menus are not granted to ${id}: m1, m3.\n`
    expect(await run('keys', 'ungrant', id, 'm1', 'm2', 'm3')).toMatchObject({ code: 1, stderr: refusal })
    expect((await state()).menus).toEqual(['m2'])
    expect(await run('keys', 'revoke', id)).toEqual({ code: 0, stdout: '', stderr: `Revoked ${id}.\n` })
    const { revokedAt } = await state()
    expect(revokedAt).toMatch(/Z$/)
    const again = `${id} was already revoked at ${revokedAt}.\n`
    expect(await run('keys', 'revoke', id)).toEqual({ code: 0, stdout: '', stderr: again })
    expect((await state()).revokedAt).toBe(revokedAt)
  })

  test('show prints what a key can read, and until when', async () => {
    const create = ['keys', 'create', '--user', 'ops', '--name', 'Shown', '--expires', '2099-01-01T00:00:00Z']
    const { id, key } = await json(...create, '--scope', 'device:read', '--menu', 'm1', 'm2')
    expect(await json('keys', 'show', id)).toEqual({
      id,
      prefix: key.slice(0, 8),
      name: 'Shown',
      user: 'ops',
      expiresAt: '2099-01-01T00:00:00Z',
      revokedAt: null,
      createdBy: null,
      scopes: ['device:read'],
      menus: ['m1', 'm2'].map((menu) => ({ id: menu, name: menu })),
      devices: [
        { id: 'aa:bb:cc:00:00:01', name: 'Front Lobby' },
        { id: 'aa:bb:cc:00:00:02', name: 'Counter' },
      ],
    })
    const { stdout } = await run('keys', 'show', id)
    expect(stdout).toMatch(/^user {7}ops$/m)
    expect(stdout).toMatch(/^state {6}valid until 2099-01-01T00:00:00Z$/m)
    expect(stdout).toMatch(/^menus {6}m1\n {11}m2\ndevices {4}aa:bb:cc:00:00:01 {2}Front Lobby$/m)
    expect(stdout).not.toContain(key)
  })

  test('show lists no devices for a key without the scope, nor for a user who may only publish', async () => {
    await run('users', 'add', 'publisher')
    await run('devices', 'grant', 'aa:bb:cc:00:00:02', 'publisher', 'publish')
    const create = ['keys', 'create', '--user', 'publisher', '--name', 'Publishes', '--scope', 'device:read']
    expect((await json('keys', 'show', (await json(...create)).id)).devices).toEqual([])
    const scopeless = await json('keys', 'create', '--user', 'ops', '--name', 'Scopeless')
    expect((await json('keys', 'show', scopeless.id)).devices).toEqual([])
    await run('keys', 'revoke', scopeless.id)
    expect((await run('keys', 'show', scopeless.id)).stdout).toMatch(/^state {6}revoked .*Z$/m)
    await run('devices', 'ungrant', 'aa:bb:cc:00:00:02', 'publisher', 'publish')
  })

  test('a key that is given instead of its id is not repeated', async () => {
    for (const command of ['show', 'revoke', 'grant', 'ungrant']) {
      const result = run('keys', command, KEY, ...(command.endsWith('grant') ? ['m1'] : []))
      const sentence = 'The id of a key begins with key_: "signage keys list" shows all ids.\n'
      expect(await result).toEqual(refused(sentence))
    }
  })

  test.each([
    [['keys', 'show', 'key_0'], 'There is no key with the id key_0: "signage keys list" shows all ids.\n'],
    [['keys', 'revoke', 'key_0'], 'There is no key with the id key_0: "signage keys list" shows all ids.\n'],
    [
      ['keys', 'create', '--user', 'ghost', '--name', 'x'],
      'There is no user ghost: "signage users list" shows all ids.\n',
    ],
    [
      ['keys', 'create', '--user', 'ops', '--name', 'x', '--menu', 'ghost'],
      'There is no menu ghost: "signage menus list" shows all ids.\n',
    ],
  ])('%j is rejected with one sentence', async (args, sentence) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: '', stderr: sentence })
  })

  test('an unknown scope is rejected, and the error lists the scopes that exist', async () => {
    const create = ['keys', 'create', '--user', 'ops', '--name', 'x']
    const choices = 'Allowed choices are device:read, menu:write, key:write, device:heartbeat, alert:mute.'
    const { code, stderr } = await run(...create, '--scope', 'device:raed')
    expect([code, stderr]).toEqual([2, expect.stringContaining(choices)])
  })
})

describe('devices', () => {
  test('list and show print text or JSON', async () => {
    expect((await run('devices', 'list')).stdout).toBe(
      'ID                 NAME         STATE  LAST HEARTBEAT  SITE  OFFLINE SINCE  UPTIME 30 D  REASON\n' +
        'aa:bb:cc:00:00:01  Front Lobby  never  never           -     -              -            -\n' +
        'aa:bb:cc:00:00:02  Counter      never  never           -     -              -            -\n',
    )
    const [first, second] = await json('devices', 'list')
    expect([first, second]).toMatchObject([{ id: 'aa:bb:cc:00:00:01', is_online: false }, {}])
    // The fields of a device keep their order, and are followed by what is known besides.
    expect(Object.keys(first).slice(-8).join()).toBe(
      'updated_at,created_at,state,site,offline_since,uptime_30d,reason,muted_until',
    )
    expect(await json('devices', 'show', 'AA-BB-CC-00-00-01')).toMatchObject({
      name: 'Front Lobby',
      access: [{ user: 'ops', level: 'read' }],
    })
    expect((await run('devices', 'show', 'aa:bb:cc:00:00:01')).stdout).toMatch(/^name +Front Lobby$/m)
  })

  test('grant and ungrant', async () => {
    await run('users', 'add', 'viewer')
    const access = async () => (await json('devices', 'show', 'aa:bb:cc:00:00:02')).access
    await run('devices', 'grant', 'AA:BB:CC:00:00:02', 'viewer', 'update')
    expect(await access()).toContainEqual({ user: 'viewer', level: 'update' })
    await run('devices', 'ungrant', 'AA:BB:CC:00:00:02', 'viewer', 'update')
    expect(await access()).toEqual([{ user: 'ops', level: 'read' }])
    expect((await run('devices', 'ungrant', 'aa:bb:cc:00:00:02', 'viewer', 'update')).code).toBe(1)
  })

  test('heartbeat records heartbeats of several devices, now or at a given time, and ignores one that is older than the last', async () => {
    const last = async () =>
      (await json('devices', 'list')).map(
        ({ last_heartbeat_at }: { last_heartbeat_at: string }) => last_heartbeat_at,
      )
    const both = ['aa:bb:cc:00:00:01', 'AA-BB-CC-00-00-02', 'aa:bb:cc:00:00:01']
    await run('devices', 'heartbeat', ...both, '--at', '2024-03-01T10:00:00.123456Z')
    expect(await last()).toEqual(['2024-03-01T10:00:00.123456Z', '2024-03-01T10:00:00.123456Z'])
    await run('devices', 'heartbeat', 'aa:bb:cc:00:00:01', '--at', '2024-03-01T10:00:00.1234561Z')
    expect((await run('devices', 'heartbeat', ...both, '--at', '2024-03-01T10:00:00.12Z')).stderr).toBe(
      'Recorded 0 heartbeats. 2 devices already had this heartbeat or a later one.\n',
    )
    expect(await last()).toEqual(['2024-03-01T10:00:00.1234561Z', '2024-03-01T10:00:00.123456Z'])
    const before = Date.now()
    expect(await run('devices', 'heartbeat', 'aa:bb:cc:00:00:01')).toEqual(
      succeeded('Recorded 1 heartbeat.\n'),
    )
    expectNow(before, (await last())[0])
    expect((await json('devices', 'list'))[0].is_online).toBe(true)
  })

  test('list --state lists only the devices in this state', async () => {
    const ids = async (...args: string[]) =>
      (await json('devices', 'list', ...args)).map(({ id }: { id: string }) => id)
    await run('devices', 'heartbeat', 'aa:bb:cc:00:00:01')
    await run('devices', 'heartbeat', 'aa:bb:cc:00:00:02', '--at', '2099-01-01T00:00:00Z')
    await run('devices', 'heartbeat', 'aa:bb:cc:00:00:02', '--at', '-PT6M')
    expect(await ids('--state', 'online')).toEqual(['aa:bb:cc:00:00:01'])
    expect(await ids('--state', 'offline')).toEqual(['aa:bb:cc:00:00:02'])
    expect((await run('devices', 'list', '--state', 'offline')).stdout).not.toContain('aa:bb:cc:00:00:01')
  })

  test('the next heartbeat corrects one that is in the future', async () => {
    await run('devices', 'heartbeat', 'aa:bb:cc:00:00:02', '--at', '2099-01-01T00:00:00Z')
    const before = Date.now()
    await run('devices', 'heartbeat', 'aa:bb:cc:00:00:02')
    const [, counter] = await json('devices', 'list')
    expectNow(before, counter.last_heartbeat_at)
  })

  test('heartbeat records nothing at all if one of the devices is unknown', async () => {
    const before = await json('devices', 'list')
    const recorded = await run('devices', 'heartbeat', 'aa:bb:cc:00:00:02', 'ghost')
    expect(recorded).toEqual(refused('There is no device ghost: "signage devices list" shows all ids.\n'))
    expect((await json('devices', 'list'))[1]).toEqual(before[1])
  })
})

describe('menus', () => {
  test('list prints text or JSON', async () => {
    expect((await run('menus', 'list')).stdout).toBe(
      'ID  NAME  LOCATION  GROUPS  ITEMS\nm1  m1    Quay      1       1\nm2  m2    -         0       0\n',
    )
    expect(await json('menus', 'list')).toMatchObject([
      {
        id: 'm1',
        location: { name: 'Quay', restaurantName: null },
        groups: 1,
        items: 1,
        revision: expect.any(String),
      },
      { id: 'm2', groups: 0, items: 0 },
    ])
  })

  test('show prints the groups and items of a menu as a tree', async () => {
    const fresh = { DATABASE_URL: await newDatabaseUrl() }
    const size = item('large', { price: 9.5, inStock: false })
    const soup = item('soup', { price: 8, items: [size] })
    const soups = group('soups', { items: [soup], groups: [group('cold', { items: [item('gazpacho')] })] })
    const location = { name: 'Quay', restaurantName: 'Harbour' }
    const input = JSON.stringify({ menus: [menu('lunch', { name: 'Lunch', location, groups: [soups] })] })
    expect((await signage(['import', '-'], { environment: fresh, input })).code).toBe(0)

    const tree = await signage(['menus', 'show', 'lunch'], { environment: fresh })
    expect(tree.stdout).toMatch(/^NAME +TYPE +PRICE +STOCK\nsoups +group\n {2}soup +item +8 +in\n/m)
    const shown = await signage(['menus', 'show', 'lunch', '--ids'], { environment: fresh })
    expect(shown).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'id          lunch',
        'name        Lunch',
        'location    Quay',
        'restaurant  Harbour',
        '',
        'NAME          TYPE   PRICE  STOCK  ID',
        'soups         group                group-soups',
        '  soup        item   8      in     item-soup',
        '    large     item   9.5    out    item-large',
        '  cold        group                group-cold',
        '    gazpacho  item   -      in     item-gazpacho',
        '',
      ].join('\n'),
    })
    const { stdout } = await signage(['menus', 'show', 'lunch', '--json'], { environment: fresh })
    expect(JSON.parse(stdout)).toEqual({
      id: 'lunch',
      name: 'Lunch',
      revision: expect.any(String),
      location,
      groups: [
        expect.objectContaining({ id: 'group-soups', items: [expect.objectContaining({ price: 8 })] }),
      ],
    })
    expect(await run('menus', 'show', 'ghost')).toEqual(
      refused('There is no menu ghost: "signage menus list" shows all ids.\n'),
    )
  })

  test('stock and price ask for the menu if several menus have the item', async () => {
    const twin = (id: string) =>
      menu(id, { groups: [group('hot', { items: [item('Twin', { id: 'twin' })] })] })
    const input = JSON.stringify({ menus: [twin('one'), twin('two')] })
    expect((await signage(['import', '-'], { environment, input })).code).toBe(0)
    expect(await run('menus', 'price', 'twin', '7')).toEqual(
      refused('Several menus have the item twin: name one of them with --menu (one, two).\n'),
    )
    expect(await run('menus', 'price', 'twin', '7', '--menu', 'two')).toMatchObject({
      stderr: 'twin costs 7.\n',
    })
    expect((await run('menus', 'stock', 'twin', 'out', '--menu', 'two')).stderr).toBe(
      'twin is out of stock.\n',
    )
    expect((await run('menus', 'stock', 'twin', 'out', '--menu', 'three')).stderr).toBe(
      'There is no menu three: "signage menus list" shows all ids.\n',
    )
    const itemOf = async (id: string) => (await json('menus', 'show', id)).groups[0].items[0]
    expect(await itemOf('one')).toMatchObject({ price: null, inStock: true })
    expect(await itemOf('two')).toMatchObject({ price: 7, inStock: false })
    const changes = (await json('changes', '--limit', '2')).map(({ menu, id }: Record<string, unknown>) => [
      menu,
      id,
    ])
    expect(changes).toEqual([
      ['two', 'twin'],
      ['two', 'twin'],
    ])
    for (const id of ['one', 'two']) await run('menus', 'delete', id, '--yes')
  })

  test('stock marks one item as in or out of stock', async () => {
    const inStock = async () => JSON.parse((await run('export')).stdout).menus[0].groups[0].items[0].inStock
    expect(await run('menus', 'stock', 'item-soup', 'out')).toEqual(succeeded('item-soup is out of stock.\n'))
    expect(await inStock()).toBe(false)
    expect(await run('menus', 'stock', 'item-soup', 'in')).toEqual(succeeded('item-soup is in stock.\n'))
    expect(await inStock()).toBe(true)
    expect(await run('menus', 'stock', 'ghost', 'in')).toEqual(
      refused('There is no item ghost: "signage menus show MENU --ids" lists the items of a menu.\n'),
    )
  })

  test('price sets or removes the price of one item', async () => {
    const price = async () => JSON.parse((await run('export')).stdout).menus[0].groups[0].items[0].price
    for (const [given, message, stored] of [
      ['8.5', 'item-soup costs 8.5.\n', 8.5],
      ['none', 'item-soup has no price.\n', null],
      ['0', 'item-soup costs 0.\n', 0],
    ] as const) {
      expect(await run('menus', 'price', 'item-soup', given)).toMatchObject({ code: 0, stderr: message })
      expect(await price()).toBe(stored)
    }
    expect(await run('menus', 'price', 'ghost', '1')).toEqual(
      refused('There is no item ghost: "signage menus show MENU --ids" lists the items of a menu.\n'),
    )
  })
})

test('migrate reports which migrations it applied', async () => {
  const fresh = { DATABASE_URL: await newDatabaseUrl() }
  const names = readMigrations(inject('engine')).map(({ name }) => name)
  expect((await signage(['migrate'], { environment: fresh })).stderr).toBe(
    `${creating(fresh)}Applied ${names.join(', ')}.\n`,
  )
  expect((await signage(['migrate'], { environment: fresh })).stderr).toBe('The database is up to date.\n')
})
