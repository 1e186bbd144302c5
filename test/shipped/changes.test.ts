import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { killRunning, type ServingCommand, startServing } from '../support/command.ts'
import { signage } from '../support/commands.ts'
import { temporaryFolder } from '../support/database.ts'
import { device, group, item, menu } from '../support/documents.ts'
import { stop } from '../support/stop-service.ts'

/* What the packed command does with changes: kept after a kill, seen by every process, and unharmed by bad clients. */

afterAll(killRunning)
const place = temporaryFolder()
const folder = join(place, 'empty')
mkdirSync(folder)
/** A machine that is busy with other tests does not count as overload. */
const PATIENT = { MAX_EVENT_LOOP_DELAY_MS: '0' }
const KITCHEN = 'kitchen-key'
const ITEMS = Array.from({ length: 8 }, (_, n) => `item-${n}`)
const SCOPES = ['menu:write', 'device:heartbeat', 'device:read']
const documentFile = join(place, 'document.json')
writeFileSync(
  documentFile,
  JSON.stringify({
    users: [{ id: 'ops', name: 'Operations' }],
    devices: [device('d', { access: [{ user: 'ops', level: 'update' }] })],
    menus: [menu('m', { groups: [group('g', { items: ITEMS.map((_, n) => item(String(n))) })] })],
    apiKeys: [{ key: KITCHEN, name: 'Kitchen', user: 'ops', scopes: SCOPES, menus: ['m'] }],
  }),
)
const headers = {
  'x-api-key': KITCHEN,
  authorization: `Bearer ${KITCHEN}`,
  'content-type': 'application/json',
}

/** Starts a service with changes on a database of its own. */
async function start(name: string, environment: Record<string, string> = {}) {
  const DATABASE_URL = join(place, `${name}.db`)
  const options = {
    command: inject('command'),
    folder,
    environment: { ...PATIENT, DATABASE_URL, CHANGES: 'on', ...environment },
  }
  const given = { cwd: folder, environment: { HOME: folder, ...options.environment } }
  const run = (...args: string[]) => signage(args, given)
  await run('import', documentFile)
  return { options, run, server: await startServing(options) }
}

function setPrice({ address }: ServingCommand, id: string, price: number): Promise<Response> {
  return fetch(`${address}/v1/items/${id}`, { method: 'PATCH', headers, body: JSON.stringify({ price }) })
}

async function pricesOf({ address }: ServingCommand): Promise<number[]> {
  const response = await fetch(`${address}/v1/groups`, { headers })
  const { groups } = (await response.json()) as { groups: { items: { price: number }[] }[] }
  return groups[0]?.items.map(({ price }) => price) ?? []
}

let started: ReturnType<typeof start> | undefined
/** The service of the tests that leave nothing behind which another of them would notice. The last of them stops it. */
const patient = () => (started ??= start('log'))

test('what was answered is there after the process was killed', async () => {
  const { options, server } = await start('killed')
  const answered = ITEMS.map(() => 0)
  const change = async (id: string, index: number) => {
    for (let price = 1; ; price++) {
      if ((await setPrice(server, id, price)).status !== 200) return
      answered[index] = price
    }
  }
  const clients = ITEMS.map((id, index) => change(id, index).catch(() => {}))
  await expect.poll(() => Math.min(...answered)).toBeGreaterThan(5)
  const beat = await fetch(`${server.address}/devices/d/heartbeats`, { method: 'POST', headers })
  expect(beat.status).toBe(204)
  await server.stop('SIGKILL')
  await Promise.all(clients)

  const next = await startServing(options)
  const prices = await pricesOf(next)
  for (const [index, price] of answered.entries()) expect(prices[index]).toBeGreaterThanOrEqual(price)
  const found = await fetch(`${next.address}/devices/d`, { headers })
  expect(await found.json()).toMatchObject({ is_online: true })
  await stop(next)
})

