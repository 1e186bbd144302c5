import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import { importDocument } from '../src/document/read.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { FUZZ_DOCUMENT, startTargets } from './fuzz/targets.ts'
import { openMemory } from './support/database.ts'

const REQUESTS = 2500
const SEED = Number(process.env['FUZZ_SEED'] ?? 1)

const database = await openMemory()
await importDocument(database, FUZZ_DOCUMENT)
const targets = await startTargets((settings) => buildApp({ database, ...settings }))
afterAll(async () => {
  for (const { app } of targets) await app.close()
  await database.close()
})

test('whatever is sent, every answer keeps what is promised of all answers', {
  timeout: 120_000,
}, async () => {
  const statuses = await fuzz({ seed: SEED, requests: REQUESTS, targets })
  for (const status of [200, 204, 400, 401, 403, 404, 405, 417, 429, 431]) {
    expect(statuses.get(status), `how often ${status} was answered`).toBeGreaterThan(0)
  }
})
