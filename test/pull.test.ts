import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { buildApp } from '../src/app.ts'
import { importDocument } from '../src/documents/import.ts'
import { openDatabase } from '../src/storage/open.ts'
import { refused, signage, succeeded } from './support/commands.ts'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'
import { device, group, item, KEY, menu, withBearer, withKey } from './support/documents.ts'
import { type Limits, startLimitedProxy } from './support/limited-proxy.ts'
import { codeBlocks } from './support/markdown.ts'
import { shell, startServer } from './support/process.ts'
import { startService } from './support/service.ts'

const folder = temporaryFolder()

/** Writes a key to a file that only its owner can read. @returns its path */
function keyFile(name: string, key: string): string {
  const path = join(folder, name)
  writeFileSync(path, `  ${key}\n`, { mode: 0o600 })
  return path
}
const keyPath = keyFile('pull.key', KEY)
const menuKey = ['--key-file', keyPath]
const bothKeys = [...menuKey, '--device-key-file', keyPath]

/** Groups nested so deep, each with an item that has two levels of child items. */
function nested(name: string, levels: number): object {
  const items = [
    item(`${name}-${levels}`, {
      items: [item(`${name}-${levels}-a`, { items: [item(`${name}-${levels}-b`)] })],
    }),
  ]
  return group(`${name}-${levels}`, { items, groups: levels === 1 ? [] : [nested(name, levels - 1)] })
}

const below = (levels: number, groups: object[]): object =>
  group(`level-${levels}`, { groups: levels === 1 ? groups : [below(levels - 1, groups)] })
const withChild = (id: string) => ({ ...group(id, { groups: [group(`in ${id}`)] }), id })
const menus = [
  menu('deep', {
    groups: [nested('x', 12), nested('y', 12)],
    location: { name: 'Roof', restaurantName: null },
  }),
  menu('wide', {
    groups: Array.from({ length: 120 }, (_, n) => group(`wide-${n}`, { tags: ['a,b', `n:${n}`] })),
  }),
  menu('twin-1', {
    name: 'Twin',
    groups: [group('Twin 1', { items: [item('One', { price: 0.1, calories: 0 })] })],
  }),
  menu('twin-2', { name: 'Twin', groups: [group('Twin 2', { description: 'Soup, du jour' })] }),
  menu('empty'),
  menu('Menü/1 [x]', {
    groups: [below(4, [withChild('g,h'), withChild('g'), withChild('ü/[“]'), withChild('[1]')])],
  }),
]
const devices = [
  device('c4:23:60:91:c0:6c', { last_heartbeat_at: '2025-01-15T15:20:15.955849Z', open_dev_tools: true }),
  ...Array.from({ length: 6 }, (_, n) => device(`d${n}`, { name: `Device ${n % 2}` })),
]

/** An import file with one user, who may read these menus and devices. */
function documentOf(parts: { menus?: ReturnType<typeof menu>[]; devices?: object[] } = {}) {
  const granted = parts.menus ?? menus
  const key = {
    key: KEY,
    name: 'all',
    user: 'ops',
    scopes: ['device:read'],
    menus: granted.map(({ id }) => id),
  }
  return {
    users: [{ id: 'ops', name: 'Operations' }],
    menus: granted,
    devices: parts.devices ?? devices,
    apiKeys: [key],
  }
}

/** Starts a service with a proxy before it, and creates the environment of the database that it is pulled into. */
async function create(document: object = documentOf(), limits: Limits = {}) {
  const service = await startService(document, { hasRealClock: true })
  const proxy = await startLimitedProxy(await service.address(), limits)
  const environment = { DATABASE_URL: await newDatabaseUrl() }
  const pull = (...args: string[]) => signage(['pull', proxy.address, ...args], { environment })
  const exported = async () => JSON.parse((await signage(['export'], { environment })).stdout)
  const put = async (content: object) => {
    const input = JSON.stringify(content)
    expect(await signage(['import', '-'], { environment, input })).toMatchObject({ code: 0 })
  }
  return { service, proxy, environment, pull, exported, put }
}

const lunch = (...items: object[]) => menu('lunch', { name: 'Lunch', groups: [group('Drinks', { items })] })
const [brew, soup, tea] = [item('Brew', { price: 4.5 }), item('Soup'), item('Tea')]
const small = documentOf({ menus: [lunch(brew, soup, tea)], devices: [] })

