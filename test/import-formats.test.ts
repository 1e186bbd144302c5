import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refused, signage } from './support/commands.ts'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'
import { group, item, KEY, menu, menusDocument, withKey } from './support/documents.ts'
import { startServer } from './support/process.ts'
import { listen } from './support/stream.ts'

const folder = temporaryFolder()
const fixture = (name: string) => new URL(`fixtures/formats/${name}`, import.meta.url).pathname

async function create() {
  const environment = { DATABASE_URL: await newDatabaseUrl() }
  const run = (...args: string[]) => signage(args, { environment })
  const exported = async () => JSON.parse((await run('export')).stdout)
  return { environment, run, exported }
}

function write(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test('a spreadsheet with one edited price changes one item, and sends one event to an open stream', async () => {
  const { environment, run } = await create()
  const items = Array.from({ length: 200 }, (_, n) => item(`Dish ${n}`, { price: n, tags: ['a', 'b'] }))
  const document = menusDocument(
    menu('lunch', { name: 'Lunch', groups: [group('Mains', { items })] }),
    menu('other'),
  )
  expect((await run('import', write('document.json', JSON.stringify(document)))).code).toBe(0)
  const server = await startServer(environment)
  const stream = await listen(`${server.address}/v1/groups/stream?menus=lunch`, withKey)
  await stream.nextBody()

  const table = join(folder, 'menus.csv')
  expect((await run('export', '--as', 'table', table)).code).toBe(0)
  writeFileSync(table, readFileSync(table, 'utf8').replace('Dish 7,,,7,', 'Dish 7,,,7.25,'))
  expect((await run('import', table, '--dry-run')).stdout).toBe(
    'Lunch (lunch):\n  Dish 7  price 7 → 7.25\nItems: 1 changed.\n',
  )
  expect((await run('import', table)).stderr).toContain('Items: 1 changed.\n')

  const event = await stream.next()
  expect(event?.data).toContain('7.25')
  expect((await run('import', table)).stderr).toContain('Nothing has changed.')
  await stream.close()
  await server.stop()
})

describe('what cannot be carried over', () => {
  const prices = 'group,item,price\nDrinks,Latte,$4.50\nDrinks,Mocha,€5\nDrinks,Tea,\n'

  test('is named, and the rest is imported', async () => {
    const { run, exported } = await create()
    const file = write('prices.csv', prices)
    const { code, stderr } = await run('import', file, '--menu-name', 'Café', '--currency', 'usd')
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 item has no price in USD: Mocha.\n'),
    })
    const [{ groups }] = (await exported()).menus
    expect(groups[0].items.map(({ name, price }: { name: string; price: number }) => [name, price])).toEqual([
      ['Latte', 4.5],
      ['Mocha', null],
      ['Tea', null],
    ])
  })

  test('with --strict is an error, and nothing is imported or created', async () => {
    const { environment, run } = await create()
    const args = [write('prices.csv', prices), '--menu-name', 'Café', '--currency', 'USD', '--strict']
    expect(await run('import', ...args)).toEqual(
      refused(
        '1 item has no price in USD: Mocha.\nWith --strict, this is an error: correct the file, or leave this option out.\n',
      ),
    )
    expect(existsSync(environment.DATABASE_URL)).toBe(false)
  })
})

describe('the options of formats', () => {
  test('two locations of one Square catalog fit into one database', async () => {
    const { run, exported } = await create()
    for (const [id, name] of [
      ['LHARBOURQUAY0', 'Quay'],
      ['LHARBOURSTATION', 'Station'],
    ] as const) {
      const options = ['--location-id', id, '--menu-name', name, '--location', name]
      expect(await run('import', fixture('square-catalog.json'), ...options)).toMatchObject({ code: 0 })
    }
    const { menus } = await exported()
    expect(menus.map(({ name }: { name: string }) => name).sort()).toEqual(['Quay', 'Station'])
  })

  test('serve --seed reads any format', async () => {
    const { environment } = await create()
    const users = { users: [{ id: 'ops', name: 'Ops' }] }
    expect(
      (await signage(['import', write('users.json', JSON.stringify(users))], { environment })).code,
    ).toBe(0)
    const server = await startServer(environment, ['--seed', fixture('toast-menus.json')])
    await expect.poll(server.output).toContain('1 item has no fixed price (TIME_SPECIFIC_PRICE): Lager.')
    const key = { key: KEY, name: 'k', user: 'ops' }
    const { menus } = JSON.parse((await signage(['export'], { environment })).stdout)
    const keys = { apiKeys: [{ ...key, menus: menus.map(({ id }: { id: string }) => id) }] }
    expect((await signage(['import', write('keys.json', JSON.stringify(keys))], { environment })).code).toBe(
      0,
    )
    expect(await (await fetch(`${server.address}/v1/menus`, { headers: withKey })).json()).toHaveLength(2)
    await server.stop()
  })
})
