import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { readConfig } from '../src/config/config.ts'
import { refused, signage } from './support/commands.ts'
import { temporaryFolder } from './support/database.ts'
import { group, item, menu, menusDocument, withKey } from './support/documents.ts'
import { type ServerProcess, signage as signageProcess, startServer } from './support/process.ts'

const folder = temporaryFolder()
const file = join(folder, 'document.json')
const environment = { DATABASE_URL: join(folder, 'signage.db'), WORKERS: '2' }
const items = Array.from({ length: 2000 }, (_, n) => item(`i${n}`, { description: 'x'.repeat(5000) }))
const document = menusDocument(
  menu('m', { groups: [group('g', { items: [item('soup')] })] }),
  menu('huge', { groups: [group('h', { items })] }),
)

beforeAll(async () => {
  writeFileSync(file, JSON.stringify(document))
  expect((await signage(['import', file], { environment })).code).toBe(0)
})

/** The process ids of the workers that a server has logged as started. */
const workersOf = (server: ServerProcess) =>
  [...server.output().matchAll(/"worker":(\d+),"msg":"worker started"/g)].map(([, pid]) => Number(pid))
const started: number[] = []
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
afterAll(() => {
  for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL')
})

async function startWorkers(args: readonly string[] = [], more: Record<string, string> = {}) {
  const server = await startServer({ ...environment, ...more }, args)
  await expect.poll(() => workersOf(server).length).toBe(2)
  await expect.poll(() => server.output().match(/Server listening/g)?.length).toBe(2)
  started.push(...workersOf(server))
  return server
}
const getStatus = async (server: ServerProcess) =>
  (await fetch(`${server.address}/v1/groups?menus=m`, { headers: { ...withKey, connection: 'close' } }))
    .status

let shared: Promise<ServerProcess> | undefined
/** The server of the tests that leave its workers as they are. The test that kills a worker comes last, and stops it. */
const sharedWorkers = () => (shared ??= startWorkers())

test('a change is in the next response of every worker', async () => {
  const server = await sharedWorkers()
  const isInStock = async () => {
    const response = await fetch(`${server.address}/v1/groups?menus=m`, {
      headers: { ...withKey, connection: 'close' },
    })
    return ((await response.json()) as { groups: { items: { inStock: boolean }[] }[] }).groups[0]?.items[0]
      ?.inStock
  }
  for (const [state, expected] of [
    ['out', false],
    ['in', true],
  ] as const) {
    for (let n = 0; n < 6; n++) await isInStock()
    await signage(['menus', 'stock', 'item-soup', state], { environment })
    for (let n = 0; n < 6; n++) expect(await isInStock()).toBe(expected)
  }
})

test('a worker that dies is replaced while the others continue, and SIGTERM stops all of them', async () => {
  const server = await sharedWorkers()
  for (let n = 0; n < 20; n++) expect(await getStatus(server)).toBe(200)
  const [victim] = workersOf(server)
  process.kill(Number(victim), 'SIGKILL')
  await expect.poll(() => workersOf(server).length).toBe(3)
  started.push(...workersOf(server))
  await expect.poll(server.output).toContain('"signal":"SIGKILL"')
  for (let n = 0; n < 20; n++) expect(await getStatus(server)).toBe(200)
  expect(await server.stop()).toBe(0)
  expect(workersOf(server).filter(isAlive)).toEqual([])
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s: a response in progress is completed, even if a terminal sends the signal to every process',
  async (signal) => {
    const server = await startWorkers()
    const [response] = await once(
      get(`${server.address}/v1/groups?menus=huge`, { headers: withKey }),
      'response',
    )
    response.pause()
    if (signal === 'SIGINT') for (const pid of workersOf(server)) process.kill(pid, signal)
    const stopped = server.stop(signal)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(JSON.parse(String(await buffer(response))).groups[0].items).toHaveLength(items.length)
    expect(await stopped).toBe(0)
    expect(workersOf(server).filter(isAlive)).toEqual([])
  },
)

test('metrics are those of all workers, as soon as the first of them listens', async () => {
  const METRICS_PORT = String(await freePort())
  const server = await startServer({ ...environment, METRICS_PORT })
  const scrape = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
  expect(scrape.status).toBe(200)
  const resident = (await scrape.text()).match(/^process_resident_memory_bytes.*$/gm)
  expect(resident).toHaveLength(1)
  expect(await server.stop()).toBe(0)
})

test('workers do not outlive their supervisor', async () => {
  const server = await startWorkers()
  const pids = workersOf(server)
  expect(pids.filter(isAlive)).toHaveLength(2)
  await server.stop('SIGKILL')
  await expect.poll(() => pids.filter(isAlive)).toEqual([])
})

test('the --seed file is imported once, before the workers start', async () => {
  const seed = join(folder, 'seed.json')
  writeFileSync(seed, JSON.stringify(menusDocument(menu('m'))))
  const server = await startWorkers(['--seed', seed], { DATABASE_URL: join(folder, 'seeded.db') })
  expect(await getStatus(server)).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('a database in memory is rejected', async () => {
  const run = await signageProcess(['serve', '--seed', file], {
    environment: { ...environment, DATABASE_URL: 'sqlite::memory:' },
  })
  expect(run).toEqual(
    refused(
      'WORKERS is 2, but processes cannot share a database in memory: set WORKERS to 1, or DATABASE_URL to a file.\n',
    ),
  )
})

test('WORKERS=auto is one worker per processor', () => {
  expect(readConfig({ NODE_ENV: 'production', WORKERS: 'auto' }).workers).toBe(availableParallelism())
})
