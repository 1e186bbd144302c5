import { describe, expect, test } from 'vitest'
import { type Answer, toAnswer } from '../src/menu/cache/cached-response.ts'
import { createAnswerCache } from '../src/menu/cache/lru.ts'
import { addressOf, createAnswers } from '../src/menu/cache/response-cache.ts'

const KIB = 1024
const answer = (text: string, length = 0): Answer => toAnswer({ text: text.padEnd(length, '.') })

describe('the cache of answers', () => {
  test('gives what was put, and nothing for another address', () => {
    const cache = createAnswerCache(100 * KIB)
    const put = answer('a')
    expect(cache.put('address', put)).toBe(put)
    expect(cache.get('address')).toBe(put)
    expect(cache.get('another')).toBeUndefined()
  })

  test('holds equal answers once, whatever their addresses', () => {
    const cache = createAnswerCache(100 * KIB)
    const first = cache.put('one', answer('same', 10 * KIB))
    const bytes = cache.heldBytes()
    expect(cache.put('two', answer('same', 10 * KIB))).toBe(first)
    expect(cache.get('two')).toBe(first)
    expect(cache.heldBytes() - bytes).toBeLessThan(KIB)
  })

  test('never holds more than its bound, and gives up what was not asked for longest', () => {
    const cache = createAnswerCache(100 * KIB)
    for (let n = 0; n < 50; n++) {
      cache.put(`a${n}`, answer(`a${n}`, 10 * KIB))
      expect(cache.heldBytes()).toBeLessThanOrEqual(100 * KIB)
      expect(cache.get('a0'), 'asked for all the time').toBeDefined()
    }
    expect(cache.get('a40')).toBeUndefined()
    for (const kept of ['a43', 'a46', 'a49']) expect(cache.get(kept)).toBeDefined()
  })

  test('addresses count too: of a small answer, and of one that is held once', () => {
    const small = createAnswerCache(20 * KIB)
    for (let n = 0; n < 1000; n++) small.put(`${n}`.padEnd(200), answer('same'))
    expect(small.heldBytes()).toBeLessThanOrEqual(20 * KIB)
    expect(small.get('999'.padEnd(200))).toBeDefined()
    expect(small.get('900'.padEnd(200))).toBeUndefined()
  })

  test('does not keep what is larger than a quarter of it', () => {
    const cache = createAnswerCache(100 * KIB)
    cache.put('small', answer('small', 24 * KIB))
    const large = answer('large', 26 * KIB)
    expect(cache.put('large', large)).toBe(large)
    expect(cache.get('large')).toBeUndefined()
    expect(cache.get('small')).toBeDefined()
  })

  test('of no bytes keeps nothing', () => {
    const cache = createAnswerCache(0)
    cache.put('address', answer('a'))
    expect(cache.get('address')).toBeUndefined()
    expect(cache.heldBytes()).toBe(0)
  })

  test('what grows is counted while it is held, and given up with it', () => {
    const cache = createAnswerCache(100 * KIB)
    const grown = cache.put('grown', answer('grown'))
    cache.grow(grown, 50 * KIB)
    cache.grow(answer('not held'), 50 * KIB)
    expect(cache.heldBytes()).toBeGreaterThan(50 * KIB)
    for (let n = 0; n < 10; n++) cache.put(`${n}`, answer(`${n}`, 20 * KIB))
    expect(cache.get('grown')).toBeUndefined()
    for (let n = 0; n < 10; n++) cache.put(`${n}`, answer('tiny'))
    expect(cache.heldBytes()).toBeLessThan(10 * KIB)
  })

  test('an address that is put again leads to the new answer, and the old one is given up', () => {
    const cache = createAnswerCache(100 * KIB)
    cache.put('address', answer('old', 20 * KIB))
    const renewed = cache.put('address', answer('new'))
    expect(cache.get('address')).toBe(renewed)
    expect(cache.heldBytes()).toBeLessThan(2 * KIB)
  })
})

describe('answers', () => {
  const build = (text: string, address: string) => {
    const run = async () => {
      run.times++
      await new Promise((resolve) => setTimeout(resolve, 10))
      return { value: { text }, address }
    }
    run.times = 0
    return run
  }

  test('many that miss at once build once; later ones find it', async () => {
    const answers = createAnswers(100 * KIB)
    const once = build('a', 'here')
    const found = await Promise.all(Array.from({ length: 20 }, () => answers.find('here', once)))
    found.push(await answers.find('here', once))
    expect(new Set(found).size).toBe(1)
    expect(once.times).toBe(1)
  })

  test('another address is built for itself', async () => {
    const answers = createAnswers(100 * KIB)
    const found = await Promise.all([
      answers.find(addressOf('q', 'r1'), build('a', addressOf('q', 'r1'))),
      answers.find(addressOf('q', 'r2'), build('b', addressOf('q', 'r2'))),
      answers.find(addressOf('p', 'r1'), build('c', addressOf('p', 'r1'))),
    ])
    expect(found.map(({ body }) => JSON.parse(String(body)).text)).toEqual(['a', 'b', 'c'])
  })

  test('what was read in a newer revision is kept under that one', async () => {
    const answers = createAnswers(100 * KIB)
    const newer = await answers.find('older', build('newer', 'newer'))
    const notNeeded = build('again', 'newer')
    expect(await answers.find('newer', notNeeded)).toBe(newer)
    expect(notNeeded.times).toBe(0)
    const older = build('older again', 'older')
    await answers.find('older', older)
    expect(older.times).toBe(1)
  })

  test('a build that fails fails for those who wait, and the next one builds again', async () => {
    const answers = createAnswers(100 * KIB)
    const failing = () => answers.find('here', () => Promise.reject(new Error('away')))
    for (const outcome of await Promise.allSettled([failing(), failing()])) {
      expect(outcome.status).toBe('rejected')
    }
    expect(String((await answers.find('here', build('a', 'here'))).body)).toBe('{"text":"a"}')
  })

  test('an answer is compressed once a coding, and that is counted', async () => {
    const answers = createAnswers(100 * KIB)
    const found = await answers.find('here', build('x'.repeat(10 * KIB), 'here'))
    const before = answers.heldBytes()
    expect(answers.keptBody('here', 'br')).toBeUndefined()
    const [one, two, other] = await Promise.all([
      answers.bodyOf(found, 'br'),
      answers.bodyOf(found, 'br'),
      answers.bodyOf(found, 'gzip'),
    ])
    expect(one).toBe(two)
    expect(answers.keptBody('here', 'br')).toBe(one)
    expect(answers.keptBody('here', 'identity')).toBe(found.body)
    expect(answers.heldBytes() - before).toBe(one.length + other.length)
    expect(one.buffer.byteLength, 'it keeps no more memory than its own').toBe(one.length)
    expect(found.body.buffer.byteLength).toBe(found.body.length)
  })
})