test('while a large menu is replaced, other keys read and change theirs', async () => {
  const { server, run } = await start('large')
  const large = join(place, 'large.json')
  const key = { key: 'large-key', name: 'Large', user: 'ops', scopes: ['menu:write'], menus: ['large'] }
  writeFileSync(large, JSON.stringify({ menus: [menu('large')], apiKeys: [key] }))
  await run('import', large)
  const replaceAll = (price: number) => {
    const items = Array.from({ length: 8000 }, (_, n) => ({ id: `l${n}`, name: `${n}`, price }))
    const body = JSON.stringify({ name: 'Large', groups: [{ id: 'all', name: 'All', items }] })
    return fetch(`${server.address}/v1/menus/large`, {
      method: 'PUT',
      headers: { ...headers, 'x-api-key': 'large-key' },
      body,
    })
  }
  await pricesOf(server)
  const order: string[] = []
  const replacing = [1, 2, 3].map(async (price) => {
    const { status } = await replaceAll(price)
    order.push(`replaced: ${status}`)
  })
  let reads = 0
  const reading = async () => {
    for (; order.length < replacing.length; reads++) await pricesOf(server)
  }
  const changing = async () => {
    await expect.poll(() => reads).toBeGreaterThan(10)
    order.push(`changed: ${(await setPrice(server, 'item-0', 5)).status}`)
  }
  await Promise.all([...replacing, reading(), changing()])
  // The change of the other key waits behind one of the three at most. In the thread that answers, a replacement left no time to read.
  expect(order.slice(0, 2)).toContain('changed: 200')
  expect(order.filter((line) => line === 'replaced: 200')).toHaveLength(3)
  expect(reads).toBeGreaterThan(100)
  await stop(server)
})

test('no heartbeat that was answered is lost by a kill under load', async () => {
  const { options, run, server } = await start('heartbeats')
  const ids = Array.from({ length: 3000 }, (_, n) => `screen-${n}`)
  const access = [{ user: 'ops', level: 'update' }]
  const screens = join(place, 'screens.json')
  writeFileSync(
    screens,
    JSON.stringify({ devices: ids.map((id) => device(id, { access, last_heartbeat_at: null })) }),
  )
  await run('import', screens)
  const answered = new Set<string>()
  const statuses = new Set<number>()
  const rest = [...ids]
  const report = async () => {
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      const { status } = await fetch(`${server.address}/devices/${id}/heartbeats`, {
        method: 'POST',
        headers,
      })
      statuses.add(status)
      answered.add(id)
    }
  }
  const screensReporting = Array.from({ length: 200 }, () => report().catch(() => {}))
  await expect.poll(() => answered.size).toBeGreaterThan(500)
  await server.stop('SIGKILL')
  await Promise.all(screensReporting)
  expect([...statuses]).toEqual([204])

  const next = await startServing(options)
  const seen = new Set<string>()
  for (let page = 1; page <= 4; page++) {
    const response = await fetch(`${next.address}/devices?page=${page}&page_size=1000`, { headers })
    const { data } = (await response.json()) as { data: { id: string; last_heartbeat_at: string | null }[] }
    for (const { id, last_heartbeat_at } of data) if (last_heartbeat_at !== null) seen.add(id)
  }
  expect([...answered].filter((id) => !seen.has(id))).toEqual([])
  await stop(next)
})

test('an item returns to stock at its time although one of two processes was killed, and only once', async () => {
  const { options, run, server } = await start('returns')
  const other = await startServing(options)
  const inStockAgainAt = new Date(Date.now() + 5000).toISOString()
  const body = JSON.stringify({ inStock: false, inStockAgainAt })
  const response = await fetch(`${server.address}/v1/items/item-4`, { method: 'PATCH', headers, body })
  expect(await response.json()).toMatchObject({ inStock: false })
  await server.stop('SIGKILL')
  const isInStock = async () => {
    const groups = await fetch(`${other.address}/v1/groups`, { headers })
    const [first] = ((await groups.json()) as { groups: { items: { inStock: boolean }[] }[] }).groups
    return first?.items[4]?.inStock
  }
  await expect.poll(isInStock).toBe(true)
  const { stdout } = await run('changes', '--json')
  const returned = (JSON.parse(stdout) as Record<string, unknown>[]).filter(({ to }) => to === true)
  expect(returned).toHaveLength(1)
  await expect.poll(async () => (await run('doctor', '--json')).stdout).toContain('restocks ran at')
  await stop(other)
})

test('a change is in the very next answer of every process', async () => {
  const { options, server } = await start('several', { WORKERS: '2' })
  const other = await startServing(options)
  for (let price = 1; price <= 40; price++) {
    const changing = price % 2 === 0 ? server : other
    expect((await setPrice(changing, 'item-3', price)).status).toBe(200)
    const seen = await Promise.all([server, other, server, other].map(pricesOf))
    expect(seen.map((prices) => prices[3])).toEqual([price, price, price, price])
  }
  await Promise.all([stop(server), stop(other)])
})

