import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { afterTestFile } from './support/clean-up.ts'
import { signage } from './support/commands.ts'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'
import { device, group, item, KEY, menu } from './support/documents.ts'
import { type Exchange, startProxy } from './support/http-proxy.ts'
import { codeBlocks } from './support/markdown.ts'
import { signage as signageProcess, startServer, startSignage } from './support/process.ts'

const DEVICE_KEY = 'b98b440c16414f9c8a8c3fc239ce84fe'
const folder = temporaryFolder()

const tomato = (price = 4.5) => item('Tomato', { price })
const [miso, bean] = [item('Miso', { price: 5, tags: ['vegan', 'new'] }), item('Bean', { price: null })]

/** What both services have. A test may have other soups in one of them. */
function documentWith(...soups: unknown[]) {
  const soupGroup = group('Soups', { tags: ['hot, or cold'], items: soups })
  return {
    users: [{ id: 'ops', name: 'Operations' }],
    devices: [device('lobby', { last_heartbeat_at: '2025-01-15T15:20:15.955849Z' })],
    menus: [menu('lunch', { groups: [soupGroup, group('Stews', { items: [bean] })] })],
    apiKeys: [
      { key: KEY, name: 'boards', user: 'ops', menus: ['lunch'] },
      { key: DEVICE_KEY, name: 'dashboard', user: 'ops', scopes: ['device:read'] },
    ],
  }
}

function file(name: string, ...lines: readonly string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o600 })
  return path
}

const keyFile = file('key.txt', KEY)
const deviceKeyFile = file('device-key.txt', DEVICE_KEY)
const SOUPS = '/v1/groups?menus=lunch'

/** Starts a service with these variables. @returns its address, its output, and a function that imports a document into it */
async function startService(variables = {}) {
  const environment = { DATABASE_URL: await newDatabaseUrl(), ...variables }
  const put = async (document: object) => {
    const input = JSON.stringify(document)
    expect((await signage(['import', '-', '--prune', '--yes'], { environment, input })).code).toBe(0)
  }
  await put(documentWith(tomato(), miso))
  const server = await startServer(environment)
  afterTestFile(() => server.stop())
  return { ...server, put }
}

const [other, self] = await Promise.all([startService(), startService()])

/** Compares two services. */
async function compare(
  args: readonly string[] = [],
  { otherUrl = other.address, thisUrl = self.address } = {},
) {
  const run = await signage(['compare', otherUrl, '--key-file', keyFile, '--this', thisUrl, ...args])
  for (const key of [KEY, DEVICE_KEY]) expect(`${run.stdout}${run.stderr}`).not.toContain(key)
  return run
}

async function compareJson(...parameters: Parameters<typeof compare>) {
  const [args = [], urls] = parameters
  const { code, stdout } = await compare(['--json', ...args], urls)
  return { code, report: JSON.parse(stdout) }
}

/** Starts a proxy that answers the request for the soups as a test says, and passes all others. */
async function startSoupProxy(handle: (exchange: Exchange) => unknown): Promise<string> {
  let earlier = 0
  return startProxy(other.address, (exchange) =>
    exchange.url === SOUPS ? handle({ ...exchange, earlier: earlier++ }) : exchange.pass(),
  )
}

/** Compares the other service with what a proxy makes of its soups. */
async function compareSoups(handle: (exchange: Exchange) => unknown) {
  return compareJson([], { thisUrl: await startSoupProxy(handle) })
}

