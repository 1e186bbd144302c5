import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { COMPRESSIONS } from '../../src/http/content-encodings.ts'
import { group, item, menu, menusDocument, withKey } from '../support/documents.ts'
import { startService } from '../support/service.ts'

const items = Array.from({ length: 40 }, (_, n) => item(`i${n}`, { price: n }))
const document = menusDocument(
  menu('big', { groups: [group('big', { items })] }),
  menu('small', { groups: [group('small')] }),
)
const { get, setStock } = await startService(document)

const big = (headers: Record<string, string> = {}) => get('/v1/groups?menus=big', { ...withKey, ...headers })
const etagOf = async () => (await big()).headers.etag

describe('the ETag', () => {
  test('is the same for the same content in another service with its own database', async () => {
    const other = await startService(document)
    expect((await other.get('/v1/groups?menus=big', withKey)).headers.etag).toBe(await etagOf())
  })

  test('changes in the next response after the content changes, and returns to the old value with the old content', async () => {
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
  ])('Accept-Encoding: %s selects the content encoding %s', async (accepted, encoding) => {
    const response = await big({ 'accept-encoding': accepted })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers.vary).toMatch(/Accept-Encoding/)
    const plain = (await big()).rawPayload
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? '']
    expect(decode ? decode(response.rawPayload) : response.rawPayload).toEqual(plain)
    if (decode) expect(response.rawPayload.length).toBeLessThan(plain.length / 4)
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length)
  })

  test('each content encoding has its own ETag, and If-None-Match with that ETag returns 304', async () => {
    const etags = new Set<string>()
    for (const accepted of ['identity', ...COMPRESSIONS]) {
      const etag = String((await big({ 'accept-encoding': accepted })).headers.etag)
      etags.add(etag)
      const again = await big({ 'accept-encoding': accepted, 'if-none-match': etag })
      expect(again.statusCode).toBe(304)
      expect(again.headers.etag).toBe(etag)
    }
    expect(etags.size).toBe(COMPRESSIONS.length + 1)
  })

  test('a response smaller than 1 KiB is not compressed', async () => {
    const response = await get('/v1/groups?menus=small', { ...withKey, 'accept-encoding': 'br, gzip' })
    expect(response.headers['content-encoding']).toBeUndefined()
    expect(response.headers.vary).toMatch(/Accept-Encoding/)
  })
})
