import { setImmediate as endOfTurn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oncePerTurn } from '../src/storage/once-per-turn.ts'

test('all calls in one turn of the event loop share one read, and the next turn reads again', async () => {
  let reads = 0
  const read = oncePerTurn(() => ++reads)
  expect(await Promise.all([read(), read(), Promise.resolve().then(read)])).toEqual([1, 1, 1])
  expect(await read()).toBe(2)
})

test('the result is never older than the call, whatever changes meanwhile', async () => {
  const step = fc.constantFrom('change', 'call', 'next microtask', 'next turn')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      let version = 0
      const read = oncePerTurn(() => version)
      const calls: Promise<void>[] = []
      const call = async () => {
        const versionAtCall = version
        expect(await read()).toBeGreaterThanOrEqual(versionAtCall)
      }
      for (const next of steps) {
        if (next === 'change') version++
        else if (next === 'call') calls.push(call())
        else if (next === 'next turn') await endOfTurn()
        else await undefined
      }
      await Promise.all(calls)
    }),
  )
})

test('an error reaches every caller of the turn, and the next call reads again', async () => {
  let isBroken = true
  const read = oncePerTurn(() => {
    if (isBroken) throw new Error('gone')
    return 'value'
  })
  const results = await Promise.allSettled([read(), read()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  isBroken = false
  expect(await read()).toBe('value')
})
