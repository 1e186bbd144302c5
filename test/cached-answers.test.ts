import { describe, expect, test } from 'vitest'
import { setStock } from '../src/menu/administration.ts'
import type { Database } from '../src/storage/database.ts'
import { openMemory } from './support/database.ts'
import { group, item, KEY, menu, menusDocument, withKey } from './support/documents.ts'
import { startService } from './support/service.ts'

const items = Array.from({ length: 40 }, (_, n) => item(`i${n}`, { price: n }))
const document = menusDocument(
  menu('a', { groups: [group('a1', { tags: ['x', 'y'], items }), group('a2', { tags: ['x', 'y', 'x,y'] })] }),
  menu('b', { groups: [group('b1', { tags: ['y'] })] }),
)
const OTHER_KEY = 'another-key-that-sees-the-same-menus'
const [key] = document.apiKeys
const withOtherKey = { 'x-api-key': OTHER_KEY }

/** A service that counts how often trees are read. */
async function startCounted(cacheMaxBytes?: number) {
  const database = await openMemory()
  let reads = 0
  const counted: Database = {
    ...database,
    snapshot: (queries) => {
      reads++
      return database.snapshot(queries)
    },
  }
  const apiKeys = [key, { ...key, key: OTHER_KEY }]
  const parts = cacheMaxBytes === undefined ? {} : { cacheMaxBytes }
  const service = await startService({ ...document, apiKeys }, { database: counted, ...parts })
  /** How many trees are read while something is asked. */
  const readsDuring = async (work: () => Promise<unknown>) => {
    const before = reads
    await work()
    return reads - before
  }
  /** How many trees are read for these requests, one after the other. */
  const readsFor = (...requests: [url: string, headers?: Record<string, string>][]) =>
    readsDuring(async () => {
      for (const [url, headers] of requests) await service.get(url, { ...withKey, ...headers })
    })
  return { ...service, readsFor, readsDuring }
}

const { get, send, readsFor, readsDuring, database } = await startCounted()

describe('a tree that was answered is not read again', () => {
  test.each(['/v1/groups', '/v1/groups?menus=a', '/v1/groups?tags=y&depth=0', '/v1/menus/a/groups/options'])(
    '%s',
    async (url) => {
      expect(await readsFor([url])).toBe(1)
      expect(await readsFor([url], [url], [url, withOtherKey])).toBe(0)
    },
  )

  test.each(['/v1/menus', '/v1/menus/options'])('%s reads none at all', async (url) => {
    expect(await readsFor([url], [url])).toBe(0)
  })

  test('whatever the order and the form of the parameters', async () => {
    expect(await readsFor(['/v1/groups?tags=x&tags=y&groups=group-a1&groups=group-a2&menus=a&menus=b'])).toBe(
      1,
    )
    expect(
      await readsFor(
        ['/v1/groups?menus=b&menus=a&groups=group-a2&groups=group-a1&tags=y&tags=x&tags=y'],
        ['/v1/groups?menus=b,a&groups=["group-a2","group-a1"]&tags=["y","x"]'],
        ['/v1/groups?groups=group-a1&groups=group-a2&tags=["x"]&tags=y&unknown=1&page='],
      ),
    ).toBe(0)
  })

  test('for 304 and HEAD neither', async () => {
    const { headers } = await get('/v1/groups?menus=a', withKey)
    const conditional = { 'if-none-match': String(headers.etag) }
    expect(await readsFor(['/v1/groups?menus=a', conditional])).toBe(0)
    const askForHead = async () => {
      const head = await send({ method: 'HEAD', url: '/v1/groups?menus=a', headers: withKey })
      const { etag, 'content-length': length } = headers
      expect(head.headers).toMatchObject({ etag, 'content-length': length })
      expect(head.body).toBe('')
    }
    expect(await readsDuring(askForHead)).toBe(0)
    await setStock(database, 'item-i3', false)
    // Where HEAD comes first, it is what reads the tree.
    const headFirst = () => send({ method: 'HEAD', url: '/v1/groups?menus=a', headers: withKey })
    expect(await readsDuring(headFirst)).toBe(1)
    expect(await readsFor(['/v1/groups?menus=a'])).toBe(0)
    await setStock(database, 'item-i3', true)
  })
})

