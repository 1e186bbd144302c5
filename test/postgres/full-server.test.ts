import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../../bench/machine/postgres-server.ts'
import { createMenuDatabase, getPrice, importPrice, patchPrice, until } from '../support/pair.ts'
import { startServer } from '../support/process.ts'

const primary = await startPostgres({ max_connections: '20' })
const standby = await primary.startStandby()
afterAll(() => Promise.all([primary.stop(), standby.stop()]))
const url = await createMenuDatabase(primary, standby)
await importPrice(url, 1)

async function start() {
  const server = await startServer({ DATABASE_URL: url, CHANGES: 'on' })
  onTestFinished(async () => void (await server.stop()))
  return server
}

/** Takes all connections that the primary has left. @returns a function that closes them */
async function fillPrimary(): Promise<() => Promise<void>> {
  const clients: pg.Client[] = []
  const close = async () => void (await Promise.all(clients.map((client) => client.end())))
  onTestFinished(close)
  for (;;) {
    const client = new pg.Client(primary.url('signage'))
    client.on('error', () => {})
    const failed = await client.connect().then(
      () => undefined,
      (error) => error,
    )
    if (failed?.code === '53300') return close
    if (failed) throw failed
    clients.push(client)
  }
}

const askOften = async (address: string) => {
  const asking = Array.from({ length: 60 }, (_, n) => getPrice(address, n % 3 === 0 ? '' : `depth=${n}`))
  return new Set((await Promise.all(asking)).map(({ status }) => status))
}

test('while the primary has no free connections, reads use those that there are, or the standby', async () => {
  const { address } = await start()
  expect(await getPrice(address)).toEqual({ status: 200, price: 1 })
  const close = await fillPrimary()
  for (let times = 0; times < 3; times++) expect(await askOften(address)).toEqual(new Set([200]))
  const late = await start()
  for (let times = 0; times < 3; times++) expect(await askOften(late.address)).toEqual(new Set([200]))
  await close()
  await until(async () => (await patchPrice(address, 2)) === 200)
  for (const node of [address, late.address]) await until(async () => (await getPrice(node)).price === 2)
})
