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
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const keyFile = file('key.txt', KEY)
const deviceKeyFile = file('device-key.txt', DEVICE_KEY)
const soupsFile = file('soups.txt', '/v1/groups?menus=lunch')

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

/** Compares the soups of the other service with those that a proxy makes of them. */
async function compareWithProxy(handle: (exchange: Exchange) => unknown, ...args: readonly string[]) {
  const thisUrl = await startProxy(other.address, handle)
  return compareJson(['--requests', soupsFile, ...args], { thisUrl })
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

  test('may be at a path of their address, which the requests may contain', async () => {
    const environment = { MENU_BASE_PATH: '/api', DATABASE_URL: 'sqlite::memory:' }
    const seed = file('seed.json', JSON.stringify(documentWith(tomato(), miso)))
    const moved = await startServer(environment, ['--seed', seed])
    afterTestFile(() => moved.stop())
    const requests = file('moved.txt', '/api/v1/menus', '/v1/groups')
    const thisUrl = `${moved.address}/api/`
    const { code, report } = await compareJson(['--requests', requests], { thisUrl })
    expect({ code, report }).toMatchObject({ code: 0, report: { requests: 2, differences: 0 } })
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
    expect(stderr).toContain(`${self.address} does not accept the key for /v1/menus (status 401)`)
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
    const { code, report } = await compareJson(['--requests', soupsFile])
    const first = {
      method: 'GET',
      path: '/v1/groups?menus=lunch',
      pointer,
      other: otherValue,
      this: thisValue,
    }
    expect(code).toBe(3)
    expect(report).toMatchObject({ isComplete: true, requests: 1, differences: 1 })
    expect(report.kinds).toEqual([{ type, route: '/v1/groups', pointer: pattern, count: 1, first }])
  })

  test('in one missing and one added item is not a difference of the others', async () => {
    await self.put(documentWith(item('Pea'), miso))
    const { report } = await compareJson(['--requests', soupsFile])
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
    const { code, report } = await compareWithProxy(({ pass }) =>
      pass((passed) => Object.assign(passed, { status: 500 })),
    )
    expect(code).toBe(3)
    expect(report.kinds).toMatchObject([
      { type: 'status', pointer: '', first: { other: '200', this: '500' } },
    ])
  })

  test('a message and the headers of an error is found', async () => {
    const missing = file('missing.txt', '/v1/menus/none/groups/options', '/v1/menus')
    const { code, report } = await compareWithProxy(
      ({ pass }) =>
        pass((passed) => {
          if (passed.status !== 404) return
          passed.body = '{"message":"No such menu"}'
          passed.headers['www-authenticate'] = 'ApiKey'
        }),
      '--requests',
      missing,
    )
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
    expect((await compareWithProxy(rewrite('application/json'))).report).toMatchObject({ differences: 0 })
    expect((await compareWithProxy(rewrite('text/plain'))).report.kinds).toMatchObject([
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
        // The first request only checks that the service answers.
        if (exchange.earlier >= 1 && exchange.earlier <= times)
          passed.body = passed.body.replace('4.5', '4.75')
      })
    expect(await compareWithProxy(changeOnce(2))).toMatchObject({ code: 0, report: { differences: 0 } })
    expect(await compareWithProxy(changeOnce(3))).toMatchObject({ code: 3, report: { differences: 1 } })
  })
})