test('a tag with a comma in it and its two parts are different questions, whichever is asked first', async () => {
  const groups = [group('whole', { tags: ['x,y'] }), group('parts', { tags: ['x', 'y'] })]
  const { get } = await startService(menusDocument(menu('comma', { groups })))
  const repeated = '/v1/groups?tags=x&tags=y'
  const together = '/v1/groups?tags=x,y'
  for (const depth of [0, 1]) {
    const order = depth === 0 ? [repeated, together] : [together, repeated]
    for (const url of [...order, ...order]) {
      const { groups } = (await get(`${url}&depth=${depth}`, withKey)).json()
      const expected = url === together ? ['group-whole', 'group-parts'] : ['group-parts']
      expect(groups.map(({ id }: { id: string }) => id)).toEqual(expected)
    }
  }
})

test('spellings that find the same groups have the same ETag', async () => {
  const [repeated, together] = [
    await get('/v1/groups?tags=x&tags=y', withKey),
    await get('/v1/groups?tags=x,y', withKey),
  ]
  expect(repeated.json().groups).toHaveLength(2)
  expect(together.headers.etag).toBe(repeated.headers.etag)
  expect(together.body).toBe(repeated.body)
})

test('a change is read at once; what the change did not touch is not read again', async () => {
  await readsFor(['/v1/groups?menus=a'], ['/v1/groups?menus=b'])
  await setStock(database, 'item-i3', false)
  expect(await readsFor(['/v1/groups?menus=a'], ['/v1/groups?menus=b'])).toBe(1)
  const answer = await get('/v1/groups?menus=a', withKey)
  expect(answer.json().groups[0].items[3].inStock).toBe(false)
})

test('without a cache every answer is read, and right', async () => {
  const uncached = await startCounted(0)
  expect(await uncached.readsFor(['/v1/groups'], ['/v1/groups'])).toBe(2)
  const answer = await uncached.get('/v1/groups?menus=b', { ...withKey, 'accept-encoding': 'br' })
  expect(answer.json().groups[0].id).toBe('group-b1')
  const compressed = await uncached.get('/v1/groups?menus=a', { ...withKey, 'accept-encoding': 'br' })
  expect(compressed.headers['content-encoding']).toBe('br')
  expect(compressed.rawPayload.length).toBe(Number(compressed.headers['content-length']))
})

test('a key whose grant was taken away is not answered what others may still see', async () => {
  await readsFor(['/v1/groups?menus=a'], ['/v1/groups?menus=a', withOtherKey])
  await database.batch([
    {
      sql: "DELETE FROM api_key_menus WHERE menu_id = 'a' AND key_id = (SELECT id FROM api_keys WHERE prefix = ?)",
      parameters: [KEY.slice(0, 8)],
    },
  ])
  expect((await get('/v1/groups?menus=a', withKey)).json().groups).toEqual([])
  expect((await get('/v1/groups?menus=a', withOtherKey)).json().groups).toHaveLength(2)
})

test('a menu that was copied by SQL, revision and all, is not taken for the other', async () => {
  await database.batch([
    {
      script:
        "INSERT INTO menus SELECT 'copy', name, location_name, restaurant_name, revision FROM menus WHERE id = 'b'",
    },
    { script: "INSERT INTO api_key_menus SELECT id, 'copy' FROM api_keys" },
  ])
  expect((await get('/v1/groups?menus=b', withOtherKey)).json().groups).toHaveLength(1)
  expect((await get('/v1/groups?menus=copy', withOtherKey)).json().groups).toEqual([])
})
