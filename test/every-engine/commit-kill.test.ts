import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { afterTestFile } from '../support/clean-up.ts'
import { exported, newDatabaseToOpen } from '../support/database.ts'

const SCRIPT = fileURLToPath(new URL('../support/committer.mjs', import.meta.url))
const KILLS = 20
/** A busy machine may need more of them for each outcome. */
const MAX_KILLS = 100
const LANES = 2
const PAUSE_MS = 2
const SIZE = 100
/** The number of places in which the export contains the version. */
const MARKS = 2 * SIZE + 1

/** The last versions that a process reported. */
interface Reported {
  sent: number
  committed: number
}

/** Starts to import versions, and kills the process around its second commit. @returns what it had reported */
async function importAndKill(url: string, first: number): Promise<Reported> {
  const args = [SCRIPT, url, first, PAUSE_MS, SIZE].map(String)
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  afterTestFile(() => child.kill('SIGKILL'))
  const reported = { sent: 0, committed: 0 }
  const ended = once(child, 'close')
  let sentMs = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [event, version] = line.split(' ')
    reported[event === 'sent' ? 'sent' : 'committed'] = Number(version)
    if (event === 'sent' && reported.sent === first) sentMs = performance.now()
    // As long as the first commit took with both pauses, and a little longer.
    if (event === 'committed' && reported.committed === first) sentMs = performance.now() - sentMs
    if (event === 'sent' && reported.sent === first + 1)
      void sleep(1.2 * sentMs * Math.random()).then(() => child.kill('SIGKILL'))
  }
  await ended
  return reported
}

/** The version of all data. @throws {Error} if there are several versions, or a part of one is missing */
async function versionIn(url: string): Promise<number> {
  const database = await openDatabase(url, 'read')
  const text = await exported(database).finally(() => database.close())
  const shown = Array.from(text.matchAll(/"version (\d+)"/g), ([, digits]) => Number(digits))
  expect([new Set(shown).size, shown.length]).toEqual([1, MARKS])
  return shown[0] ?? 0
}

test('a process that is killed around a commit leaves all of it or nothing, and what it reported as committed is there', async () => {
  const counts = { lost: 0, committedUnreported: 0, reported: 0 }
  let kills = 0
  const isEnough = () => kills >= KILLS && counts.lost > 0 && counts.committedUnreported > 0

  async function runLane(): Promise<void> {
    const url = await newDatabaseToOpen()
    await (await openDatabase(url, 'create')).close()
    for (let next = 1; !isEnough() && kills < MAX_KILLS; kills++) {
      const { sent, committed } = await importAndKill(url, next)
      const found = await versionIn(url)
      expect(found).toBeGreaterThanOrEqual(committed)
      expect(found).toBeLessThanOrEqual(sent)
      if (found > committed) counts.committedUnreported += 1
      else counts[sent > committed ? 'lost' : 'reported'] += 1
      next = sent + 1
    }
  }

  await Promise.all(Array.from({ length: LANES }, runLane))
  expect(isEnough(), JSON.stringify(counts)).toBe(true)
})
