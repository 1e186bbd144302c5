import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../bench/machine/postgres-server.ts'
import { signage, startServer } from '../support/process.ts'

const server = await startPostgres()
const DATABASE_URL = server.url('postgres')
afterAll(() => server.stop())

test('serve waits for a database that is away, says so to /readyz and the log, and is ready once it is there', async () => {
  expect((await signage(['migrate'], { environment: { DATABASE_URL } })).code).toBe(0)
  await server.kill()
  const service = await startServer({ DATABASE_URL })
  const ready = () => fetch(`${service.address}/readyz`)
  const answer = await ready()
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('1')
  expect(await answer.json()).toEqual({ message: 'Service unavailable' })
  expect(await (await fetch(`${service.address}/livez`)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${service.address}/v1/menus`, { headers: { 'X-API-Key': 'x' } })).status).toBe(503)
  await server.restart()
  for (let tries = 0; (await ready()).status !== 200; tries++) {
    expect(tries).toBeLessThan(100)
    await sleep(100)
  }
  expect((await fetch(`${service.address}/v1/menus`, { headers: { 'X-API-Key': 'x' } })).status).toBe(401)
  expect(service.output()).toContain('the database is away, trying again')
  expect(service.output(), 'health is not worth a line').not.toMatch(/livez/)
  expect(await service.stop()).toBe(0)
}, 60_000)

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
      'The database stayed away for 1 s: start its server, correct DATABASE_URL, or set STARTUP_TIMEOUT to more seconds.\n',
    )
  }
  await server.restart()
}, 60_000)

test('what waiting does not help is said at once', async () => {
  const wrong = DATABASE_URL.replace(/:[^:@]*@/, ':wrong@')
  const { code, stderr } = await signage(['serve'], { environment: { DATABASE_URL: wrong } })
  expect(code).toBe(1)
  expect(stderr).toBe('The database server refused user or password of DATABASE_URL: correct them.\n')
})

test('a signal ends the waiting', async () => {
  await server.kill()
  const service = await startServer({ DATABASE_URL })
  expect(await service.stop()).toBe(0)
  await server.restart()
})
