import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { type CommandOptions, killRunning, runCommand, startServing } from '../support/command.ts'
import { connectTo } from '../support/connection.ts'
import { newDatabaseUrl, temporaryFolder } from '../support/database.ts'
import { readUntilOver } from '../support/reader.ts'
import { type Counts, createStressTest, type StressTest } from '../support/stress-test.ts'
import { type Moment, stockChange, stockMenu, versionedMenus } from '../support/versions.ts'
import { startWriter } from '../support/writer.ts'

const READS = 20_000
const VERSIONS = 300
const STEPS = 200

/** The key of each client. All of them may read the same menus. */
const KEYS = Array.from({ length: 16 }, (_, n) => `reading-key-${n % 2}`)
const ENDING_KEYS = Array.from({ length: 12 }, (_, n) => `ending-key-${n}`)
const DATABASE_URL = await newDatabaseUrl()
const COMMAND: CommandOptions = {
  command: inject('command'),
  folder: temporaryFolder(),
  environment: { DATABASE_URL },
}
const METRICS_PORTS = [await freePort(), await freePort()]

afterAll(killRunning)
await importInitialDocument()
// Not in the test: hooks for the end of the file can be registered only before the first test begins.
const servers = await Promise.all(METRICS_PORTS.map(startServer))
const addresses = servers.map(({ address }) => address)
const writers = {
  importer: startWriter(DATABASE_URL),
  marker: startWriter(DATABASE_URL),
  revoker: startWriter(DATABASE_URL),
}

test('under concurrent writes, each response is one whole version, none is older than the last commit, and revoked keys get 401', async () => {
  const stress = createStressTest({ version: 1, step: 0 }, isEnough)

  await stress.runAll([
    write(stress),
    revokeAll(stress),
    ...KEYS.map((key, n) => readUntilOver(n, key, addresses, stress)),
  ])

  expect(stress.errors).toEqual([])
  checkCounts(stress)
  await checkMetricsAndLog(stress)
  const processes = [...servers, ...Object.values(writers)]
  expect(await Promise.all(processes.map(({ stop }) => stop()))).toEqual([0, 0, 0, 0, 0])
}, 900_000)

/** On a slow machine a write comes after most responses, so that it takes more reads until enough are repeats. */
function isEnough({ reads, repeats, revocations }: Counts, { version, step }: Moment): boolean {
  const hasRead = reads >= READS && repeats > READS / 100
  return hasRead && revocations >= ENDING_KEYS.length && version >= VERSIONS && step >= STEPS
}

/** Each kind of response must have occurred often enough. */
function checkCounts(stress: StressTest): void {
  const { counts } = stress
  expect(isEnough(counts, stress.committed())).toBe(true)
  expect(counts.reads).toBeGreaterThanOrEqual(READS)
  expect(counts.repeats).toBeGreaterThan(READS / 100)
  expect(counts.notModified).toBeGreaterThan(READS / 100)
  expect(counts.compressed).toBeGreaterThan(READS / 100)
}

async function importInitialDocument(): Promise<void> {
  const menus = [...versionedMenus(1), stockMenu()]
  const granted = menus.map(({ id }) => id)
  const keys = new Set([...KEYS, ...ENDING_KEYS])
  const apiKeys = Array.from(keys, (key) => ({ key, name: key, user: 'ops', menus: granted }))
  const database = await openDatabase(DATABASE_URL, 'create')
  await importDocument(database, { users: [{ id: 'ops', name: 'Operations' }], menus, apiKeys })
  await database.close()
}

/** Starts the packed command with metrics. It refuses no request because the machine is busy with other tests. */
function startServer(metricsPort: number) {
  const environment = { DATABASE_URL, METRICS_PORT: `${metricsPort}`, MAX_EVENT_LOOP_DELAY_MS: '0' }
  return startServing({ ...COMMAND, environment })
}

/** Metrics and the log must contain every request, and the log no error. */
async function checkMetricsAndLog({ counts }: StressTest): Promise<void> {
  for (const port of METRICS_PORTS) {
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('route="/v1/groups"')
  }
  const lines = () => servers.flatMap((server) => server.lines())
  // The log is written in the background.
  const requestLines = () => lines().filter(({ msg }) => msg === 'request').length
  await expect.poll(requestLines).toBeGreaterThanOrEqual(counts.reads)
  expect(lines().filter(({ level }) => level >= 50)).toEqual([])
}

/** Two processes write at once, with pauses in which each client repeats requests, however slow the machine is. */
async function write(stress: StressTest): Promise<void> {
  while (!stress.isOver()) {
    await Promise.all([importVersions(8, stress), markItems(11, stress)])
    const enough = stress.counts.reads + 4 * KEYS.length
    while (stress.counts.reads < enough && !stress.isOver()) await sleep(5)
  }
}

async function importVersions(count: number, stress: StressTest): Promise<void> {
  for (let n = 0; n < count; n++) {
    await stress.advance('version', (version) =>
      writers.importer.write('import', { menus: versionedMenus(version) }),
    )
    await sleep(5)
  }
}

async function markItems(count: number, stress: StressTest): Promise<void> {
  for (let n = 0; n < count; n++) {
    await stress.advance('step', (step) => writers.marker.write('stock', ...stockChange(step)))
    await sleep(3)
  }
}

/** Revokes one key after the other, alternately by a process that reports its commit at once and by the command. */
async function revokeAll(stress: StressTest): Promise<void> {
  for (const [n, key] of ENDING_KEYS.entries()) {
    if (stress.isOver()) return
    const id = keyIdOfHash(hashKey(key))
    const revoke = n % 2 === 0 ? () => writers.revoker.write('revoke', id) : () => revokeByCommand(id)
    await revokeInUse(key, revoke, stress)
    stress.counts.revocations++
  }
}

async function revokeByCommand(id: string): Promise<void> {
  const { code, stderr } = await runCommand(COMMAND, ['keys', 'revoke', id])
  if (code !== 0) throw new Error(stderr)
}

/** Revokes a key while every server receives requests with it without a pause. */
async function revokeInUse(key: string, revoke: () => Promise<void>, stress: StressTest): Promise<void> {
  const revocation = { isStarted: false, isCommitted: false }
  const users = addresses.map((address) => useUntilRevoked(address, key, revocation, stress))
  await sleep(100)
  revocation.isStarted = true
  await stress.runWrite(revoke)
  revocation.isCommitted = true
  await Promise.all(users)
}

/**
 * Sends requests up to the first one that begins after the revocation is committed. That one must be rejected; none
 * may be rejected before the revocation begins.
 */
async function useUntilRevoked(
  address: string,
  key: string,
  revocation: { readonly isStarted: boolean; readonly isCommitted: boolean },
  stress: StressTest,
): Promise<void> {
  const connection = connectTo(address)
  for (let mustBeRejected = false; !mustBeRejected; ) {
    mustBeRejected = revocation.isCommitted
    const { status } = await connection.get('/v1/menus', { 'x-api-key': key })
    const expected = mustBeRejected ? [401] : revocation.isStarted ? [200, 401] : [200]
    if (expected.includes(status)) continue
    stress.errors.push(
      `GET ${address}/v1/menus with ${key}: ${status}, but should be ${expected.join(' or ')}`,
    )
  }
  connection.close()
}
