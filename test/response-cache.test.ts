import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createResponseCache, responseCacheKey } from '../src/menu/cache/response-cache.ts'

const KIB = 1024

/** An asynchronous build function that counts its calls. */
function build(text: string, cacheKey: string, length = 0) {
  const run = async () => {
    run.times++
    await new Promise((resolve) => setTimeout(resolve, 1))
    return { value: { text: text.padEnd(length, '.') }, cacheKey }
  }
  run.times = 0
  return run
}

describe('the response cache', () => {
  const filled = async (
    maxBytes: number,
    ...entries: readonly (readonly [key: string, length?: number])[]
  ) => {
    const cache = createResponseCache(maxBytes)
    for (const [key, length] of entries) await cache.findOrBuild(key, build(key, key, length))
    return cache
  }
  const numbered = (count: number, length: number) =>
    Array.from({ length: count }, (_, n) => [`k${n}`, length] as const)
  const isCached = ({ cachedBytes }: ReturnType<typeof createResponseCache>, key: string) =>
    cachedBytes(key, 'identity') !== undefined

  test('returns a response by its key, and nothing for another key', async () => {
    const cache = await filled(100 * KIB, ['key'])
    expect(String(cache.cachedBytes('key', 'identity'))).toBe('{"text":"key"}')
    expect(cache.cachedBytes('another', 'identity')).toBeUndefined()
  })

  test('never holds more than its limit, and evicts the least recently used', async () => {
    const cache = createResponseCache(100 * KIB)
    for (let n = 0; n < 50; n++) {
      await cache.findOrBuild(`k${n}`, build(`${n}`, `k${n}`, 10 * KIB))
      expect(cache.heldBytes()).toBeLessThanOrEqual(100 * KIB)
      expect(isCached(cache, 'k0'), 'used all the time').toBe(true)
    }
    expect(isCached(cache, 'k40')).toBe(false)
    for (const key of ['k43', 'k46', 'k49']) expect(isCached(cache, key)).toBe(true)
  })

  test('counts its keys towards the limit', async () => {
    const cache = createResponseCache(20 * KIB)
    for (let n = 0; n < 100; n++) {
      const key = `${n}`.padEnd(2000)
      await cache.findOrBuild(key, build('small', key))
    }
    expect(cache.heldBytes()).toBeLessThanOrEqual(20 * KIB)
    expect(isCached(cache, '99'.padEnd(2000))).toBe(true)
    expect(isCached(cache, '90'.padEnd(2000))).toBe(false)
  })

  test('does not cache a response larger than a quarter of the limit', async () => {
    const cache = await filled(100 * KIB, ['small', 23 * KIB], ['large', 26 * KIB])
    expect([isCached(cache, 'small'), isCached(cache, 'large')]).toEqual([true, false])
  })

  test('keeps a response of just under a quarter of the limit if its compressed body makes it larger', async () => {
    const cache = createResponseCache(100 * KIB)
    const text = Array.from({ length: 250 }, (_, n) => createHash('sha512').update(`${n}`).digest('base64'))
    const response = await cache.findOrBuild('key', async () => ({ value: text, cacheKey: 'key' }))
    expect(response.bytes.length).toBeGreaterThan(22 * KIB)
    const compressed = await cache.encoded(response, 'gzip')
    expect(response.bytes.length + compressed.length).toBeGreaterThan(25 * KIB)
    expect(cache.cachedBytes('key', 'gzip')).toBe(compressed)
    expect(isCached(cache, 'key')).toBe(true)
  })

  test('caches nothing with a limit of 0', async () => {
    const cache = await filled(0, ['key'])
    expect(isCached(cache, 'key')).toBe(false)
    expect(cache.heldBytes()).toBe(0)
    const again = build('key', 'key')
    const response = await cache.findOrBuild('key', again)
    expect(again.times).toBe(1)
    expect((await cache.encoded(response, 'gzip')).length).toBeGreaterThan(0)
  })

  test('counts compressed bodies, and evicts other responses to make room for them', async () => {
    const cache = await filled(100 * KIB, ...numbered(4, 20 * KIB))
    // Hardly compressible, so that the uncompressed and the compressed body do not fit together.
    const text = Array.from({ length: 120 }, (_, n) => createHash('sha512').update(`${n}`).digest('base64'))
    const response = await cache.findOrBuild('random', async () => ({ value: text, cacheKey: 'random' }))
    const before = cache.heldBytes()
    expect(isCached(cache, 'k0')).toBe(true)
    const compressed = await cache.encoded(response, 'gzip')
    expect(before + compressed.length).toBeGreaterThan(100 * KIB)
    expect(cache.heldBytes()).toBeLessThanOrEqual(100 * KIB)
    expect(cache.cachedBytes('random', 'gzip')).toBe(compressed)
    expect(isCached(cache, 'k1')).toBe(false)
  })

  test('replaces a response that is built again under its key', async () => {
    const cache = createResponseCache(100 * KIB)
    await cache.findOrBuild('older', build('first', 'key', 20 * KIB))
    await cache.findOrBuild('oldest', build('second', 'key'))
    expect(String(cache.cachedBytes('key', 'identity'))).toBe('{"text":"second"}')
    expect(cache.heldBytes()).toBeLessThan(2 * KIB)
  })
})