describe('services with equal data', () => {
  test('have no difference in anything that they show', async () => {
    const { code, stdout, stderr } = await compare(['--device-key-file', deviceKeyFile])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(
      /^\d\d requests, 0 differences a client could see\n\nSERVICE +MEDIAN +99TH PERCENTILE\n/,
    )
    expect(stdout).toMatch(new RegExp(`^the other, ${other.address} +[\\d.]+ ms +[\\d.]+ ms$`, 'm'))
    expect(stdout).toMatch(new RegExp(`^this one, ${self.address} +[\\d.]+ ms +[\\d.]+ ms$`, 'm'))
  })

  test('are asked for menus, options, depths, pages, tags, devices and what does not exist', async () => {
    const asked = new Set<string>()
    const otherUrl = await startProxy(other.address, ({ url, pass }) => pass().then(() => asked.add(url)))
    expect((await compare(['--device-key-file', deviceKeyFile], { otherUrl })).code).toBe(0)
    expect([...asked]).toEqual(
      expect.arrayContaining([
        '/v1/menus',
        '/v1/menus/options',
        '/v1/groups?menus=lunch',
        '/v1/groups?menus=lunch&depth=4',
        '/v1/groups?menus=lunch&page=2',
        '/v1/groups?tags=hot%2C%20or%20cold',
        '/v1/menus/lunch/groups/options',
        '/v1/menus/unknown/groups/options',
        '/devices',
        '/devices/lobby',
      ]),
    )
  })

  test('may be at a path of their address', async () => {
    const environment = { MENU_BASE_PATH: '/api', DATABASE_URL: 'sqlite::memory:' }
    const seed = file('seed.json', JSON.stringify(documentWith(tomato(), miso)))
    const moved = await startServer(environment, ['--seed', seed])
    afterTestFile(() => moved.stop())
    const thisUrl = `${moved.address}/api/`
    expect(await compareJson([], { thisUrl })).toMatchObject({ code: 0, report: { differences: 0 } })
    const configured = await signage(['compare', other.address, '--key-file', keyFile], {
      environment: { ...environment, PORT: new URL(moved.address).port },
    })
    expect(configured).toMatchObject({ code: 0, stdout: expect.stringContaining(' 0 differences') })
  })

  test('may have devices at another address', async () => {
    const otherUrl = await startProxy(other.address, ({ url, response, pass }) =>
      url.startsWith('/devices') ? response.writeHead(410).end() : pass(),
    )
    const args = ['--device-key-file', deviceKeyFile]
    expect((await compareJson(args, { otherUrl })).report.kinds).toMatchObject([
      { type: 'status', route: '/devices' },
      { type: 'status', route: '/devices/:id', count: 2 },
    ])
    expect((await compare([...args, '--device-url', other.address], { otherUrl })).code).toBe(0)
  })

  test('may have different keys', async () => {
    const wrong = file('wrong.txt', 'another-key-entirely')
    const { code, stdout, stderr } = await compare(['--this-key-file', wrong])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(`${self.address}/v1/menus does not accept the key in ${wrong}: `)
    expect((await compare(['--this-key-file', keyFile])).code).toBe(0)
  })
})

describe('a difference in the data', () => {
  afterAll(() => self.put(documentWith(tomato(), miso)))

  test.each([
    [
      'a price',
      [tomato(4.75), miso],
      'value',
      '/groups/*/items/*/price',
      '/groups/0/items/0/price',
      '4.5',
      '4.75',
    ],
    [
      'the type of a price',
      [tomato(null as never), miso],
      'type',
      '/groups/*/items/*/price',
      '/groups/0/items/0/price',
      '4.5',
      'null',
    ],
    [
      'an order',
      [miso, tomato()],
      'order',
      '/groups/*/items',
      '/groups/0/items',
      '["item-Tomato","item-Miso"]',
      '["item-Miso","item-Tomato"]',
    ],
    [
      'the order of tags',
      [tomato(), { ...miso, tags: ['new', 'vegan'] }],
      'order',
      '/groups/*/items/*/tags',
      '/groups/0/items/1/tags',
      '["vegan","new"]',
      '["new","vegan"]',
    ],
  ])('in %s is found with its place', async (_, soups, type, pattern, pointer, otherValue, thisValue) => {
    await self.put(documentWith(...soups))
    const { code, report } = await compareJson()
    const first = {
      method: 'GET',
      path: '/v1/groups',
      pointer,
      other: otherValue,
      this: thisValue,
    }
    expect(code).toBe(3)
    const count = expect.any(Number)
    expect(report.kinds).toEqual([{ type, route: '/v1/groups', pointer: pattern, count, first }])
    expect(report).toMatchObject({ isComplete: true, differences: report.kinds[0].count })
  })

  test('in one missing and one added item is not a difference of the others', async () => {
    await self.put(documentWith(item('Pea'), miso))
    const { report } = await compareJson()
    expect(report.kinds).toMatchObject([
      { type: 'missing', first: { pointer: '/groups/0/items/0', other: expect.stringContaining('Tomato') } },
      { type: 'added', first: { pointer: '/groups/0/items/0', this: expect.stringContaining('Pea') } },
    ])
    expect(report.kinds[0].first).not.toHaveProperty('this')
  })

  test('is shown as in the guide', async () => {
    await self.put(documentWith(tomato(4.75), miso))
    const [{ code: command = '' } = {}, { code: output = '' } = {}] = codeBlocks(
      'docs/how-to/compare-two-services.md',
    )
    const words = command.trim().split(' ').slice(1)
    const args = words.map((word) =>
      word === 'key.txt' ? keyFile : word.replace('https://old.example', other.address),
    )
    const { code, stdout } = await signageProcess([...args, '--this', self.address])
    expect(code).toBe(3)
    const withoutTimes = (text: string) => text.split('SERVICE')[0]
    expect(withoutTimes(stdout)).toBe(withoutTimes(output))
  })
})

