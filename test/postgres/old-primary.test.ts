import { expect, onTestFinished, test, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '../../bench/machine/postgres-server.ts'
import { openUnchecked } from '../../src/storage/open.ts'
import { createMenuDatabase, getPrice, importPrice, patchPrice, until, urlOfAll } from '../support/pair.ts'
import { runPostgres } from '../support/postgres-client.ts'
import { signage, startServer } from '../support/process.ts'

const CHANGES = 40

/** Starts a primary and a standby that both have the menu, and makes sure that they stop. */
async function startPair() {
  const old = await startPostgres()
  const next = await old.startStandby()
  onTestFinished(async () => void (await Promise.all([old.stop(), next.stop()])))
  const url = await createMenuDatabase(old, next)
  await importPrice(url, 1)
  await untilPriceIs(next, 1)
  return { old, next, url }
}

const promote = (server: PostgresServer) => runPostgres(server.url('signage'), 'SELECT pg_promote()')

async function start(DATABASE_URL: string) {
  const server = await startServer({ DATABASE_URL, CHANGES: 'on', LOG_LEVEL: 'info' })
  onTestFinished(async () => void (await server.stop()))
  return server
}

async function priceOn(url: string): Promise<number | undefined> {
  const database = await openUnchecked(url, 'read')
  try {
    return (await database.get<{ price: number }>({ sql: 'SELECT price FROM menu_items' }))?.price
  } finally {
    await database.close()
  }
}

/** Waits for a standby: until it has followed, it does not even have the database. */
async function untilPriceIs(standby: PostgresServer, price: number): Promise<void> {
  await until(async () => {
    const shown = await priceOn(standby.url('signage')).catch(() => undefined)
    return shown === price
  })
}

test('an old primary that comes back is not used: what was changed is on the new one, and each read shows it', async () => {
  const { old, next, url } = await startPair()
  const other = urlOfAll(url, next, old)
  const nodes = [await start(url), await start(other)]
  await old.kill()
  await promote(next)
  for (const { address } of nodes) await until(async () => (await patchPrice(address, 2)) === 200)
  await old.restart()
  nodes.push(await start(url), await start(other))
  for (let n = 0; n < CHANGES; n++) {
    const writing = nodes[n % nodes.length]
    const price = 100 + n
    expect(await patchPrice(writing?.address ?? '', price)).toBe(200)
    for (const { address } of nodes) expect(await getPrice(address)).toEqual({ status: 200, price })
  }
  await importPrice(url, 7)
  for (const { address } of nodes) expect(await getPrice(address)).toEqual({ status: 200, price: 7 })
  expect(await priceOn(next.url('signage'))).toBe(7)
  expect(await priceOn(old.url('signage'))).toBe(1)

  const warning =
    'A primary of timeline 1 was replaced by one of timeline 2, and is not used: stop it, then make it a standby with pg_rewind.'
  for (const { address, output } of nodes) {
    await until(async () => (await (await fetch(`${address}/readyz`)).text()).includes(warning))
    await until(async () => output().includes(warning))
  }
  const { stdout } = await signage(['doctor'], { environment: { DATABASE_URL: url, PORT: '0' } })
  expect(stdout).toContain(`127.0.0.1:${old.port}: ${warning}`)
})

test('a process that reaches only the old primary and a standby of the new one uses the standby, and changes nothing', async () => {
  const { old, next, url } = await startPair()
  await promote(next)
  const third = await next.startStandby()
  onTestFinished(() => third.stop())
  await importPrice(url, 2)
  await untilPriceIs(third, 2)
  const withoutNext = urlOfAll(url, old, third)
  const { address } = await start(withoutNext)
  expect(await getPrice(address)).toEqual({ status: 200, price: 2 })
  expect(await patchPrice(address, 3)).toBe(503)
  await expect(importPrice(withoutNext, 3)).rejects.toThrow(
    'None of the reachable database servers is a primary. A primary of timeline 1 was replaced by one of timeline 2',
  )
  expect(await priceOn(old.url('signage'))).toBe(1)
})

test('an old primary that is back before anybody looked at it gets no change', async () => {
  const { old, next, url } = await startPair()
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const database = await openUnchecked(url, 'server-write')
  onTestFinished(() => database.close())
  const write = (price: number) => database.batch([{ sql: `UPDATE menu_items SET price = ${price}` }])
  await write(2)
  await old.kill()
  await promote(next)
  await old.restart()
  await write(3)
  expect(await priceOn(next.url('signage'))).toBe(3)
  expect(await priceOn(old.url('signage'))).toBe(2)
})

test('a process that knows of the new primary changes nothing on the old one, also in threads that it starts later', async () => {
  const { old, next, url } = await startPair()
  const { address } = await start(url)
  await old.kill()
  await promote(next)
  await old.restart()
  await until(async () =>
    (await (await fetch(`${address}/readyz`)).text()).includes('replaced by one of timeline 2'),
  )
  await next.kill()
  // The thread that changes items starts with the first one.
  expect(await patchPrice(address, 3)).toBe(503)
  expect(await priceOn(old.url('signage'))).toBe(1)
})