describe('requests', () => {
  test('come from the access log of a service, whose routes are filled with ids', async () => {
    const ask = (path: string, headers: HeadersInit) => fetch(self.address + path, { headers })
    await ask('/v1/groups?menus=lunch', { 'x-api-key': KEY })
    await ask('/v1/menus/lunch/groups/options', { 'x-api-key': KEY })
    await ask('/devices/lobby', { authorization: `Bearer ${DEVICE_KEY}` })
    await fetch(`${self.address}/v1/menus`, { method: 'POST' })
    await ask('/v1/nothing', {})
    await expect.poll(self.output).toMatch(/"status":405.*"route":null/s)
    const log = file('access.log', self.output())
    const asked: string[] = []
    const otherUrl = await startProxy(other.address, ({ url, pass }) => pass().then(() => asked.push(url)))
    const args = ['--requests', log, '--device-key-file', deviceKeyFile]
    const { code, report } = await compareJson(args, { otherUrl })
    expect(code).toBe(0)
    expect(report.skipped).toMatchObject({ method: 1, id: 0 })
    expect(report.skipped.route).toBeGreaterThan(0)
    expect(asked).toEqual(
      expect.arrayContaining(['/v1/groups', '/v1/menus/lunch/groups/options', '/devices/lobby']),
    )
  })

  test('come with their queries from the access log of a service with LOG_URLS=on', async () => {
    const logging = await startService({ LOG_URLS: 'on' })
    for (const path of ['/v1/groups?menus=lunch&depth=0&key=secret', '/v1/menus/lunch/groups/options'])
      await fetch(logging.address + path, { headers: { 'x-api-key': KEY } })
    await expect.poll(logging.output).toContain('groups/options')
    const log = file('urls.log', logging.output())
    const asked: string[] = []
    const otherUrl = await startProxy(other.address, ({ url, pass }) => pass().then(() => asked.push(url)))
    expect((await compareJson(['--requests', log], { otherUrl })).code).toBe(0)
    expect(asked).toEqual(
      expect.arrayContaining(['/v1/groups?menus=lunch&depth=0', '/v1/menus/lunch/groups/options']),
    )
    expect(logging.output()).not.toContain('secret')
    await logging.stop()
  })

  test('come from standard input, as paths or as lines of other logs', async () => {
    const input = `# a comment

/v1/menus
HEAD /v1/menus/options/
127.0.0.1 - - [23/Nov/2026:05:10:43 +0000] "GET /v1/groups?menus=lunch HTTP/1.1" 200 512 "-" "curl"
{"level":"info","request":{"method":"GET","uri":"/v1/groups?depth=0"},"status":200}
{"level":30,"msg":"Server listening"}
{"broken
POST /v1/menus
/app/board
/v1/groups/stream?token=x
`
    const args = ['compare', other.address, '--key-file', keyFile, '--this', self.address, '--requests', '-']
    const { code, stdout, stderr } = await signage(args, { input })
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr:
        'Skipped lines: 1 with another method than GET and HEAD, 2 for another route, 2 without a request.\n',
    })
    expect(stdout).toMatch(/^4 requests, 0 differences/)
  })

  test.each([
    [
      'no request',
      file('none.txt', '# nothing', '/app'),
      'has no request for menus or devices that can be repeated',
    ],
    ['no file', join(folder, 'absent.txt'), 'Cannot read'],
    ['a folder', folder, 'Cannot read'],
    ['an endless line', file('endless.txt', '/'.repeat(3_000_000)), 'is longer than 1 MB'],
  ])('cannot come from %s', async (_, path, reason) => {
    const { code, stdout, stderr } = await compare(['--requests', path])
    expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(reason) })
  })

  test('that both services answer with an error prove nothing', async () => {
    const requests = file('unknown.txt', '/v1/menus/none/groups/options')
    const { code, stderr } = await compare(['--requests', requests])
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('nothing was compared') })
  })

  test('are grouped by kind and counted with separators, over thousands of requests', async () => {
    const many = file('many.txt', ...Array.from({ length: 1200 }, () => '/v1/menus'))
    const thisUrl = await startProxy(other.address, ({ response }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('[{"id":"lunch"},{"id":"dinner"}]'),
    )
    const { code, stdout } = await compare(['--requests', many, '--concurrency', '32'], { thisUrl })
    expect(code).toBe(3)
    expect(stdout).toContain('missing /*/name of /v1/menus, 1,200 times\n')
    expect(stdout).toContain('added /* of /v1/menus, 1,200 times\n')
    expect(stdout).toContain('1,200 requests, 3,600 differences a client could see\n')
  })
})

describe('a service', () => {
  test('that is slow has higher times', async () => {
    const { report } = await compareWithProxy(({ pass }) => sleep(150).then(() => pass()))
    expect(report.timesMs.this.median).toBeGreaterThan(149)
    expect(report.timesMs.this.p99).toBeGreaterThan(report.timesMs.other.p99)
  })

  test.each([429, 503])('that answers %i is asked again after Retry-After', async (status) => {
    const at: number[] = []
    const { code, report } = await compareWithProxy(({ response, earlier, pass }) => {
      at.push(performance.now())
      if (earlier === 1) response.writeHead(status, { 'retry-after': '1' }).end()
      else pass()
    })
    expect({ code, requests: report.requests, asked: at.length }).toEqual({ code: 0, requests: 1, asked: 3 })
    expect((at[2] ?? 0) - (at[1] ?? 0)).toBeGreaterThan(990)
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
    const { code } = await compareWithProxy(({ request, earlier, pass }) =>
      earlier === 1 ? request.socket.destroy() : pass(),
    )
    expect(code).toBe(0)
  })

  test('that drops the connection for one request each time has no answer', async () => {
    const requests = file('dropped.txt', '/v1/menus', '/v1/groups')
    const { code, report } = await compareWithProxy(
      ({ url, request, pass }) => (url === '/v1/groups' ? request.socket.destroy() : pass()),
      '--requests',
      requests,
    )
    expect({ code, requests: report.requests }).toEqual({ code: 3, requests: 2 })
    expect(report.kinds).toMatchObject([
      { type: 'no answer', route: '/v1/groups', first: { other: '"status 200"' } },
    ])
  })

  test('that goes down ends the comparison, after what was found is printed', async () => {
    const requests = file('down.txt', ...Array.from({ length: 100 }, () => '/v1/menus'))
    const thisUrl = await startProxy(other.address, ({ request, earlier, pass }) =>
      earlier > 5 ? request.socket.destroy() : pass(),
    )
    const { code, stdout, stderr } = await compare(['--requests', requests, '--concurrency', '1'], {
      thisUrl,
    })
    expect(code).toBe(1)
    expect(stdout).toContain('no answer of /v1/menus, 10 times\n')
    expect(stderr).toContain(`Stopped, because ${thisUrl} did not answer 10 requests in a row`)
  })

  test('that is not there is named', async () => {
    const thisUrl = 'http://127.0.0.1:9'
    expect(await compare([], { thisUrl })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 does not answer: .+\.\n$/),
    })
  })
})