describe('a difference in', () => {
  test('a status is found, and the bodies are not compared', async () => {
    const { code, report } = await compareSoups(({ pass }) =>
      pass((passed) => Object.assign(passed, { status: 500 })),
    )
    expect(code).toBe(3)
    expect(report.kinds).toMatchObject([
      { type: 'status', pointer: '', first: { other: '200', this: '500' } },
    ])
  })

  test('a message and the headers of an error is found', async () => {
    const thisUrl = await startProxy(other.address, ({ pass }) =>
      pass((passed) => {
        if (passed.status !== 404) return
        passed.body = '{"message":"No such menu"}'
        passed.headers['www-authenticate'] = 'ApiKey'
      }),
    )
    const { code, report } = await compareJson([], { thisUrl })
    expect(code).toBe(3)
    expect(report.kinds).toMatchObject([
      { type: 'header', pointer: 'WWW-Authenticate', first: { other: '"none"', this: '"sent"' } },
      { type: 'value', pointer: '/message', first: { other: '"Menu not found"', this: '"No such menu"' } },
    ])
  })

  test('a media type is found, but not in its charset, other headers, spaces, or the order of members', async () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value) || typeof value !== 'object' || value === null
        ? Array.isArray(value)
          ? value.map(reversed)
          : value
        : Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, member]) => [name, reversed(member)]),
          )
    const rewrite = (type: string) => (exchange: Exchange) =>
      exchange.pass((passed) => {
        passed.body = JSON.stringify(reversed(JSON.parse(passed.body)), null, 2).replace(': 5,', ': 5.0,')
        Object.assign(passed.headers, { 'content-type': type, etag: '"x"', 'x-request-id': 'y' })
      })
    expect((await compareSoups(rewrite('application/json'))).report).toMatchObject({ differences: 0 })
    expect((await compareSoups(rewrite('text/plain'))).report.kinds).toMatchObject([
      {
        type: 'header',
        pointer: 'Content-Type',
        first: { other: '"application/json"', this: '"text/plain"' },
      },
    ])
  })

  test('a value that is gone when both are asked again does not count', async () => {
    const changeOnce = (times: number) => (exchange: Exchange) =>
      exchange.pass((passed) => {
        if (exchange.earlier < times) passed.body = passed.body.replace('4.5', '4.75')
      })
    expect(await compareSoups(changeOnce(2))).toMatchObject({ code: 0, report: { differences: 0 } })
    expect(await compareSoups(changeOnce(3))).toMatchObject({ code: 3, report: { differences: 1 } })
  })
})