describe('what was pulled', () => {
  const LIMITS = { depth: 4, pageSize: 50 }

  test.each<[string, Limits]>([
    ['a service with short pages', { depth: 2, pageSize: 3 }],
    ['a busy service', { ...LIMITS, failures: [200, 429, 503, 429, 502], retryAfter: '1' }],
    ['a bad network', { ...LIMITS, failures: [200, 0, 1, 0, 1, 200, 0], delayMs: 20 }],
  ])('from %s is answered with the same bytes here as there', async (_, limits) => {
    const { service, proxy, environment, pull, exported } = await create(documentOf(), limits)
    const { code, stdout, stderr } = await pull(...bothKeys)
    expect({ code, stdout, stderr }).toMatchObject(
      succeeded(
        expect.stringContaining(`Pulled 6 menus and 7 devices from ${proxy.address}. Devices: 7 added. `),
      ),
    )
    expect((await exported()).users).toEqual([])
    expect(proxy.mostOpen()).toBeLessThanOrEqual(4)

    const database = await openDatabase(environment.DATABASE_URL, 'write')
    await importDocument(database, { ...documentOf(), menus: [], devices: [] })
    for (const { id } of devices) await signage(['devices', 'grant', id, 'ops', 'read'], { environment })
    const app = await buildApp({ database })
    const options = menus.map(({ id }) => `/v1/menus/${encodeURIComponent(id)}/groups/options`)
    for (const url of ['/v1/menus', '/v1/menus/options', '/v1/groups', ...options]) {
      const there = await service.get(url, withKey)
      expect((await app.inject({ url, headers: withKey })).body, url).toBe(there.body)
      expect(there.statusCode, url).toBe(200)
    }
    const here = await app.inject({ url: '/devices', headers: withBearer })
    expect(here.body).toBe((await service.get('/devices', withBearer)).body)
    expect(here.json().total).toBe(7)
    await app.close()
    await database.close()
  })

  test('keeps the access that is granted here, and the site, and gives none of those there', async () => {
    const { pull, put, exported, service } = await create(
      documentOf({ menus: [], devices: [device('d1'), device('d2')] }),
    )
    await put({
      users: [{ id: 'me', name: 'Me' }],
      sites: [{ id: 'quay', name: 'Quay', timezone: 'Europe/Paris' }],
      devices: [device('d1', { access: [{ user: 'me', level: 'update' }], site: 'quay' })],
    })
    expect(await pull('--device-key-file', keyPath)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Pulled 2 devices from .*\. Devices: 1 added\.\n$/),
    })
    await service.put(documentOf({ menus: [], devices: [device('d1', { name: 'New' }), device('d2')] }))
    expect((await pull('--device-key-file', keyPath)).stderr).toContain('Devices: 1 changed.')
    expect((await exported()).devices).toMatchObject([
      { id: 'd1', name: 'New', access: [{ user: 'me', level: 'update' }], site: 'quay' },
      { id: 'd2', name: 'Front Lobby', access: [], site: null },
    ])
  })

  test('has all child items, or nothing is imported', async () => {
    const deepItem = (levels: number): object =>
      item(`level ${levels}`, { items: levels === 1 ? [] : [deepItem(levels - 1)] })
    const document = documentOf({ menus: [lunch(deepItem(6), tea)], devices: [] })
    const { pull, proxy } = await create(document, { depth: 4 })
    expect(await pull(...menuKey)).toMatchObject({
      code: 1,
      stderr: `The menu Lunch (lunch) of ${proxy.address} cannot be read as a whole: 1 of its groups and items nest deeper than that service shows. Use a key that has no grant for this menu.\n`,
    })
    proxy.limits.depth = 5
    expect((await pull(...menuKey)).stderr).toContain('Items: 7 added.')
  })
})

