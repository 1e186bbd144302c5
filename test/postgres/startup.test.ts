import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { startPostgres } from '../../bench/machine/postgres-server.ts'
import { untilServable } from '../../src/process/startup.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { signage, startServer } from '../support/process.ts'

const server = await startPostgres()
const DATABASE_URL = server.url('postgres')
afterAll(() => server.stop())

const WARNING = /The connections to the database on \S+ are not encrypted/g

test('serve waits for an unavailable database, reports that by /readyz and in the log, and is ready once it is available', async () => {
  expect((await signage(['migrate'], { environment: { DATABASE_URL } })).code).toBe(0)
  await server.kill()
  const service = await startServer({ DATABASE_URL })
  const ready = () => fetch(`${service.address}/readyz`)
  const response = await ready()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('1')
  expect(await response.json()).toEqual({ message: 'Service unavailable' })
  expect(await (await fetch(`${service.address}/livez`)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${service.address}/v1/menus`, { headers: { 'X-API-Key': 'x' } })).status).toBe(503)
  await server.restart()
  for (let tries = 0; (await ready()).status !== 200; tries++) {
    expect(tries).toBeLessThan(100)
    await sleep(100)
  }
  expect((await fetch(`${service.address}/v1/menus`, { headers: { 'X-API-Key': 'x' } })).status).toBe(401)
  await expect.poll(service.output).toContain('the database is unavailable, retrying')
  expect(service.output(), 'health checks are not logged').not.toMatch(/livez/)
  expect(await service.stop()).toBe(0)
  expect(service.output(), 'no network is used').not.toMatch(WARNING)
  expect(service.output()).not.toContain(new URL(DATABASE_URL).password)
})

test('migrate waits for an unavailable database, and gives up after STARTUP_TIMEOUT', async () => {
  await server.kill()
  const environment = { DATABASE_URL, STARTUP_TIMEOUT: '1' }
  const tooEarly = await signage(['migrate'], { environment })
  expect(tooEarly.code).toBe(1)
  const [why, ...rest] = tooEarly.stderr.split('\n')
  expect(why).toMatch(
    /^The database cannot be used: .+\. Waiting for it for up to 1 s \(STARTUP_TIMEOUT\)\.$/,
  )
  expect(rest.join('\n')).toBe(
    'The database was unavailable for 1 s: start its server, correct DATABASE_URL, or set STARTUP_TIMEOUT to more seconds.\n',
  )
  const waiting = signage(['migrate'], { environment: { DATABASE_URL } })
  await sleep(1000)
  await server.restart()
  const { code, stderr } = await waiting
  expect(stderr).toContain('The database is up to date.')
  expect(code).toBe(0)
})

test('serve gives up after STARTUP_TIMEOUT, with one worker and with several', async () => {
  await server.kill()
  for (const WORKERS of ['1', '2']) {
    const environment = {
      DATABASE_URL,
      STARTUP_TIMEOUT: '1',
      HOST: '127.0.0.1',
      PORT: '0',
      WORKERS,
      LOG_LEVEL: 'error',
    }
    const { code, stderr } = await signage(['serve'], { environment })
    expect(code).toBe(1)
    expect(stderr).toBe(
      'The database was unavailable for 1 s: start its server, correct DATABASE_URL, or set STARTUP_TIMEOUT to more seconds.\n',
    )
  }
  await server.restart()
})

test('a clock that is set forward, as at the start of a machine, does not end the wait for a database', async () => {
  const database = await openDatabase(DATABASE_URL, 'read')
  await server.kill()
  onTestFinished(() => database.close().then(server.restart))
  const hourLater = Date.now() + 3_600_000
  const lines: string[] = []
  const write = (line: string) => {
    lines.push(line)
    vi.spyOn(Date, 'now').mockImplementation(() => hourLater)
  }
  const ended = untilServable(database, 3000, pino({}, { write })).finally(() => vi.restoreAllMocks())
  await expect(ended).rejects.toThrow('The database was unavailable for 3 s: ')
  expect(lines.length).toBeGreaterThan(1)
})

test('an error that waiting cannot fix is reported at once', async () => {
  const wrong = DATABASE_URL.replace(/:[^:@]*@/, ':wrong@')
  const { code, stderr } = await signage(['serve'], { environment: { DATABASE_URL: wrong } })
  expect(code).toBe(1)
  expect(stderr).toBe(
    'The database server rejected the user or the password in DATABASE_URL: correct them.\n',
  )
})

test('serve logs one warning about a server on the network without encryption', async () => {
  const remote = DATABASE_URL.replace(`:${server.port}`, `:${server.port},db.invalid`)
  const sentence = 'The connections to the database on db.invalid are not encrypted'
  const cases = [
    { url: remote, WORKERS: '1', warnings: 1 },
    { url: remote, WORKERS: '2', warnings: 1 },
    { url: `${remote}?sslmode=disable`, WORKERS: '1', warnings: 0 },
  ]
  for (const { url, WORKERS, warnings } of cases) {
    const service = await startServer({ DATABASE_URL: url, WORKERS })
    expect(await service.stop()).toBe(0)
    expect(service.output().match(WARNING) ?? []).toEqual(Array(warnings).fill(sentence))
    expect(service.output()).not.toContain(new URL(DATABASE_URL).password)
  }
})

test('a signal ends the wait', async () => {
  await server.kill()
  const service = await startServer({ DATABASE_URL })
  expect(await service.stop()).toBe(0)
  await server.restart()
})
