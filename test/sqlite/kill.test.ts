import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { createRandom } from '../fuzz/random.ts'
import { exported, temporaryFolder } from '../support/database.ts'
import { device, group, item, KEY, menu, withKey } from '../support/documents.ts'
import { CLI, signage, startServer } from '../support/process.ts'

/** Chooses when each import is killed, as a share of the time of a complete one. KILL_SEED repeats the choices. */
const SEED = Number(process.env['KILL_SEED'] ?? randomInt(2 ** 32))
const KILLS = 50
const LANES = 2
const DEVICES = 1500
/** The number of places in which the import file contains its version. */
const MARKS = 2 * DEVICES + 1

const folder = temporaryFolder()

/** Writes an import file of which each version differs from every other in all places. */
function writeDocument(file: string, version: number): void {
  const name = `version ${version}`
  const devices = Array.from({ length: DEVICES }, (_, n) => device(`d${n}`, { name }))
  const items = Array.from({ length: DEVICES }, (_, n) => item(`i${n}`, { description: name }))
  const apiKeys = [{ key: KEY, name: 'boards', user: 'ops', menus: ['m'] }]
  const menus = [menu('m', { name, groups: [group('g', { items })] })]
  writeFileSync(file, JSON.stringify({ users: [{ id: 'ops', name: 'Operations' }], devices, menus, apiKeys }))
}

/** The version of all data. @throws {Error} if there are several versions, or if a part of one is missing */
function versionOf(text: string, marks: number): number {
  const shown = Array.from(text.matchAll(/"version (\d+)"/g), ([, digits]) => Number(digits))
  expect(new Set(shown).size).toBe(1)
  expect(shown).toHaveLength(marks)
  return shown[0] ?? 0
}

/** Checks that a database is intact and the service reads one version from it. @returns that version */
async function inspect(file: string): Promise<number> {
  const database = await openDatabase(file, 'write')
  const app = await buildApp({ database })
  try {
    expect(await database.all({ sql: 'PRAGMA integrity_check' })).toEqual([{ integrity_check: 'ok' }])
    const version = versionOf(await exported(database), MARKS)
    const response = await app.inject({ url: '/v1/groups', headers: withKey })
    expect(response.statusCode).toBe(200)
    expect(versionOf(response.body, DEVICES)).toBe(version)
    return version
  } finally {
    await app.close()
    await database.close()
  }
}

const running = new Set<ReturnType<typeof spawn>>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** @returns whether the import was killed before it was done */
async function importAndKill(DATABASE_URL: string, file: string, afterMs: number): Promise<boolean> {
  const env = { ...process.env, DATABASE_URL }
  const child = spawn(process.execPath, [CLI, 'import', file], { env, stdio: 'ignore' })
  running.add(child)
  const ended = once(child, 'exit')
  await Promise.race([ended, sleep(afterMs, undefined, { ref: false })])
  child.kill('SIGKILL')
  const [, signal] = await ended
  running.delete(child)
  return signal === 'SIGKILL'
}

async function serveOnce(DATABASE_URL: string): Promise<void> {
  const server = await startServer({ DATABASE_URL })
  expect((await fetch(`${server.address}/v1/menus`, { headers: withKey })).status).toBe(200)
  expect(await server.stop()).toBe(0)
}

test('an import that is killed fifty times at random is in the database completely or not at all', async ({
  onTestFailed,
}) => {
  onTestFailed(() => console.error(`KILL_SEED=${SEED} makes the same choices again.`))
  const counts = { before: 0, after: 0 }

  async function runLane(lane: number): Promise<void> {
    const file = join(folder, `${lane}.db`)
    const document = join(folder, `${lane}.json`)
    const random = createRandom(SEED + lane)
    writeDocument(document, 1)
    expect((await signage(['import', document], { environment: { DATABASE_URL: file } })).code).toBe(0)
    let [version, killed, usualMs] = [1, 0, 500]
    for (let next = 2; killed < KILLS / LANES; next++) {
      writeDocument(document, next)
      const startMs = Date.now()
      const isKilled = await importAndKill(file, document, usualMs * (0.2 + 0.008 * random.below(100)))
      if (isKilled) killed += 1
      else usualMs = Date.now() - startMs
      const found = await inspect(file)
      expect([version, next]).toContain(found)
      if (isKilled) counts[found === next ? 'after' : 'before'] += 1
      version = found
    }
    await serveOnce(file)
  }

  await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)))
  expect(counts.before + counts.after).toBe(KILLS)
  expect(counts.before).toBeGreaterThan(0)
})