describe('a menu that changes while it is read', () => {
  const wide = (count: number) =>
    menu('wide', { groups: Array.from({ length: count }, (_, n) => group(`g${n}`)) })
  const isSecondPage = (path: string) => path.includes('&page=2&')

  test.each<[string, ReturnType<typeof documentOf>]>([
    ['in its groups', documentOf({ menus: [menu('wide', { groups: wide(69).groups })], devices: [] })],
    [
      'in what is on its first page',
      documentOf({
        menus: [{ ...wide(70), groups: [group('new'), ...wide(70).groups.slice(1)] }],
        devices: [],
      }),
    ],
  ])('%s is an error, and nothing is imported', async (_, changed) => {
    const limits: Limits = {}
    const { service, pull, exported, put } = await create(
      documentOf({ menus: [wide(70)], devices: [] }),
      limits,
    )
    await put({ users: [] })
    limits.onRequest = async (path) => {
      if (isSecondPage(path)) await service.put(changed)
    }
    expect(await pull(...menuKey)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/try again later/),
    })
    expect((await exported()).menus).toEqual([])
    limits.onRequest = () => {}
    expect(await pull(...menuKey)).toMatchObject({ code: 0 })
  })

  test('or is removed, is not taken for an empty menu', async () => {
    const limits: Limits = {}
    const { service, proxy, pull } = await create(
      documentOf({ menus: [lunch(brew), menu('gone')], devices: [] }),
      limits,
    )
    limits.onRequest = async (path) => {
      if (!path.includes('menus=gone')) return
      limits.onRequest = () => {}
      await service.runSql("DELETE FROM menus WHERE id = 'gone'")
    }
    expect(await pull(...menuKey)).toMatchObject({
      code: 1,
      stderr: `The list of menus of ${proxy.address} changed while it was read: try again later.\n`,
    })
  })
})

describe('safety', () => {
  test('--dry-run shows what would change, and changes nothing', async () => {
    const { pull, put, exported } = await create(small)
    await put({ menus: [lunch({ ...brew, price: 4 }, soup, tea)] })
    const before = await exported()
    expect(await pull(...menuKey, '--dry-run')).toEqual({
      code: 0,
      stdout: 'Lunch (lunch):\n  Brew  price 4 → 4.5\nItems: 1 changed.\n',
      stderr: 'Nothing was imported: this was a dry run.\n',
    })
    expect(await exported()).toEqual(before)
  })

  test('menus lose all their items only with --allow-removals', async () => {
    const { service, pull, exported } = await create(small)
    expect(await pull(...menuKey)).toMatchObject({ code: 0 })
    await service.put(documentOf({ menus: [lunch()], devices: [] }))
    expect(await pull(...menuKey)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The import would remove 3 of the 3 items of Lunch (lunch).'),
    })
    expect((await exported()).menus[0].groups[0].items).toHaveLength(3)
    expect(await pull(...menuKey, '--allow-removals')).toMatchObject({ code: 0 })
  })

  test.each([
    [2, [], 'There is no key: name a file with --key-file, --device-key-file or both.'],
    [1, ['--key-file', join(folder, 'missing')], 'there is no such file'],
    [1, ['--key-file', keyFile('two.key', 'one two')], 'there must be one whole key'],
    [
      1,
      ['--key-file', keyFile('cut.key', 'sgn_000000000000000000000000000000000000')],
      'there must be one whole key',
    ],
  ])('ends with %i with %j', async (expected, args, reason) => {
    const environment = { DATABASE_URL: join(folder, 'never.db') }
    const { code, stderr } = await signage(['pull', 'http://127.0.0.1:9', ...args], { environment })
    expect({ code, stderr }).toEqual({ code: expected, stderr: expect.stringContaining(reason) })
  })

  test.each(['ftp://a.b', 'nonsense', 'http://127.0.0.1/?key=x', 'http://127.0.0.1/#x', 'http://me:pw@a.b'])(
    'the address %s is a usage error, whose message does not repeat it',
    async (address) => {
      const stderr = expect.not.stringContaining(address)
      expect(await signage(['pull', address, ...menuKey])).toMatchObject({ code: 2, stderr })
    },
  )

  test('a menu whose id is like a list of ids is refused', async () => {
    const { pull, proxy } = await create(documentOf({ menus: [menu('a,b', { name: 'Both' })], devices: [] }))
    expect(await pull(...menuKey)).toMatchObject({
      code: 1,
      stderr: `The menu Both (a,b) of ${proxy.address} cannot be requested, because its id begins with [, or contains a comma or characters that are not allowed: use a key that has no grant for this menu.\n`,
    })
  })

  test('a key may come from standard input', async () => {
    const { pull, proxy, environment } = await create(small)
    expect((await pull('--key-file', keyFile('piped.key', KEY))).code).toBe(0)
    const piped = ['pull', proxy.address, '--key-file', '-']
    expect(await signage(piped, { environment, input: KEY })).toMatchObject({
      code: 0,
      stderr: `Pulled 1 menu from ${proxy.address}. Nothing has changed.\n`,
    })
  })
})

