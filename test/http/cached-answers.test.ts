import { describe, expect, test } from 'vitest'
import type { Database } from '../../src/storage/database.ts'
import { group, item, menu, menusDocument, withKey } from '../support/documents.ts'
import { startInProcess, startService } from '../support/service.ts'

const items = Array.from({ length: 40 }, (_, n) => item(`i${n}`, { price: n }))
const document = menusDocument(
  menu('a', { groups: [group('a1', { tags: ['x', 'y'], items }), group('a2', { tags: ['x', 'y', 'x,y'] })] }),
  menu('b', { groups: [group('b1', { tags: ['y'] })] }),
)
const OTHER_KEY = 'another-key-that-sees-the-same-menus'
const [key] = document.apiKeys
const withOtherKey = { 'x-api-key': OTHER_KEY }
const forTwo = { ...document, apiKeys: [key, { ...key, key: OTHER_KEY }] }

/** Starts a service and counts how often it reads a tree. */
async function startCounted() {
  let reads = 0
  const alterDatabase = (database: Database): Database => ({
    ...database,
    readTogether: (queries) => {
      reads++
      return database.readTogether(queries)
    },
  })
  const service = await startInProcess(forTwo, { alterDatabase })
  /** Sends the requests one after another, and returns how many trees were read for them. */
  const readsFor = async (...requests: [url: string, headers?: Record<string, string>][]) => {
    const before = reads
    for (const [url, headers] of requests) await service.get(url, { ...withKey, ...headers })
    return reads - before
  }
  return { ...service, readsFor, reads: () => reads }
}

const { get, runSql } = await startService(forTwo)

describe('a cached tree is not read again', () => {
  test.each(['/v1/groups', '/v1/groups?menus=a', '/v1/groups?tags=y&depth=0', '/v1/menus/a/groups/options'])(
    '%s',
    async (url) => {
      const { readsFor } = await startCounted()
      expect(await readsFor([url])).toBe(1)
      expect(await readsFor([url], [url], [url, withOtherKey])).toBe(0)
    },
  )

  test.each(['/v1/menus', '/v1/menus/options'])('%s reads no tree at all', async (url) => {
    const { readsFor } = await startCounted()
    expect(await readsFor([url], [url])).toBe(0)
  })

  test('whatever the order and the form of the parameters are', async () => {
    const { readsFor } = await startCounted()
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

  test('for 304 responses and HEAD requests', async () => {
    const { get, send, setStock, readsFor, reads } = await startCounted()
    const { headers } = await get('/v1/groups?menus=a', withKey)
    const conditional = { 'if-none-match': String(headers.etag) }
    expect(await readsFor(['/v1/groups?menus=a', conditional])).toBe(0)
    const head = await send({ method: 'HEAD', url: '/v1/groups?menus=a', headers: withKey })
    expect(head.headers).toMatchObject({ etag: headers.etag, 'content-length': headers['content-length'] })
    expect(head.body).toBe('')
    expect(reads()).toBe(1)
    await setStock('item-i3', false)
    // The HEAD request reads the tree if it comes first.
    await send({ method: 'HEAD', url: '/v1/groups?menus=a', headers: withKey })
    expect(reads()).toBe(2)
    expect(await readsFor(['/v1/groups?menus=a'])).toBe(0)
  })

  test('after a change in another menu', async () => {
    const { get, readsFor, setStock } = await startCounted()
    await readsFor(['/v1/groups?menus=a'], ['/v1/groups?menus=b'])
    await setStock('item-i3', false)
    expect(await readsFor(['/v1/groups?menus=a'], ['/v1/groups?menus=b'])).toBe(1)
    expect((await get('/v1/groups?menus=a', withKey)).json().groups[0].items[3].inStock).toBe(false)
  })
})

test('a menu that was copied by SQL, including its revision, is not confused with the original', async () => {
  await runSql(
    "INSERT INTO menus SELECT 'copy', name, location_name, restaurant_name, revision FROM menus WHERE id = 'b';" +
      "INSERT INTO api_key_menus SELECT id, 'copy' FROM api_keys",
  )
  expect((await get('/v1/groups?menus=b', withOtherKey)).json().groups).toHaveLength(1)
  expect((await get('/v1/groups?menus=copy', withOtherKey)).json().groups).toEqual([])
})
