import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { SCOPES } from '../../src/auth/scopes.ts'
import { ACCESS_LEVELS } from '../../src/device/access.ts'
import { DEVICE_FIELDS } from '../../src/device/schema.ts'
import { importDocument } from '../../src/documents/import.ts'
import { compareTexts } from '../../src/lib/text/compare-texts.ts'
import { readInstant } from '../../src/lib/time/timestamps.ts'
import {
  instant,
  menus,
  type RandomGroup,
  type RandomItem,
  type RandomMenu,
  sites,
  text,
  timeZone,
  valuesOf,
} from '../support/arbitraries.ts'
import { openMemory, throughDatabase } from '../support/database.ts'
import { KEY } from '../support/documents.ts'
import { PATIENT, request } from '../support/service.ts'

const OTHER_KEY = 'the-key-of-the-other-user'

/** Menus, and a key for each of two users that may read some of them. */
const document = (list: RandomMenu[], [granted, grantedToOther]: [RandomMenu[], RandomMenu[]]) => ({
  users: ['ops', 'other'].map((id) => ({ id, name: id })),
  menus: list,
  apiKeys: [
    { key: KEY, name: 'boards', user: 'ops', menus: granted.map(({ id }) => id) },
    { key: OTHER_KEY, name: 'boards', user: 'other', menus: grantedToOther.map(({ id }) => id) },
  ],
})

interface RandomQuery {
  menus: string[] | undefined
  groups: string[] | undefined
  tags: string[] | undefined
  depth: number | undefined
  page: { page: number; pageSize: number } | undefined
}

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const query: fc.Arbitrary<RandomQuery> = fc.record({
  menus: optional(fc.uniqueArray(fc.constantFrom('m0', 'm1', 'm2', 'm9'), { minLength: 1 })),
  groups: optional(
    fc.uniqueArray(
      fc.integer({ min: 1, max: 12 }).map((n) => `g${n}`),
      { minLength: 1 },
    ),
  ),
  tags: optional(
    fc.uniqueArray(fc.constantFrom('a', 'b', 'a,b', 'b,a', 'k:v', 'Provence, France'), {
      minLength: 1,
      maxLength: 3,
    }),
  ),
  depth: optional(fc.nat({ max: 4 })),
  page: optional(fc.record({ page: fc.integer({ min: 1, max: 4 }), pageSize: fc.nat({ max: 60 }) })),
})

/** A minimal model of `/v1/groups`. */
function expectedGroups(list: RandomMenu[], { menus, groups, tags, depth = Infinity, page }: RandomQuery) {
  const order = (a: RandomMenu, b: RandomMenu) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id)
  const candidates = list
    .filter(({ id }) => menus?.includes(id) ?? true)
    .sort(order)
    .flatMap((menu) => menu.groups)
  const everyDepth = (group: RandomGroup): RandomGroup[] => [group, ...group.groups.flatMap(everyDepth)]
  const carries = (group: RandomGroup, tag: string) =>
    group.tags.includes(tag) || tag.split(',').every((part) => group.tags.includes(part))
  const matches = (groups || tags ? candidates.flatMap(everyDepth) : candidates).filter(
    (group) => (groups?.includes(group.id ?? '') ?? true) && (tags ?? []).every((tag) => carries(group, tag)),
  )
  const size = Math.min(page?.pageSize ?? 0, 50)
  const entries = page ? matches.slice((page.page - 1) * size, page.page * size) : matches
  return {
    metadata: { groups: { total: matches.length } },
    groups: entries.map((group) => toGroup(group, depth)),
  }
}

function toGroup({ groups, items, ...fields }: RandomGroup, depth: number, levels = depth): object {
  return {
    ...fields,
    metadata: { groups: { total: groups.length }, items: { total: items.length } },
    groups: levels > 0 ? groups.map((child) => toGroup(child, depth, levels - 1)) : [],
    items: items.map((child) => toItem(child, depth)),
  }
}

function toItem({ items, ...fields }: RandomItem, depth: number): object {
  const children = depth > 0 ? items.map((child) => toItem(child, depth - 1)) : []
  return { ...fields, metadata: { items: { total: items.length } }, items: children }
}

/** The query string. A number selects one of the notations for several values. */
function toSearch({ menus, groups, tags, depth, page }: RandomQuery, notation: number): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries({ menus, groups, tags })) {
    if (values === undefined) continue
    if (notation % 3 === 0) search.set(name, JSON.stringify(values))
    else if (notation % 3 === 1 && name !== 'tags') search.set(name, values.join(','))
    else for (const value of values) search.append(name, value)
  }
  if (depth !== undefined) search.set('depth', String(depth))
  if (page) search.set('page', String(page.page))
  if (page) search.set('pageSize', String(page.pageSize))
  return search
}

/** Without negative zeros, which JSON does not have. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

/** A query, and queries that differ from it in one parameter: none may get the cached response of another. */
function similarQueries(random: RandomQuery): RandomQuery[] {
  const without = Object.keys(random).map((name) => ({ ...random, [name]: undefined }))
  const { tags } = random
  return [
    random,
    ...without,
    { ...random, tags: tags && [tags.join()] },
    { ...random, tags: tags?.join().split(',') },
  ]
}