test('a database in memory can be changed, too', async () => {
  const options = {
    command: inject('command'),
    folder,
    environment: { DATABASE_URL: 'sqlite::memory:', CHANGES: 'on' },
  }
  const server = await startServing(options, ['--seed', documentFile])
  expect((await setPrice(server, 'item-0', 7)).status).toBe(200)
  expect((await pricesOf(server))[0]).toBe(7)
  await stop(server)
})

test('signage changes lists who changed what, from what and to what, the newest first', async () => {
  const { run, server } = await patient()
  await setPrice(server, 'item-0', 7)
  await setPrice(server, 'item-0', 7.5)
  const { code, stdout } = await run('changes')
  expect(code).toBe(0)
  const [heading = '', first = '', second = '', ...others] = stdout.split('\n')
  expect(heading).toMatch(/^TIME +BY +CHANGE +MENU +ID +FIELD +FROM +TO$/)
  expect(first).toMatch(/^\S+Z +Kitchen +item 0 changed +m +item-0 +price +7 +7\.5$/)
  expect(second).toMatch(/^\S+Z +Kitchen +item 0 changed +m +item-0 +price +null +7$/)
  expect(others).toEqual([expect.stringMatching(/^\S+Z +signage import +menu m added +m +m +- +- +-$/), ''])
  expect(JSON.parse((await run('changes', '--limit', '1', '--json')).stdout)).toEqual([
    {
      at: expect.stringMatching(/Z$/),
      key: { id: expect.stringMatching(/^key_/), name: 'Kitchen' },
      command: null,
      action: 'changed',
      kind: 'item',
      menu: 'm',
      id: 'item-0',
      name: '0',
      field: 'price',
      from: 7,
      to: 7.5,
    },
  ])
  expect((await run('changes', '--limit', '0')).code).toBe(2)
})

describe('clients that misbehave', () => {
  test('one that asks whether to send its body is told to, or why not', async () => {
    const { server } = await patient()
    const send = async (key: string) => {
      const outgoing = request(`${server.address}/v1/menus/m`, {
        method: 'PUT',
        headers: { ...headers, 'x-api-key': key, expect: '100-continue', 'transfer-encoding': 'chunked' },
      })
      let isWanted = false
      outgoing.once('continue', () => {
        isWanted = true
        outgoing.end(JSON.stringify({ name: 'm', groups: [], padding: 'x'.repeat(2 ** 21) }))
      })
      outgoing.flushHeaders()
      const [response] = await once(outgoing, 'response')
      const { message } = (await json(response)) as { message: string }
      outgoing.destroy()
      return [isWanted, response.statusCode, message]
    }
    expect(await send(KITCHEN)).toEqual([true, 400, '/padding: is not a field'])
    expect(await send('wrong')).toEqual([false, 401, 'Invalid API key'])
    await stop(server)
  })

  test('bodies that end early, never end, or are endless hurt nobody', async () => {
    const { server } = await start('cut', { REQUEST_TIMEOUT: '6', HEADERS_TIMEOUT: '6' })
    const { port } = new URL(server.address)
    const head = `PATCH /v1/items/item-0 HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KITCHEN}\r\nContent-Type: application/json\r\n`
    const send = (text: string, isCut = false) =>
      new Promise<string>((resolve) => {
        let received = ''
        const socket = connect(Number(port), '127.0.0.1', () => {
          socket.write(text)
          if (isCut) setTimeout(() => socket.resetAndDestroy(), 100)
        }).setEncoding('utf8')
        socket.on('data', (chunk) => {
          received += chunk
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve(received))
      })
    const large = `${(6 * 2 ** 20).toString(16)}\r\n${'x'.repeat(6 * 2 ** 20)}\r\n0\r\n\r\n`
    const [late, cut, tooLarge, tooLong] = await Promise.all([
      send(`${head}Content-Length: 12\r\n\r\n{"price"`),
      send(`${head}Content-Length: 12\r\n\r\n{"price"`, true),
      send(`${head}Transfer-Encoding: chunked\r\n\r\n${large}`),
      send(`${head}Content-Length: 99999999999\r\n\r\n{`),
    ])
    expect(late).toMatch(/^HTTP\/1\.1 408 /)
    expect(cut).toBe('')
    expect(tooLarge).toMatch(/^(HTTP\/1\.1 413 |$)/)
    expect(tooLong).toMatch(/^HTTP\/1\.1 413 /)
    expect(await pricesOf(server)).toEqual(ITEMS.map(() => null))
    expect((await setPrice(server, 'item-0', 1)).status).toBe(200)
    await stop(server)
  })
})