test.each([
  ['errors', 404, '{"message":"Not found"}'],
  ['web pages', 200, '<html></html>'],
])('two services that answer everything with equal %s prove nothing', async (_, status, body) => {
  const url = () => startProxy('', ({ response }) => response.writeHead(status).end(body))
  const { code, stdout, stderr } = await compare([], { otherUrl: await url(), thisUrl: await url() })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('nothing was compared')
})

describe('a service', () => {
  test('that is slow has higher times', async () => {
    const thisUrl = await startProxy(other.address, ({ pass }) => sleep(150).then(() => pass()))
    const { report } = await compareJson([], { thisUrl })
    expect(report.timesMs.this.median).toBeGreaterThan(149)
    expect(report.timesMs.this.p99).toBeGreaterThan(report.timesMs.other.p99)
  })

  test.each([429, 503])('that answers %i is asked again after Retry-After', async (status) => {
    const at: number[] = []
    const { code, report } = await compareSoups(({ response, earlier, pass }) => {
      at.push(performance.now())
      if (earlier === 0) response.writeHead(status, { 'retry-after': '1' }).end()
      else pass()
    })
    expect({ code, differences: report.differences, asked: at.length }).toEqual({
      code: 0,
      differences: 0,
      asked: 2,
    })
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(990)
  })

  test('that asks to wait an hour ends the comparison', async () => {
    const thisUrl = await startProxy(other.address, ({ response }) =>
      response.writeHead(429, { 'retry-after': '3600' }).end(),
    )
    expect(await compare([], { thisUrl })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('asks to wait 3600 seconds'),
    })
  })

  test('that drops a connection is asked again', async () => {
    const { code } = await compareSoups(({ request, earlier, pass }) =>
      earlier === 0 ? request.socket.destroy() : pass(),
    )
    expect(code).toBe(0)
  })

  test('that drops the connection for one request each time has no answer', async () => {
    const { code, report } = await compareSoups(({ request }) => request.socket.destroy())
    expect({ code, isComplete: report.isComplete }).toEqual({ code: 3, isComplete: true })
    expect(report.kinds).toMatchObject([
      { type: 'no answer', route: '/v1/groups', count: 1, first: { other: '"status 200"' } },
    ])
  })

  test('that goes down ends the comparison, after what was found is printed', async () => {
    const thisUrl = await startProxy(other.address, ({ request, earlier, pass }) =>
      earlier > 5 ? request.socket.destroy() : pass(),
    )
    const { code, stdout, stderr } = await compare([], { thisUrl })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^no answer of /m)
    expect(stderr).toContain(`Stopped, because ${thisUrl} did not answer 5 requests in a row`)
  })

  test('that is not there is named', async () => {
    const thisUrl = 'http://127.0.0.1:9'
    expect(await compare([], { thisUrl })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 cannot be read: .+\.\n$/),
    })
  })
})