describe('hostile answers', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  test.each([
    ['that are not JSON', '<html>', 'body'],
    ['that are empty', '', 'body'],
    ['that are cut off', '{"groups":[', 'body'],
    ['that nest deeply', deep, 'type'],
    ['with names of built-in properties', '{"__proto__":{"groups":1},"constructor":null}', 'missing'],
    ['with control characters', '{"metadata":{"groups":{"total":"\\u001b[2J"}},"groups":[]}', 'type'],
  ])('%s are differences', async (_, body, type) => {
    const thisUrl = await startProxy(other.address, ({ response }) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    )
    const { code, stdout } = await compare(['--requests', soupsFile], { thisUrl })
    expect(code).toBe(3)
    expect(stdout).toMatch(new RegExp(`^${type}`, 'm'))
    expect(stdout).not.toContain('\u001b')
    expect(stdout.length).toBeLessThan(5000)
  })

  test('that nest deeply in both services are compared', async () => {
    const nest = (inside: string) => `${'{"a":'.repeat(50_000)}${inside}${'}'.repeat(50_000)}`
    const serve = (inside: string) =>
      startProxy(other.address, ({ response }) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(nest(inside)),
      )
    const urls = { otherUrl: await serve('1'), thisUrl: await serve('2') }
    const { code, report } = await compareJson(['--requests', soupsFile], urls)
    expect({ code, kinds: report.kinds }).toMatchObject({
      code: 3,
      kinds: [{ type: 'value', first: { other: '1', this: '2' } }],
    })
  })

  test('without end are not read to the end', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    let sent = 0
    const requests = file('endless-answer.txt', '/v1/menus', '/v1/groups')
    const { report } = await compareWithProxy(
      ({ url, response, pass }) => {
        if (url !== '/v1/groups') return pass()
        const write = (): void => {
          while (!response.destroyed && response.write(chunk)) sent++
          if (!response.destroyed) response.once('drain', write)
        }
        return write()
      },
      '--requests',
      requests,
    )
    expect(report.kinds).toMatchObject([
      { type: 'no answer', first: { this: '"the body is larger than 32 MB"' } },
    ])
    expect(sent).toBeLessThan(200)
  })

  test('with other names each time are counted, but not all are listed', async () => {
    const members = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`name${index}`, index]))
    const { code, report } = await compareWithProxy(({ pass }) =>
      pass((passed) => {
        passed.body = JSON.stringify({ ...JSON.parse(passed.body), ...members })
      }),
    )
    expect({ code, kinds: report.kinds.length }).toEqual({ code: 3, kinds: 1000 })
    expect(report).toMatchObject({ differences: 5000, unlisted: 4000 })
  })

  test('that repeat the key, and paths that contain it, do not bring it into the output', async () => {
    const requests = file('with-key.txt', `/v1/groups?tags=${KEY}`, '/v1/menus')
    const thisUrl = await startProxy(other.address, ({ request, response }) => {
      const body = JSON.stringify({ [KEY]: [request.headers, { key: `${'x'.repeat(110)}${KEY}` }] })
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const { code, stdout } = await compare(['--requests', requests], { thisUrl })
    expect(code).toBe(3)
    expect(stdout).not.toContain(KEY.slice(0, 8))
    expect((await compare(['--requests', requests, '--json'], { thisUrl })).code).toBe(3)
  })
})

test('a signal ends the comparison, and what was found so far is printed', async () => {
  const requests = file('slow.txt', ...Array.from({ length: 500 }, () => '/v1/menus'))
  let asked = 0
  const thisUrl = await startProxy(other.address, ({ pass }) =>
    sleep(20)
      .then(() => pass())
      .then(() => asked++),
  )
  const args = ['compare', other.address, '--key-file', keyFile, '--this', thisUrl, '--requests', requests]
  const comparing = startSignage(args, {})
  await expect.poll(() => asked).toBeGreaterThan(20)
  expect(await comparing.stop()).toBe(1)
  expect(comparing.output()).toMatch(/^\d+ requests, 0 differences a client could see$/m)
  expect(comparing.output()).toContain('Stopped by SIGTERM: not all requests were compared.')
})

describe('wrong arguments', () => {
  test.each([
    [['compare', 'old.example', '--key-file', keyFile], 2, 'It must be a URL such as'],
    [['compare', 'ftp://old.example', '--key-file', keyFile], 2, 'It must be a URL such as'],
    [['compare', other.address], 2, '--key-file'],
    [['compare', other.address, '--key-file', keyFile, '--concurrency', '0'], 2, 'from 1 to 64'],
    [['compare', 'http://me:secret@old.example', '--key-file', keyFile], 1, 'must not contain a user'],
    [['compare', other.address, '--key-file', join(folder, 'absent')], 1, 'Cannot read'],
    [
      ['compare', other.address, '--key-file', file('two.txt', KEY, DEVICE_KEY)],
      1,
      'does not contain a valid key',
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