describe('responses', () => {
  test('are built once for concurrent misses, and found later', async () => {
    const cache = createResponseCache(100 * KIB)
    const once = build('a', 'here')
    const found = await Promise.all(Array.from({ length: 20 }, () => cache.findOrBuild('here', once)))
    found.push(await cache.findOrBuild('here', once))
    expect(new Set(found).size).toBe(1)
    expect(once.times).toBe(1)
    expect(cache.counts()).toEqual({ hits: 1, misses: 1 })
    expect(cache.cachedBytes('here', 'br')).toBeUndefined()
    expect(cache.counts(), 'a missing body is not a hit').toEqual({ hits: 1, misses: 1 })
    cache.cachedBytes('here', 'identity')
    expect(cache.counts()).toEqual({ hits: 2, misses: 1 })
  })

  test('are built separately for each query and each revision', async () => {
    const cache = createResponseCache(100 * KIB)
    const keys = [responseCacheKey('q', 'r1'), responseCacheKey('q', 'r2'), responseCacheKey('p', 'r1')]
    const found = await Promise.all(keys.map((key, n) => cache.findOrBuild(key, build(`${n}`, key))))
    expect(found.map(({ bytes }) => JSON.parse(String(bytes)).text)).toEqual(['0', '1', '2'])
  })

  test('that were read at a newer revision are cached under that revision', async () => {
    const cache = createResponseCache(100 * KIB)
    const newer = await cache.findOrBuild('older', build('newer', 'newer'))
    const notNeeded = build('again', 'newer')
    expect(await cache.findOrBuild('newer', notNeeded)).toBe(newer)
    expect(notNeeded.times).toBe(0)
    const older = build('older again', 'older')
    await cache.findOrBuild('older', older)
    expect(older.times).toBe(1)
  })

  test('that cannot be built fail for all waiting callers, and are built again for the next one', async () => {
    const cache = createResponseCache(100 * KIB)
    const failing = () => cache.findOrBuild('here', () => Promise.reject(new Error('away')))
    for (const outcome of await Promise.allSettled([failing(), failing()])) {
      expect(outcome.status).toBe('rejected')
    }
    expect(String((await cache.findOrBuild('here', build('a', 'here'))).bytes)).toBe('{"text":"a"}')
  })

  test('are compressed once per encoding, and their compressed size is counted', async () => {
    const cache = createResponseCache(100 * KIB)
    const found = await cache.findOrBuild('here', build('x'.repeat(10 * KIB), 'here'))
    const before = cache.heldBytes()
    expect(cache.cachedBytes('here', 'br')).toBeUndefined()
    const [one, two, other] = await Promise.all([
      cache.encoded(found, 'br'),
      cache.encoded(found, 'br'),
      cache.encoded(found, 'gzip'),
    ])
    expect(one).toBe(two)
    expect(cache.cachedBytes('here', 'br')).toBe(one)
    expect(cache.cachedBytes('here', 'identity')).toBe(found.bytes)
    expect(cache.heldBytes() - before).toBe(one.length + other.length)
    expect(one.buffer.byteLength, 'the body is not a part of a larger buffer').toBe(one.length)
    expect(found.bytes.buffer.byteLength).toBe(found.bytes.length)
  })
})
