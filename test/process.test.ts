import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { findLastPresenceMs } from '../src/device/outages/service-presence.ts'
import { openDatabase } from '../src/storage/open.ts'
import { refused, signage as signageInHost, succeeded } from './support/commands.ts'
import { creating, temporaryFolder } from './support/database.ts'
import { device, group, item, KEY, menu, withBearer, withKey } from './support/documents.ts'
import { type ServerProcess, signage, startDemo, startServer } from './support/process.ts'
import { listen } from './support/stream.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)

const items = Array.from({ length: 2000 }, (_, n) => item(`i${n}`, { description: 'x'.repeat(5000) }))
const huge = menu('huge', { groups: [group('h', { items })] })
const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [device('d', { last_heartbeat_at: '-PT2M' })],
  menus: [menu('m', { groups: [group('g', { items: [item('soup', { price: 8 })] })] }), menu('huge')],
  apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: ['device:read'], menus: ['m', 'huge'] }],
}
writeFileSync(path('document.json'), JSON.stringify(document))
writeFileSync(path('huge.json'), JSON.stringify({ menus: [huge] }))

/** Creates a database for one test and imports the document into it. */
async function imported(name: string) {
  const environment = { DATABASE_URL: path(name) }
  const run = await signageInHost(['import', path('document.json')], { environment })
  expect(run).toEqual(
    succeeded(
      expect.stringContaining(
        `${creating(environment)}Imported 1 user, 1 device, 2 menus and 1 API key. Users: 1 added.`,
      ),
    ),
  )
  return environment
}

test('a price change by another process arrives on an open stream, which SIGTERM closes cleanly', async () => {
  const environment = await imported('stream.db')
  const server = await startServer(environment)
  const stream = await listen(`${server.address}/v1/groups/stream?menus=m`, withKey)
  expect(await stream.nextBody()).toMatchObject({ groups: [{ items: [{ price: 8 }] }] })
  await signage(['menus', 'price', 'item-soup', '9.5'], { environment })
  expect(await stream.nextBody()).toMatchObject({ groups: [{ items: [{ price: 9.5 }] }] })
  const code = server.stop('SIGTERM')
  expect(await stream.next()).toBeUndefined()
  expect(await code).toBe(0)
})

describe('graceful shutdown', () => {
  test('on SIGTERM completes a large response to a slow client, closes idle connections, and exits with 0', async () => {
    const environment = await imported('drain.db')
    expect((await signageInHost(['import', path('huge.json')], { environment })).code).toBe(0)
    const server = await startServer({ ...environment, SHUTDOWN_TIMEOUT: '60' })
    const { port } = new URL(server.address)
    const idle = connect(Number(port), '127.0.0.1')
    const half = connect(Number(port), '127.0.0.1', () => half.write('GET / HT'))
    const closed = Promise.all(
      [idle, half].map((socket) => new Promise((resolve) => socket.on('close', resolve))),
    )

    const slow = connect(Number(port), '127.0.0.1', () =>
      slow.write(`GET /v1/groups?menus=huge HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n\r\n`),
    )
    let received = Buffer.alloc(0)
    await new Promise<void>((resolve) =>
      slow.once('data', (chunk) => {
        received = chunk
        slow.pause()
        resolve()
      }),
    )
    const ended = server.stop('SIGTERM')
    const isRefused = async () => {
      const headers = { connection: 'close' }
      return fetch(server.address, { headers }).then(
        () => false,
        () => true,
      )
    }
    await expect.poll(isRefused).toBe(true)
    slow.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
    })
    slow.resume()
    await new Promise((resolve) => slow.on('close', resolve))

    const head = received.indexOf('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(received.subarray(0, head).toString())?.[1])
    expect(length).toBeGreaterThan(10_000_000)
    expect(received.length - head - 4).toBe(length)
    expect(await ended).toBe(0)
    await closed
  })
})