// One service responds to both users in turn, so the cached responses of one could reach the other.
test('for random menus and queries, the response of /v1/groups is that of a model', async () => {
  const database = await openMemory()
  const app = await buildApp({ database, limits: PATIENT })
  const world = menus.chain((list) =>
    fc.tuple(fc.constant(list), fc.tuple(fc.subarray(list), fc.subarray(list))),
  )
  const similar = fc
    .tuple(query, fc.nat())
    .map(([one, notation]) => similarQueries(one).map((random) => ({ random, notation })))
  const queries = fc.array(similar, { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(world, queries, async ([list, granted], queries) => {
      await database.batch([{ script: 'DELETE FROM menus' }])
      await importDocument(database, structuredClone(document(list, granted)))
      for (const { random, notation } of queries.flat()) {
        for (const [n, key] of [KEY, OTHER_KEY].entries()) {
          const url = `/v1/groups?${toSearch(random, notation)}`
          const response = await request(app, { method: 'GET', url, headers: { 'x-api-key': key } })
          expect(response.statusCode).toBe(200)
          expect(response.json()).toEqual(plain(expectedGroups(granted[n] ?? [], random)))
        }
      }
    }),
    // Shrinking a failure takes many runs. The limit ends it before the test times out.
    { numRuns: 40, interruptAfterTimeLimit: 45_000 },
  )
  await app.close()
  await database.close()
})

describe('an import and an export', () => {
  const level = fc.constantFrom(...ACCESS_LEVELS)
  const user = fc.constantFrom('u1', 'u2')
  const devices = fc.uniqueArray(
    fc.record({
      ...valuesOf(DEVICE_FIELDS),
      id: text.filter((id) => id !== '').map((id) => `device ${id}`),
      timezone: timeZone,
      site: fc.option(fc.constantFrom('s0', 's1', 's2')),
      access: fc.uniqueArray(fc.record({ user, level }), { selector: JSON.stringify, maxLength: 4 }),
    }),
    { selector: ({ id }) => id, maxLength: 5 },
  )
  const key = fc.record({
    keyHash: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 }),
    keyPrefix: fc.option(text),
    name: text,
    user,
    scopes: fc.array(fc.constantFrom(...Object.keys(SCOPES)), { maxLength: 2 }),
    menus: fc.subarray(['m0', 'm1', 'm2', 'm3']),
    expiresAt: fc.option(instant),
    revokedAt: fc.option(instant, { nil: undefined }),
  })
  const documents = fc
    .record({
      users: fc.constant([
        { id: 'u1', name: 'one' },
        { id: 'u2', name: 'two' },
      ]),
      sites,
      devices,
      menus,
      apiKeys: fc.uniqueArray(key, { selector: ({ keyHash }) => keyHash, maxLength: 3 }),
    })
    .map((document) => ({
      ...document,
      devices: document.devices.map((device) => placeAtExisting(device, document)),
      apiKeys: document.apiKeys.map((key) => grantExisting(key, document)),
    }))

  /** Only an existing site can have devices. */
  function placeAtExisting<Device extends { site: string | null }>(
    device: Device,
    { sites }: { sites: { id: string }[] },
  ): Device {
    return { ...device, site: sites.some(({ id }) => id === device.site) ? device.site : null }
  }

  /** Only existing menus can be granted. */
  function grantExisting<Key extends { menus: string[] }>(key: Key, { menus }: { menus: RandomMenu[] }): Key {
    return { ...key, menus: key.menus.filter((granted) => menus.some(({ id }) => id === granted)) }
  }

  /** The form of an export: sorted, and with null for a location without names. */
  const normal = (document: typeof documents extends fc.Arbitrary<infer D> ? D : never) => {
    const by =
      <T>(keyOf: (member: T) => string) =>
      (a: T, b: T) =>
        Buffer.compare(Buffer.from(keyOf(a)), Buffer.from(keyOf(b)))
    return plain({
      users: document.users,
      sites: document.sites,
      devices: document.devices
        .map((device) => ({
          ...device,
          access: device.access.toSorted(by(({ user, level }) => `${user} ${level}`)),
        }))
        .sort(by(({ id }) => id)),
      menus: document.menus.map(({ location, ...menu }) => ({
        ...menu,
        location: location?.name == null && location?.restaurantName == null ? null : location,
      })),
      apiKeys: document.apiKeys.toSorted(by(({ keyHash }) => keyHash)),
    })
  }

  test('keep the content of random documents; importing and exporting the result gives the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const first = await throughDatabase(document)
        expect(JSON.parse(first)).toEqual(normal(document))
        expect(await throughDatabase(JSON.parse(first))).toBe(first)
      }),
      { numRuns: 60 },
    )
  })
})

describe('for random timestamps', () => {
  test('all digits are preserved', () => {
    fc.assert(
      fc.property(instant, (timestamp) => {
        expect(readInstant(timestamp)).toBe(timestamp)
      }),
    )
  })

  test('a timestamp with an offset is read as the same instant, with the same digits', () => {
    const offset = fc.record({
      sign: fc.constantFrom('+', '-'),
      hours: fc.nat({ max: 23 }),
      minutes: fc.nat({ max: 59 }),
    })
    const within = instant.filter((timestamp) => /^(?!0001|9999)/.test(timestamp))
    fc.assert(
      fc.property(within, offset, (timestamp, { sign, hours, minutes }) => {
        const pad = (number: number) => String(number).padStart(2, '0')
        const shifted = timestamp.replace('Z', `${sign}${pad(hours)}:${pad(minutes)}`)
        const read = readInstant(shifted) ?? ''
        expect(Date.parse(read)).toBe(Date.parse(shifted))
        expect(read.slice(19)).toBe(timestamp.slice(19))
      }),
    )
  })

  test('a string that is not a timestamp is rejected', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const looksRight = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/.test(text)
        if (!looksRight) expect(readInstant(text)).toBeUndefined()
      }),
    )
  })
})
