import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { group, item, menu, menusDocument, withKey } from './support/documents.ts'
import { startService } from './support/service.ts'

const items = Array.from({ length: 40 }, (_, n) => item(`i${n}`, { price: n }))
const document = menusDocument(
  menu('big', { groups: [group('big', { items })] }),
  menu('small', { groups: [group('small')] }),
)
const { get, put, setStock } = await startService(document)

const big = (headers: Record<string, string> = {}) => get('/v1/groups?menus=big', { ...withKey, ...headers })
const etagOf = async () => (await big()).headers.etag

describe('the ETag', () => {
  test('is the same for the same content: in another process with a database of its own', async () => {
    const other = await startService(document)
    expect((await other.get('/v1/groups?menus=big', withKey)).headers.etag).toBe(await etagOf())
  })

  test('is the same after an import that changed nothing', async () => {
    const before = await etagOf()
    await put(document)
    expect(await etagOf()).toBe(before)
  })

  test('changes with the content, on the very next request, and comes back with it', async () => {
    const before = await etagOf()
    await setStock('item-i7', false)
    const changed = await big({ 'if-none-match': String(before) })
    expect(changed.statusCode).toBe(200)
    expect(changed.json().groups[0].items[7].inStock).toBe(false)
    expect(changed.headers.etag).not.toBe(before)
    await setStock('item-i7', true)
    expect((await big({ 'if-none-match': String(before) })).statusCode).toBe(304)
  })
})

describe('compression', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['identity;q=0.5, gzip;q=0.1', undefined],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
    ['', undefined],
    ['nonsense;;q=x,,', undefined],
  ])('Accept-Encoding: %s is answered in %s', async (accepted, coding) => {
    const answer = await big({ 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(coding)
    expect(answer.headers.vary).toMatch(/Accept-Encoding/)
    const plain = (await big()).rawPayload
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[coding ?? '']
    expect(decode ? decode(answer.rawPayload) : answer.rawPayload).toEqual(plain)
    if (decode) expect(answer.rawPayload.length).toBeLessThan(plain.length / 4)
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
  })

  test('each coding has an ETag of its own, by which 304 is answered', async () => {
    const etags = new Set<string>()
    for (const accepted of ['identity', 'gzip', 'br']) {
      const etag = String((await big({ 'accept-encoding': accepted })).headers.etag)
      etags.add(etag)
      const again = await big({ 'accept-encoding': accepted, 'if-none-match': etag })
      expect(again.statusCode).toBe(304)
      expect(again.headers.etag).toBe(etag)
    }
    expect(etags.size).toBe(3)
  })

  test('an answer below 1 KiB is not compressed', async () => {
    const answer = await get('/v1/groups?menus=small', { ...withKey, 'accept-encoding': 'br, gzip' })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers.vary).toMatch(/Accept-Encoding/)
  })
})