describe('hostile answers', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  test.each([
    ['that are not JSON', '<html>', 'body'],
    ['that are empty', '', 'body'],
    ['that are cut off', '{"groups":[', 'body'],
    ['that nest too deep', deep, 'no answer'],
    ['with names of built-in properties', '{"__proto__":{"groups":1},"constructor":null}', 'missing'],
    ['with control characters', '{"metadata":{"groups":{"total":"\\u001b[2J"}},"groups":[]}', 'type'],
  ])('%s are differences', async (_, body, type) => {
    const thisUrl = await startSoupProxy(({ response }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    const { code, stdout } = await compare([], { thisUrl })
    expect(code).toBe(3)
    expect(stdout).toMatch(new RegExp(`^${type}`, 'm'))
    expect(stdout).not.toContain('\u001b')
    expect(stdout.length).toBeLessThan(5000)
  })

  test.each([
    [2000, { type: 'value', first: { other: '1', this: '2' } }],
    [50_000, { type: 'no answer', first: { this: expect.stringContaining('too deeply nested') } }],
  ])('that nest %i levels deep in both services are compared, or refused', async (levels, kind) => {
    const nest = (inside: string) => `${'{"a":'.repeat(levels)}${inside}${'}'.repeat(levels)}`
    const serve = (inside: string) =>
      startSoupProxy(({ response }) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(nest(inside)),
      )
    const urls = { otherUrl: await serve('1'), thisUrl: await serve('2') }
    const { code, report } = await compareJson([], urls)
    expect({ code, kinds: report.kinds }).toMatchObject({ code: 3, kinds: [kind] })
  })

  test('without end are not read to the end', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    let sent = 0
    const { report } = await compareSoups(({ response }) => {
      const write = (): void => {
        while (!response.destroyed && response.write(chunk)) sent++
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    })
    expect(report.kinds).toMatchObject([
      { type: 'no answer', first: { this: '"it answered with more than 64 MiB"' } },
    ])
    expect(sent).toBeLessThan(200)
  })

  test('with other names each time are counted, but not all are listed', async () => {
    const members = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`name${index}`, index]))
    const { code, report } = await compareSoups(({ pass }) =>
      pass((passed) => {
        passed.body = JSON.stringify({ ...JSON.parse(passed.body), ...members })
      }),
    )
    expect({ code, kinds: report.kinds.length }).toEqual({ code: 3, kinds: 1000 })
    expect(report).toMatchObject({ differences: 5000, unlisted: 4000 })
  })

  test('that repeat the key, and paths that contain it, do not bring it into the output', async () => {
    const groups = [{ tags: [KEY], groups: [] }]
    const thisUrl = await startProxy(other.address, ({ url, request, response }) => {
      const status = url.includes(KEY) ? 500 : 200
      const body = { groups, [KEY]: [request.headers, { key: `${'x'.repeat(110)}${KEY}` }] }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    const { code, stdout } = await compare([], { thisUrl })
    expect(code).toBe(3)
    expect(stdout).toContain('GET /v1/groups?tags=…')
    expect(stdout).not.toContain(KEY.slice(0, 8))
    expect((await compare(['--json'], { thisUrl })).code).toBe(3)
  })
})

test('a signal ends the comparison, and what was found so far is printed', async () => {
  let asked = 0
  const thisUrl = await startProxy(other.address, ({ pass }) =>
    sleep(300)
      .then(() => pass())
      .then(() => asked++),
  )
  const args = ['compare', other.address, '--key-file', keyFile, '--this', thisUrl, '--concurrency', '1']
  const comparing = startSignage(args, {})
  await expect.poll(() => asked).toBeGreaterThan(4)
  expect(await comparing.stop()).toBe(1)
  expect(comparing.output()).toMatch(/^\d+ requests, 0 differences a client could see$/m)
  expect(comparing.output()).toContain('Stopped by SIGTERM: not all requests were compared.')
})

describe('wrong arguments', () => {
  test.each([
    [['compare', 'old.example', '--key-file', keyFile], 2, 'The address must be one such as'],
    [['compare', 'ftp://old.example', '--key-file', keyFile], 2, 'The address must be one such as'],
    [['compare', other.address], 2, '--key-file'],
    [['compare', other.address, '--key-file', keyFile, '--concurrency', '0'], 2, 'from 1 to 64'],
    [['compare', 'http://me:secret@old.example', '--key-file', keyFile], 1, 'must not contain a user'],
    [['compare', other.address, '--key-file', join(folder, 'absent')], 1, 'Cannot read'],
    [
      ['compare', other.address, '--key-file', file('two.txt', KEY, DEVICE_KEY)],
      1,
      'there must be one whole key',
    ],
    [
      ['compare', other.address, '--key-file', keyFile, '--this', `${other.address}/`],
      1,
      'Both services are',
    ],
  ])('%j', async (args, code, reason) => {
    const run = await signage(args)
    expect(run).toEqual({ code, stdout: '', stderr: expect.stringContaining(reason) })
    for (const secret of [KEY, DEVICE_KEY, 'secret']) expect(run.stderr).not.toContain(secret)
  })

  test('PORT=0 needs --this', async () => {
    const environment = { PORT: '0' }
    const run = await signage(['compare', other.address, '--key-file', keyFile], { environment })
    expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining('pass --this URL') })
  })
})