describe('serve', () => {
  test('without --seed never creates a database: names the command for a missing one', async () => {
    const run = await signage(['serve'], { environment: { DATABASE_URL: path('missing.db') } })
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(
      /^There is no database at .*missing.db: run "signage migrate" to create it, or .*\n$/,
    )
  })

  test('without --seed never migrates a database: names the command for an outdated one', async () => {
    writeFileSync(path('outdated.db'), '')
    const run = await signage(['serve'], { environment: { DATABASE_URL: path('outdated.db') } })
    expect(run).toEqual(refused('The database is not up to date: run "signage migrate" first.\n'))
  })

  test('without --seed never serves a database in memory, which would be empty', async () => {
    const run = await signage(['serve'], { environment: { DATABASE_URL: 'sqlite::memory:' } })
    expect(run.code).toBe(1)
    expect(run.stderr).toMatch(/^DATABASE_URL names a database in memory, which starts empty: .*--seed\.\n$/)
  })

  test('uses --port instead of PORT, and logs the addresses of the pages once', async () => {
    const environment = await imported('pages.db')
    for (const WORKERS of ['1', '2']) {
      const port = await freePort()
      const server = await startServer({ ...environment, PORT: '1', WORKERS }, ['--port', String(port)])
      const address = `http://127.0.0.1:${port}`
      expect(server.address).toBe(address)
      const pages = () =>
        server
          .output()
          .split('\n')
          .filter((line) => line.includes('"msg":"pages"'))
      await expect.poll(pages).toHaveLength(1)
      expect(JSON.parse(pages()[0] ?? '')).toMatchObject({
        devices: `${address}/app/`,
        menus: `${address}/app/menus`,
        stock: `${address}/app/stock`,
        board: `${address}/app/board`,
        docs: `${address}/docs`,
      })
      if (WORKERS === '2') await expect.poll(() => server.output().match(/Server listening/g)).toHaveLength(2)
      expect(pages()).toHaveLength(1)
      // Where it accepts no changes, it says so once.
      await expect.poll(() => server.output().match(/CHANGES=on switches them on/g)).toHaveLength(1)
      expect(await server.stop()).toBe(0)
    }
  })

  test('reports a port in use in one plain sentence', async () => {
    const settings = { HOST: '127.0.0.1', CHANGES: 'on', LOG_LEVEL: 'silent' }
    const environment = { ...(await imported('port.db')), ...settings }
    const port = String(await freePort())
    const other = createServer().listen(Number(port), '127.0.0.1')
    await once(other, 'listening')
    for (const WORKERS of ['1', '2'])
      expect(await signage(['serve'], { environment: { ...environment, PORT: port, WORKERS } })).toEqual(
        refused(`Port ${port} is in use: stop what listens there, or set PORT to another.\n`),
      )
    other.close()
    // Otherwise the silence of devices would count, although no service accepted their heartbeats.
    const database = await openDatabase(environment.DATABASE_URL, 'read')
    expect(await findLastPresenceMs(database)).toBeUndefined()
    await database.close()
  })

  test.each([
    ['in memory', 'sqlite::memory:'],
    ['in a file', path('seeded.db')],
  ])('with --seed imports a file first, into a database %s', async (_, url) => {
    const server = await startServer({ DATABASE_URL: url }, ['--seed', path('document.json')])
    const response = await fetch(`${server.address}/v1/menus`, { headers: withKey })
    expect(await response.json()).toHaveLength(2)
    expect(await server.stop()).toBe(0)
  })
})

describe('the log', () => {
  let server: ServerProcess
  const requestLines = () =>
    server
      .output()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')

  test('has one JSON line per request with its id, route, status, duration and key id, and never a key', async () => {
    server = await startServer(await imported('log.db'))
    await fetch(`${server.address}/v1/groups?menus=m&key=${KEY}`, { headers: withKey })
    await fetch(`${server.address}/devices/${KEY}`, { headers: withBearer })
    await fetch(`${server.address}/devices/d`, { headers: { authorization: 'Bearer not-this-one' } })
    await fetch(`${server.address}/${KEY}`)
    await fetch(`${server.address}/devices/${KEY}%zz`)
    const malformed = connect(Number(new URL(server.address).port), '127.0.0.1', () =>
      malformed.write(`${KEY}\r\n\r\n`),
    )
    await new Promise((resolve) =>
      malformed
        .resume()
        .on('error', () => {})
        .on('close', resolve),
    )
    await expect.poll(requestLines).toHaveLength(6)
    const lines = requestLines()
    const keyId = expect.stringMatching(/^key_[0-9a-f]{16}$/)
    const common = { level: 30, method: 'GET', requestId: expect.any(String), durationMs: expect.any(Number) }
    expect(lines).toMatchObject([
      { ...common, route: '/v1/groups', status: 200, keyId },
      { ...common, route: '/devices/:id', status: 404, keyId },
      { ...common, route: '/devices/:id', status: 401 },
      { ...common, route: null, status: 404 },
      { ...common, route: null, status: 400 },
      { route: null, status: 400 },
    ])
    expect(lines[2]).not.toHaveProperty('keyId')
  })

  test('is complete and without a key after SIGINT, on which the service exits with 0 as well', async () => {
    expect(await server.stop('SIGINT')).toBe(0)
    expect(requestLines()).toHaveLength(6)
    expect(server.output()).not.toContain(KEY)
    expect(server.output()).not.toContain('not-this-one')
  })
})

test('the demo prints its address, its keys, and four curl lines that work when pasted', async () => {
  const demo = await startDemo()
  await expect.poll(demo.output).toContain('Press Ctrl+C to stop.')
  expect(demo.output()).toContain(demo.address)
  const lines = demo.output().match(/^ {2}curl .*$/gm) ?? []
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    const [, header = '', url = ''] = /^ {2}curl -H '([^']+)' '([^']+)'$/.exec(line) ?? []
    const [name = '', value = ''] = header.split(': ')
    const response = await fetch(url, { headers: { [name]: value } })
    expect(response.status, line).toBe(200)
    expect(demo.output()).toContain(`  ${value.replace('Bearer ', '')} `)
    expect((await response.text()).length, line).toBeGreaterThan(100)
  }
  const pages = demo.output().match(/http:\S+\/app\/\S*#key=\S+/g) ?? []
  expect(pages).toHaveLength(4)
  for (const page of pages) {
    expect((await fetch(page)).headers.get('content-type'), page).toContain('text/html')
  }

  const [, DATABASE_URL = '', command = ''] =
    /DATABASE_URL=(\S+) npx signage (menus price .*)/.exec(demo.output()) ?? []
  const changed = await signage(command.split(' '), { environment: { DATABASE_URL } })
  expect(changed).toMatchObject({ code: 0, stderr: expect.stringContaining('costs 11.75.') })
  expect(await demo.stop()).toBe(0)
  expect(existsSync(DATABASE_URL)).toBe(false)
})
