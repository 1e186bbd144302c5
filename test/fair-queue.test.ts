import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createFairQueue } from '../src/http/fair-queue.ts'

test('a key waits behind one piece of work of each other key', async () => {
  const enqueue = createFairQueue({ maxRunning: 1, maxWaitingOfOwner: 8 })
  const order: string[] = []
  const work = (name: string) => async () => {
    await sleep(1)
    order.push(name)
  }
  const ofA = ['a1', 'a2', 'a3', 'a4'].map((name) => enqueue('a', work(name)))
  await Promise.all([...ofA, enqueue('b', work('b1')), enqueue('b', work('b2')), enqueue('c', work('c1'))])
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('one piece of work runs at a time, and a failure concerns nobody else', async () => {
  const enqueue = createFairQueue({ maxRunning: 1, maxWaitingOfOwner: 8 })
  let running = 0
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map((n) =>
      enqueue(`key ${n % 2}`, async () => {
        running++
        await sleep(1)
        expect(running--).toBe(1)
        if (n === 2) throw new Error('It failed.')
        return n
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('more than eight pieces of work of a key do not wait', async () => {
  const enqueue = createFairQueue({ maxRunning: 1, maxWaitingOfOwner: 8 })
  const work = () => sleep(1)
  const waiting = Array.from({ length: 9 }, () => enqueue('a', work))
  await expect(enqueue('a', work)).rejects.toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } })
  await expect(enqueue('b', work)).resolves.toBeUndefined()
  await Promise.all(waiting)
  await expect(enqueue('a', work)).resolves.toBeUndefined()
})

test('as many pieces of work run at the same time as are allowed', async () => {
  const enqueue = createFairQueue({ maxRunning: 3, maxWaitingOfOwner: 8 })
  let running = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++running)
    await sleep(1)
    running--
  }
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c'].map((key) => enqueue(key, work)))
  expect(most).toBe(3)
})

test('of which two at most are of the same key, so that another key need not wait for all of them', async () => {
  const enqueue = createFairQueue({ maxRunning: 16, maxWaitingOfOwner: 100 })
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  const ofA = Array.from({ length: 5 }, () => enqueue('a', work))
  const ofB = enqueue('b', work)
  await sleep(1)
  expect(ends).toHaveLength(3)
  for (let n = 0; n < 6; n++) {
    ends[n]?.()
    await sleep(1)
  }
  await Promise.all([...ofA, ofB])
})

test('there is a pause after work, as long as it took, up to a limit', async () => {
  const enqueue = createFairQueue({ maxRunning: 1, maxWaitingOfOwner: 8, maxPauseMs: 40 })
  let endMs = 0
  const pausesMs: number[] = []
  const work = (durationMs: number) => async () => {
    pausesMs.push(performance.now() - endMs)
    await sleep(durationMs)
    endMs = performance.now()
  }
  await Promise.all([20, 200, 1].map((durationMs) => enqueue('a', work(durationMs))))
  expect(pausesMs[1]).toBeGreaterThan(15)
  expect(pausesMs[2]).toBeGreaterThan(35)
})