describe('an answer that is', () => {
  const deep = `{"metadata":{"groups":{"total":1}},"groups":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const nestedGroups = (levels: number): string =>
    levels === 0
      ? ''
      : `{"id":"g${levels}","name":"g","metadata":{"groups":{"total":${Math.min(levels - 1, 1)}},"items":{"total":0}},"items":[],"groups":[${nestedGroups(levels - 1)}]}`
  const envelope = (groups: string, total = 1) =>
    `{"metadata":{"groups":{"total":${total}}},"groups":[${groups}]}`
  const list = '[{"id":"lunch","name":"Lunch","locations":null}]'
  const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, ' '))

  test.each<
    [
      what: string,
      path: string,
      status: number,
      body: string | Buffer,
      headers: Record<string, string>,
      message: string,
    ]
  >([
    [
      'a web page',
      '/v1/menus',
      200,
      '<html>',
      {},
      '/v1/menus answered with something that is not JSON: check the address.',
    ],
    ['not found', '/v1/menus', 404, '', {}, '/v1/menus answered with 404 instead of 200: check the address.'],
    ['no text in UTF-8', '/v1/menus', 200, Buffer.from([0x22, 0xff, 0x22]), {}, 'is not JSON'],
    ['an error of the service', '/v1/menus', 500, '', {}, 'answered with 500'],
    [
      'another envelope',
      '/v1/groups',
      200,
      '[]',
      {},
      '/v1/groups answered with something that is not groups with their totals: check the address.',
    ],
    [
      'too deep for a program',
      '/v1/groups',
      200,
      deep,
      {},
      '/v1/groups answered with JSON of too many, or too deeply nested, values: it does not fit into memory.',
    ],
    [
      'too deep for a menu',
      '/v1/groups',
      200,
      envelope(nestedGroups(300)),
      {},
      'Groups and items of a menu must not nest deeper than 256 levels.',
    ],
    [
      'too long',
      '/v1/menus',
      200,
      bomb,
      { 'content-encoding': 'gzip' },
      '/v1/menus answered with more than 64 MiB: it does not fit into memory.',
    ],
  ])('%s is one sentence, and nothing is imported', async (_, failing, status, body, headers, message) => {
    const answer: Limits['answer'] = (path, response) => {
      const isFailing = path.split('?')[0] === failing
      response.writeHead(isFailing ? status : 200, isFailing ? headers : {})
      response.end(isFailing ? body : list)
      return true
    }
    const { pull, put, exported } = await create(small, { answer })
    await put({ users: [] })
    const { code, stderr } = await pull(...menuKey)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^[^\n]+\.\n$/) })
    expect(stderr).toContain(message)
    expect(stderr).not.toContain(KEY)
    expect((await exported()).menus).toEqual([])
  })

  const groupWith = (fields: string) =>
    `{"id":"g","name":"g",${fields},"metadata":{"groups":{"total":0},"items":{"total":1}},"groups":[]}`
  const itemWith = (fields: string) =>
    `"items":[{"id":"i","name":"i","metadata":{"items":{"total":0}},"items":[],${fields}}]`

  test.each([
    [`"tags":"x",${itemWith('"price":1')}`, '/menus/0/groups/0/tags: must be an array, got "x"'],
    [itemWith('"price":-5'), '/menus/0/groups/0/items/0/price: must be 0 or more, got -5'],
    [
      itemWith('"calories":1e7'),
      '/menus/0/groups/0/items/0/calories: must be at most 1,000,000, got 10000000',
    ],
  ])('wrong in its content names the place, and the service: %s', async (fields, message) => {
    const answer: Limits['answer'] = (path, response) => {
      response.end(path === '/v1/menus' ? list : envelope(groupWith(fields)))
      return true
    }
    const { pull, proxy } = await create(small, { answer })
    expect(await pull(...menuKey)).toMatchObject({ code: 1, stderr: `${proxy.address}: ${message}\n` })
  })

  test('without locations and some fields leaves these as they are here', async () => {
    const answer: Limits['answer'] = (path, response) => {
      const withoutLocations = '[{"id":"lunch","name":"Lunch"}]'
      response.end(path === '/v1/menus' ? withoutLocations : envelope(groupWith(itemWith('"price":5'))))
      return true
    }
    const { pull, put, exported } = await create(small, { answer })
    const items = [{ id: 'i', name: 'i', calories: 90, inStock: false }]
    const groups = [{ id: 'g', name: 'g', tags: ['a'], items }]
    const location = { name: 'Quay', restaurantName: 'Harbour' }
    await put({ menus: [{ id: 'lunch', name: 'Lunch', location, groups }] })
    expect((await pull(...menuKey)).code).toBe(0)
    expect((await exported()).menus).toMatchObject([
      { location, groups: [{ tags: ['a'], items: [{ price: 5, calories: 90, inStock: false }] }] },
    ])
  })
})

describe('a service that', () => {
  test('does not accept the key is one sentence without the key', async () => {
    const { pull, proxy } = await create(small)
    const other = 'b98b440c16414f9c8a8c3fc239ce84fe'
    const path = keyFile('other.key', other)
    expect(await pull('--key-file', path)).toEqual(
      refused(
        `${proxy.address}/v1/menus does not accept the key in ${path}: it is unknown, revoked or expired there.\n`,
      ),
    )
  })

  test('refuses the key for want of a scope is one sentence', async () => {
    const { apiKeys, ...rest } = small
    const { pull, proxy } = await create({ ...rest, apiKeys: apiKeys.map((key) => ({ ...key, scopes: [] })) })
    expect(await pull(...bothKeys)).toMatchObject({
      code: 1,
      stderr: `${proxy.address}/devices refuses the key in ${keyPath}: it lacks a scope there, such as device:read.\n`,
    })
  })

  test('is not there is one sentence, after a few attempts', async () => {
    const environment = { DATABASE_URL: join(folder, 'nothing.db') }
    const address = `http://127.0.0.1:${await freePort()}/below`
    expect(await signage(['pull', address, ...menuKey], { environment })).toMatchObject({
      code: 1,
      stderr: `${address}/v1/menus cannot be read: connection refused. Try again later.\n`,
    })
  })

  test('redirects to another origin is one sentence, and the key is not sent there', async () => {
    const elsewhere = await create(small)
    const answer: Limits['answer'] = (path, response) => {
      response.writeHead(302, { location: `${elsewhere.proxy.address}${path}` }).end()
      return true
    }
    const { pull, proxy } = await create(small, { answer })
    expect(await pull(...menuKey)).toMatchObject({
      code: 1,
      stderr: `${proxy.address}/v1/menus redirects to another address: pull from that one instead, if you trust it.\n`,
    })
    expect(elsewhere.proxy.seen).toEqual([])
  })
})

