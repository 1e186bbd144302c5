import { afterAll, expect, inject, test } from 'vitest'
import { breakRequest } from '../fuzz/broken.ts'
import { fuzz } from '../fuzz/fuzz.ts'
import { readOptions } from '../fuzz/options.ts'
import { createRandom } from '../fuzz/random.ts'
import { makeRequest } from '../fuzz/request.ts'
import { startTargets } from '../fuzz/targets.ts'
import { killRunning } from '../support/command.ts'
import { newDatabaseUrl, temporaryFolder } from '../support/database.ts'

const REQUESTS = 2500
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)

afterAll(killRunning)
const folder = temporaryFolder()
const targets = await startTargets({ command: inject('command'), folder }, await newDatabaseUrl())

test('every response to a random request keeps the guarantees for all responses', async () => {
  const statuses = await fuzz({ seed: SEED, requests: REQUESTS, targets })
  for (const status of [200, 204, 400, 401, 403, 404, 405, 415, 417, 429, 431]) {
    expect(statuses.get(status), `number of ${status} responses`).toBeGreaterThan(0)
  }
  expect(await Promise.all(targets.map(({ stop }) => stop()))).toEqual([[], []])
})

test('the same seed generates the same requests, and another seed generates others', () => {
  const places = { deviceBasePath: '', menuBasePath: '', keys: ['k'] }
  const generated = (seed: number) => {
    const random = createRandom(seed)
    return random.times(50, () => breakRequest(random, makeRequest(random, places, 'marker'), 'marker'))
  }
  expect(generated(1)).toEqual(generated(1))
  expect(generated(1)).not.toEqual(generated(2))
})

test('npm run fuzz takes its seed from the command line, or else from FUZZ_SEED, or else chooses one at random', () => {
  expect(readOptions(['--seed', '7', '--requests', '10'], { FUZZ_SEED: '8' })).toMatchObject({
    seed: 7,
    requests: 10,
  })
  expect(readOptions([], { FUZZ_SEED: '8' })).toMatchObject({ seed: 8, requests: 100_000 })
  expect(readOptions([], {}).seed).not.toBe(readOptions([], {}).seed)
  expect(() => readOptions(['--seed', 'x'], {})).toThrow('--seed must be a whole number, not x.')
  expect(() => readOptions(['--nonsense'], {})).toThrow(TypeError)
})
