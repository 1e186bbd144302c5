import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { exported, openMemory, throughDatabase } from '../support/database.ts'
import { device, devicesDocument, group, item, KEY, menu, menusDocument } from '../support/documents.ts'
import { NOW } from '../support/service.ts'

const database = await openMemory()
afterAll(() => database.close())

/** The errors of a document that is rejected. The database must stay as it was. */
async function errorsOf(document: unknown): Promise<string[]> {
  const before = await exported(database)
  const error = await importDocument(database, document, { clock: () => NOW }).then(
    () => undefined,
    (error: Error) => error,
  )
  expect(await exported(database)).toBe(before)
  expect(error?.name).toBe('ImportError')
  return error?.message.split('\n') ?? []
}

const site = (hours: unknown = null) => ({ id: 's', name: 'S', timezone: 'Europe/Paris', hours })
const breakfast = { days: ['mon'], from: '06:00', to: '11:00' }
const christmas = { date: '2026-12-25', windows: [] }

const put = (document: unknown) => importDocument(database, document, { clock: () => NOW })
const read = async () => JSON.parse(await exported(database))

describe('import', () => {
  test('all sections are optional', async () => {
    expect(await put({ users: [] })).toEqual({ users: 0, sites: 0, devices: 0, menus: 0, apiKeys: 0 })
  })

  test('omitted fields get their defaults', async () => {
    const text = await throughDatabase({
      users: [{ id: 'ops', name: 'Operations' }],
      sites: [{ id: 's', name: 'S', timezone: 'Europe/Paris' }],
      devices: [{ id: 'd', name: 'D', timezone: 'Europe/Paris' }],
      menus: [{ id: 'm', name: 'M', groups: [{ id: 'g', name: 'G', items: [{ id: 'i', name: 'I' }] }] }],
      apiKeys: [{ key: KEY, name: 'K', user: 'ops' }],
    })
    const now = '2026-01-15T12:00:00.000Z'
    expect(JSON.parse(text)).toEqual({
      users: [{ id: 'ops', name: 'Operations' }],
      sites: [{ id: 's', name: 'S', timezone: 'Europe/Paris', hours: null }],
      devices: [
        {
          id: 'd',
          name: 'D',
          timezone: 'Europe/Paris',
          screen_resolution: '1920x1080',
          screen_orientation: 'normal',
          registered_at: null,
          published_at: null,
          last_heartbeat_at: null,
          offline_startup: false,
          offline_startup_delay_minutes: 5,
          open_dev_tools: false,
          updated_at: now,
          created_at: now,
          site: null,
          access: [],
        },
      ],
      menus: [
        {
          id: 'm',
          name: 'M',
          location: null,
          groups: [
            {
              id: 'g',
              name: 'G',
              description: null,
              tags: [],
              groups: [],
              items: [
                {
                  id: 'i',
                  name: 'I',
                  description: null,
                  price: null,
                  calories: null,
                  tags: [],
                  inStock: true,
                  items: [],
                },
              ],
            },
          ],
        },
      ],
      apiKeys: [
        {
          keyHash: '2a5bb1602b7e8d4e41645d68cb28a9130dc7a3dbcef2bba62d3533acaa9f43b3',
          keyPrefix: 'a98b440c',
          name: 'K',
          user: 'ops',
          scopes: [],
          menus: [],
          expiresAt: null,
        },
      ],
    })
  })

  test('existing members are replaced completely, new ones are added, and nothing else changes', async () => {
    await put({
      ...devicesDocument(device('d1', { name: 'one', open_dev_tools: true }), device('d2', { name: 'two' })),
      menus: [
        menu('m1', { groups: [group('old', { items: [item('old')] })], location: { name: 'L' } }),
        menu('m2', { groups: [group('kept')] }),
      ],
    })
    await put({
      users: [
        { id: 'ops', name: 'Renamed' },
        { id: 'more', name: 'More' },
      ],
      devices: [device('d1', { name: 'replaced', access: [{ user: 'more', level: 'update' }] })],
      menus: [menu('m1', { groups: [group('new')] })],
      apiKeys: [{ key: KEY, name: 'replaced', user: 'more', scopes: [], menus: ['m2'] }],
    })
    const { users, devices, menus, apiKeys } = await read()
    expect(users).toEqual([
      { id: 'more', name: 'More' },
      { id: 'ops', name: 'Renamed' },
    ])
    expect(devices[0]).toMatchObject({
      name: 'replaced',
      open_dev_tools: false,
      access: [{ user: 'more', level: 'update' }],
    })
    expect(devices[1]).toMatchObject({ name: 'two', access: [{ user: 'ops', level: 'read' }] })
    expect(menus[0]).toMatchObject({ location: null, groups: [{ id: 'group-new', items: [] }] })
    expect(menus[0].groups).toHaveLength(1)
    expect(menus[1].groups).toHaveLength(1)
    expect(apiKeys).toMatchObject([{ name: 'replaced', user: 'more', scopes: [], menus: ['m2'] }])
  })

  test('created_at and updated_at stay the same if they are omitted: importing twice changes nothing', async () => {
    const device = { id: 'timeless', name: 'T', timezone: 'UTC' }
    const times = async () => {
      const found = (await read()).devices.find(({ id }: { id: string }) => id === 'timeless')
      return [found.created_at, found.updated_at]
    }
    await importDocument(database, { devices: [{ ...device }] }, { clock: () => NOW })
    const first = await times()
    await importDocument(database, { devices: [{ ...device }] }, { clock: () => NOW + 60_000 })
    expect(await times()).toEqual(first)
    await put({ devices: [{ ...device, updated_at: '2020-01-01T00:00:00Z' }] })
    expect(await times()).toEqual([first[0], '2020-01-01T00:00:00Z'])
  })

  test('a menu that is replaced keeps its grants', async () => {
    await put({ ...menusDocument(menu('granted')), users: [{ id: 'ops', name: 'Operations' }] })
    await put({ menus: [menu('granted', { name: 'Again' })] })
    expect((await read()).apiKeys[0].menus).toEqual(['granted'])
  })

  test('groups and items may move between menus of one import file', async () => {
    const a = group('moving', { items: [item('moving')] })
    await put({ menus: [menu('from', { groups: [a] }), menu('to')] })
    await put({ menus: [menu('to', { groups: [a] }), menu('from')] })
    const { menus } = await read()
    expect(menus.find(({ id }: { id: string }) => id === 'to').groups[0].items).toHaveLength(1)
  })

  test('an omitted id is derived from its place in the file: importing again changes nothing', async () => {
    const document = {
      menus: [
        {
          id: 'derived',
          name: 'D',
          groups: [
            { name: 'a', groups: [{ name: 'b' }], items: [{ name: 'i', items: [{ name: 'j' }] }] },
            { name: 'c' },
          ],
        },
      ],
    }
    const first = await throughDatabase(document)
    expect(await throughDatabase(document)).toBe(first)
    const ids = first.match(/"[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/g)
    expect(new Set(ids).size).toBe(5)
  })

  test('new groups and items without ids do not clash at any depth of an exported menu', async () => {
    const document = {
      menus: [
        {
          id: 'deep',
          name: 'D',
          groups: [
            {
              name: 'top',
              groups: [{ name: 'child', groups: [{ name: 'leaf' }], items: [{ name: 'i' }] }],
              items: [{ name: 'j', items: [{ name: 'size' }] }],
            },
          ],
        },
      ],
    }
    const exportedMenu = JSON.parse(await throughDatabase(document)).menus[0]
    const [top] = exportedMenu.groups
    top.groups[0].groups.unshift({ name: 'new leaf' })
    top.groups[0].items.unshift({ name: 'new i' })
    top.groups.unshift({ name: 'new child' })
    top.items[0].items.unshift({ name: 'new size' })
    top.items.unshift({ name: 'new j' })
    const [edited] = JSON.parse(await throughDatabase({ menus: [exportedMenu] })).menus[0].groups
    const names = (list: { name: string }[]) => list.map(({ name }) => name)
    expect(names(edited.groups)).toEqual(['new child', 'child'])
    expect(names(edited.groups[1].groups)).toEqual(['new leaf', 'leaf'])
    expect(names(edited.groups[1].items)).toEqual(['new i', 'i'])
    expect(names(edited.items)).toEqual(['new j', 'j'])
    expect(names(edited.items[1].items)).toEqual(['new size', 'size'])
  })

  test('a key can also be identified by its hash', async () => {
    const keyHash = '2a5bb1602b7e8d4e41645d68cb28a9130dc7a3dbcef2bba62d3533acaa9f43b3'
    await put({ apiKeys: [{ keyHash, name: 'by hash', user: 'ops' }] })
    expect((await read()).apiKeys).toMatchObject([{ keyHash, keyPrefix: 'a98b440c', name: 'by hash' }])
  })

  test('metadata of a saved response is ignored, and unknown fields are ignored and reported', async () => {
    const saved = { metadata: { groups: { total: 9 }, items: { total: 9 } }, ...group('saved'), is_new: true }
    const unknown: string[] = []
    const document = {
      devices: [
        device('d', { is_online: true, access: [{ user: 'ops', level: 'read', 'since/~': '2020' }] }),
      ],
      menus: [menu('saved', { groups: [saved] })],
      constructor: 'x',
      'a/b~c': 'x',
    }
    await put({ users: [{ id: 'ops', name: 'Operations' }] })
    await importDocument(database, document, { onUnknownFields: (places) => unknown.push(...places) })
    expect(unknown).toEqual([
      '/devices/0/access/0/since~1~0',
      '/menus/0/groups/0/is_new',
      '/constructor',
      '/a~1b~0c',
    ])
    expect((await read()).menus.find(({ id }: { id: string }) => id === 'saved').groups).toHaveLength(1)
  })

  test.each([
    ['-PT2M', '2026-01-15T11:58:00.000Z'],
    ['-PT1M30.25S', '2026-01-15T11:58:29.750Z'],
    ['-P1Y2M', '2024-11-15T12:00:00.000Z'],
    ['-P1M', '2026-02-28T23:00:00.000Z', '2026-03-31T23:00:00Z'],
    ['-P1M1D', '2026-02-27T23:00:00.000Z', '2026-03-31T23:00:00Z'],
    ['-P1Y', '2027-02-28T01:00:00.000Z', '2028-02-29T01:00:00Z'],
    ['-P4Y', '2024-02-29T01:00:00.000Z', '2028-02-29T01:00:00Z'],
    ['2024-02-29T23:30:00.5+01:00', '2024-02-29T22:30:00.5Z'],
    ['2024-01-01t00:00:00.000001z', '2024-01-01T00:00:00.000001Z'],
  ])('the timestamp %s is stored as %s', async (given, stored, now = '2026-01-15T12:00:00Z') => {
    const document = devicesDocument(device('d', { last_heartbeat_at: given }))
    const text = await throughDatabase(document, Date.parse(now))
    expect(JSON.parse(text).devices[0].last_heartbeat_at).toBe(stored)
  })
})

describe('an import file with an error changes nothing, and the message says where the error is', () => {
  const inItem = (options: object) => ({
    menus: [menu('x', { groups: [group('1', { items: [item('1'), { ...item('2'), ...options }] })] })],
  })

  test.each([
    [
      'a price as text',
      inItem({ price: '8' }),
      '/menus/0/groups/0/items/1/price: must be a number or null, got "8"',
    ],
    [
      'a menu without a name',
      { menus: [{ id: 'm', name: '' }] },
      '/menus/0/name: must be text that is not blank, without NUL and lone surrogates, got ""',
    ],
    [
      'an unknown scope of a key',
      { apiKeys: [{ key: 'a-key', name: 'k', user: 'u', scopes: ['device:read', 'all'] }] },
      '/apiKeys/0/scopes/1: must be one of device:read, menu:write, key:write, device:heartbeat, alert:mute, got "all"',
    ],
    ['a price below 0', inItem({ price: -8 }), '/menus/0/groups/0/items/1/price: must be 0 or more, got -8'],
    [
      'a price that nobody pays',
      inItem({ price: 1e308 }),
      '/menus/0/groups/0/items/1/price: must be at most 1,000,000,000, got 1e+308',
    ],
    [
      'calories that nobody eats',
      inItem({ calories: 1_000_001 }),
      '/menus/0/groups/0/items/1/calories: must be at most 1,000,000, got 1000001',
    ],
    [
      'a tag that is a number',
      inItem({ tags: ['a', 1] }),
      '/menus/0/groups/0/items/1/tags/1: must be text without NUL and lone surrogates, got 1',
    ],
    ['a missing name', inItem({ name: undefined }), '/menus/0/groups/0/items/1/name: is missing'],
    [
      'NUL in text',
      inItem({ name: 'a\0b' }),
      '/menus/0/groups/0/items/1/name: must be text without NUL and lone surrogates, got "a\\u0000b"',
    ],
    [
      'an empty id',
      inItem({ id: '' }),
      '/menus/0/groups/0/items/1/id: must be text that is not empty, without NUL and lone surrogates, got ""',
    ],
    ['a user that is not an object', { users: ['ops'] }, '/users/0: must be an object, got "ops"'],
    [
      'an unknown time zone',
      devicesDocument(device('d', { timezone: 'Mars/Olympus' })),
      '/devices/0/timezone: must be an IANA time zone such as Europe/Paris, got "Mars/Olympus"',
    ],
    [
      'a day that does not exist',
      devicesDocument(device('d', { published_at: '2025-02-29T00:00:00Z' })),
      '/devices/0/published_at: must be an ISO 8601 timestamp with an offset, or a negative duration such as -PT2M, or null, got "2025-02-29T00:00:00Z"',
    ],
    [
      'a timestamp without an offset',
      devicesDocument(device('d', { updated_at: '2025-02-28T00:00:00' })),
      '/devices/0/updated_at: must be an ISO 8601 timestamp with an offset, or a negative duration such as -PT2M, got "2025-02-28T00:00:00"',
    ],
    [
      'a delay that is not a whole number',
      devicesDocument(device('d', { offline_startup_delay_minutes: 1.5 })),
      '/devices/0/offline_startup_delay_minutes: must be a whole number, 0 or more, got 1.5',
    ],
    [
      'an access level that is not text, reported once',
      devicesDocument(device('d', { access: [{ user: 'ops', level: 5 }] })),
      '/devices/0/access/0/level: must be one of read, update, publish, got 5',
    ],
    [
      'an unknown user of a device',
      { devices: [device('d', { access: [{ user: 'ghost', level: 'read' }] })] },
      '/devices/0/access/0/user: must be the id of a user, got "ghost"',
    ],
    [
      'an unknown site of a device',
      devicesDocument(device('d', { site: 'ghost' })),
      '/devices/0/site: must be the id of a site, got "ghost"',
    ],
    [
      'an unknown user of a key',
      { apiKeys: [{ key: 'k', name: 'k', user: 'ghost' }] },
      '/apiKeys/0/user: must be the id of a user, got "ghost"',
    ],
    [
      'an unknown menu of a key',
      { apiKeys: [{ key: 'k', name: 'k', user: 'ops', menus: ['ghost'] }] },
      '/apiKeys/0/menus/0: must be the id of a menu, got "ghost"',
    ],
    [
      'both a key and its hash',
      { apiKeys: [{ key: 'k', keyHash: 'a'.repeat(64), name: 'k', user: 'ops' }] },
      '/apiKeys/0: must have either key or keyHash',
    ],
    [
      'a location whose name is not text',
      { menus: [{ id: 'm', name: 'M', location: { name: 5 } }] },
      '/menus/0/location/name: must be text without NUL and lone surrogates, or null, got 5',
    ],
    [
      'a user given twice',
      {
        users: [
          { id: 'u', name: 'u' },
          { id: 'u', name: 'v' },
        ],
      },
      '/users/1/id: must be given once, but /users/0 has the same id',
    ],
    [
      'an unknown time zone of a site, reported once although a device refers to it',
      { ...devicesDocument(device('d', { site: 's' })), sites: [{ ...site(), timezone: 'Mars/Olympus' }] },
      '/sites/0/timezone: must be an IANA time zone such as Europe/Paris, got "Mars/Olympus"',
    ],
    [
      'opening hours without windows',
      { sites: [site({ exceptions: [] })] },
      '/sites/0/hours/windows: is missing',
    ],
    [
      'an unknown day',
      { sites: [site({ windows: [{ ...breakfast, days: ['Monday'] }] })] },
      '/sites/0/hours/windows/0/days/0: must be one of sun, mon, tue, wed, thu, fri, sat, got "Monday"',
    ],
    [
      'a day given twice',
      { sites: [site({ windows: [{ ...breakfast, days: ['mon', 'mon'] }] })] },
      '/sites/0/hours/windows/0/days: must be a list of different days, got an array',
    ],
    [
      'a window that begins at 24:00',
      { sites: [site({ windows: [{ ...breakfast, from: '24:00' }] })] },
      '/sites/0/hours/windows/0/from: must be a time from 00:00 to 23:59, got "24:00"',
    ],
    ...['24:01', '9:00', 11].map((to): [string, object, string] => [
      `a window that ends at ${JSON.stringify(to)}`,
      { sites: [site({ windows: [{ ...breakfast, to }] })] },
      `/sites/0/hours/windows/0/to: must be a time from 00:00 to 24:00, got ${JSON.stringify(to)}`,
    ]),
    ...['2026-02-29', '25.12.2026'].map((date): [string, object, string] => [
      `an exception at ${date}`,
      { sites: [site({ windows: [], exceptions: [{ date, windows: [] }] })] },
      `/sites/0/hours/exceptions/0/date: must be a date such as 2026-12-25, got "${date}"`,
    ]),
    [
      'two exceptions at one date',
      { sites: [site({ windows: [], exceptions: [christmas, christmas] })] },
      '/sites/0/hours/exceptions: must be a list of different dates, got an array',
    ],
    [
      'a device given twice',
      devicesDocument(device('aa:bb:cc:dd:ee:ff'), device('AA-BB-CC-DD-EE-FF')),
      '/devices/1/id: must be given once, but /devices/0 has the same id',
    ],
    [
      'a key given twice',
      {
        apiKeys: [
          { key: 'k', name: 'k', user: 'ops' },
          { key: 'k', name: 'l', user: 'ops' },
        ],
      },
      '/apiKeys/1: must be given once, but /apiKeys/0 is the same key',
    ],
    [
      'a group given twice',
      { menus: [menu('x', { groups: [group('1', { groups: [group('1')] })] })] },
      '/menus/0/groups/0/groups/0/id: must be given once, but /menus/0/groups/0 has the same id',
    ],
    [
      'an item given twice',
      { menus: [menu('x', { groups: [group('1', { items: [item('1', { items: [item('1')] })] })] })] },
      '/menus/0/groups/0/items/0/items/0/id: must be given once, but /menus/0/groups/0/items/0 has the same id',
    ],
  ])('%s', async (_, document, expected) => {
    await put({ users: [{ id: 'ops', name: 'Operations' }] })
    expect(await errorsOf(document)).toEqual([expected])
  })

  test('errors of all kinds are reported, each on its own line', async () => {
    expect(
      await errorsOf({
        users: [{ id: 'u', name: 1 }],
        devices: [
          device('d', {
            access: [
              { user: 'u', level: 'read' },
              { user: 'ghost', level: 'read' },
            ],
          }),
        ],
        menus: [menu('x', { groups: [{ name: 'g', items: [{ price: 'free' }] }] })],
        apiKeys: [{ key: 'k', name: 'k', user: 'u', menus: ['x'] }],
      }),
    ).toEqual([
      '/users/0/name: must be text without NUL and lone surrogates, got 1',
      '/menus/0/groups/0/items/0/name: is missing',
      '/menus/0/groups/0/items/0/price: must be a number or null, got "free"',
      '/devices/0/access/1/user: must be the id of a user, got "ghost"',
    ])
  })

  test('a key is never repeated, whatever is wrong with it', async () => {
    for (const key of ['secret with spaces', `sgn_${'secret'.repeat(6)}`, 4711_0815]) {
      const errors = (await errorsOf({ apiKeys: [{ key, name: 'k', user: 'ops' }] })).join()
      expect(errors).toMatch(/^\/apiKeys\/0\/key: must be/)
      expect(errors).not.toMatch(/secret|4711/)
    }
    expect(await errorsOf({ apiKeys: ['secret'] })).toEqual([expect.not.stringContaining('secret')])
  })

  test.each(['A'.repeat(64), 'a'.repeat(63)])(
    'a hash that is not a SHA-256 in lower case is rejected, and not repeated: %j',
    async (keyHash) => {
      expect(await errorsOf({ apiKeys: [{ keyHash, name: 'k', user: 'ops' }] })).toEqual([
        '/apiKeys/0/keyHash: must be a SHA-256 in lower-case hexadecimal digits',
      ])
    },
  )

  function nested(levels: number, key: 'groups' | 'items') {
    let tree: object[] = []
    for (let level = levels; level > 0; level--) tree = [{ name: `${level}`, [key]: tree }]
    return tree
  }

  test('256 levels of groups or of items are accepted, 257 are rejected', async () => {
    const deep = menu('deep', {
      groups: [...nested(256, 'groups'), group('g', { items: nested(256, 'items') })],
    })
    await put({ menus: [deep] })
    const expected = '/menus/0: must not nest deeper than 256 levels'
    expect(await errorsOf({ menus: [menu('deeper', { groups: nested(257, 'groups') })] })).toEqual([expected])
    const items = [group('h', { items: nested(257, 'items') })]
    expect(await errorsOf({ menus: [menu('deeper', { groups: items })] })).toEqual([expected])
  })

  test('100,000 levels are rejected without a crash', async () => {
    const text = `{"menus":[{"id":"x","name":"x","groups":${'[{"name":"g","groups":'.repeat(100_000)}[]${'}]'.repeat(100_000)}}]}`
    expect(await errorsOf(JSON.parse(text))).toEqual(['/menus/0: must not nest deeper than 256 levels'])
    const tags = { users: [{ id: 'u', name: JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`) }] }
    expect(await errorsOf(tags)).toEqual([
      '/users/0/name: must be text without NUL and lone surrogates, got an array',
    ])
  })
})

describe('export', () => {
  test('a revoked key stays revoked after export and import', async () => {
    const document = {
      ...devicesDocument(),
      apiKeys: [{ key: 'k', name: 'k', user: 'ops', revokedAt: '-PT1S' }],
    }
    const text = await throughDatabase(document)
    expect(text).toContain('"revokedAt": "2026-01-15T11:59:59.000Z"')
    expect(await throughDatabase(JSON.parse(text))).toBe(text)
  })

  test('exporting, importing into an empty database and exporting again gives the same bytes', async () => {
    const seed = JSON.parse(readFileSync(new URL('../../seeds/demo.json', import.meta.url), 'utf8'))
    const text = await throughDatabase(seed)
    expect(await throughDatabase(JSON.parse(text))).toBe(text)
    const empty = await throughDatabase({ menus: [] })
    expect(await throughDatabase(JSON.parse(empty))).toBe(empty)
  })
})