test('the commands of the guide create a key there, pull, create a key here, and pull again', async () => {
  const blocks = codeBlocks('docs/how-to/pull-from-another-service.md').map(({ code }) => code)
  const [there = '', once = '', here = '', follow = '', ...others] = blocks
  expect(others).toEqual([])
  const source = { DATABASE_URL: await newDatabaseUrl() }
  const copy = { DATABASE_URL: await newDatabaseUrl() }
  const input = JSON.stringify({
    menus: [lunch(brew)],
    devices: [device('c4:23:60:91:c0:6c', { access: [] })],
  })
  await signage(['import', '-'], { environment: source, input })
  const server = await startServer(source)
  const adapt = (code: string) => code.replaceAll('https://signage.example.com', server.address)
  const run = (code: string, environment: Record<string, string>) =>
    shell(`set -e; cd '${folder}'; npx() { shift; signage "$@"; }\n${adapt(code)}`, environment)
  expect(await run(there, source)).toMatchObject({ code: 0 })
  expect(await run(once, copy)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`Pulled 1 menu and 1 device from ${server.address}. Devices: 1 added.`),
  })
  expect(await run(here, copy)).toMatchObject({ code: 0 })
  expect((await run(follow, copy)).stderr).toBe(
    `Pulled 1 menu from ${server.address}. Nothing has changed.\n`,
  )
  await server.stop()
})
