import { afterAll, expect, inject, test } from 'vitest'
import { breakRequest } from './fuzz/broken.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { readOptions } from './fuzz/options.ts'
import { createRandom } from './fuzz/random.ts'
import { makeRequest } from './fuzz/request.ts'
import { startTargets } from './fuzz/targets.ts'
import { killRunning } from './support/command.ts'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'

const REQUESTS = 2500
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)

afterAll(killRunning)
const folder = temporaryFolder()
const targets = await startTargets({ command: inject('command'), folder }, await newDatabaseUrl())

test('whatever is sent, every answer keeps what is promised of all answers', {
  timeout: 120_000,
}, async () => {
  const statuses = await fuzz({ seed: SEED, requests: REQUESTS, targets })
  for (const status of [200, 204, 400, 401, 403, 404, 405, 417, 429, 431]) {
    expect(statuses.get(status), `how often ${status} was answered`).toBeGreaterThan(0)
  }
  expect(await Promise.all(targets.map(({ stop }) => stop()))).toEqual([[], []])
})

test('the same seed sends the same, another one something else', () => {
  const places = { deviceBasePath: '', menuBasePath: '', keys: ['k'] }
  const sent = (seed: number) => {
    const random = createRandom(seed)
    return random.times(50, () => breakRequest(random, makeRequest(random, places, 'marker'), 'marker'))
  }
  expect(sent(1)).toEqual(sent(1))
  expect(sent(1)).not.toEqual(sent(2))
})

test('npm run fuzz takes its seed from the command line, then the environment, or else chooses one', () => {
  expect(readOptions(['--seed', '7', '--requests', '10'], { FUZZ_SEED: '8' })).toMatchObject({
    seed: 7,
    requests: 10,
  })
  expect(readOptions([], { FUZZ_SEED: '8' })).toMatchObject({ seed: 8, requests: 100_000 })
  expect(readOptions([], {}).seed).not.toBe(readOptions([], {}).seed)
  expect(() => readOptions(['--seed', 'x'], {})).toThrow('--seed must be a whole number, not x.')
  expect(() => readOptions(['--nonsense'], {})).toThrow(TypeError)
})
