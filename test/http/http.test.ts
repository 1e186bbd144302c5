import { METHODS } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type Database, StorageUnavailableError } from '../../src/storage/database.ts'
import { device, devicesDocument, group, KEY, menu, withBearer, withKey } from '../support/documents.ts'
import { startInProcess, startService } from '../support/service.ts'

const document = {
  ...devicesDocument(device('d')),
  menus: [menu('m', { groups: [group('g')] })],
  apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: ['device:read'], menus: ['m'] }],
}
const { get, send, sendBytes, address } = await startService(document)
const paths = [
  '/devices',
  '/devices/d',
  '/v1/menus',
  '/v1/menus/options',
  '/v1/menus/m/groups/options',
  '/v1/groups',
]

describe('an error response is { "message": string } and nothing else', () => {
  test.each([
    ['an unknown route', '/nothing', 404, 'Not found'],
    ['a part of a route', '/v1', 404, 'Not found'],
    ['a route with a further segment', '/v1/groups/x', 404, 'Not found'],
    ['no key', '/v1/groups', 401, 'Invalid API key'],
    ['a badly encoded path', '/devices/%ZZ', 400, 'The URL is not properly encoded'],
    ['a badly encoded unknown path', '/%', 400, 'The URL is not properly encoded'],
    ['a path that is not UTF-8', '/devices/%ff', 400, 'The URL is not properly encoded'],
  ])('%s', async (_, url, status, message) => {
    const response = await get(url)
    expect(response.statusCode).toBe(status)
    expect(response.json()).toEqual({ message })
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers['access-control-allow-origin']).toBe('*')
  })

  test('an internal error returns 500 with one fixed sentence, and nothing about the error', async () => {
    const broken = await startFailing(new Error('SELECT secret'))
    const response = await broken({ url: '/devices/d', headers: withBearer })
    expect(response.statusCode).toBe(500)
    expect(response.body).toBe('{"message":"Internal server error"}')
    expect(response.headers['access-control-allow-origin']).toBe('*')
  })

  test('an unavailable database returns 503 with Retry-After', async () => {
    const busy = await startFailing(new StorageUnavailableError('locked by 4711'))
    for (const [url, headers] of [
      ['/devices/d', withBearer],
      ['/v1/groups', withKey],
    ] as const) {
      const response = await busy({ url, headers })
      expect(response.statusCode).toBe(503)
      expect(response.body).toBe('{"message":"Service unavailable"}')
      expect(response.headers['retry-after']).toBe('1')
    }
  })

  /** Starts a service whose queries all fail. */
  async function startFailing(error: Error) {
    const fail = () => Promise.reject(error)
    const alterDatabase = (database: Database) => ({ ...database, get: fail, all: fail })
    return (await startInProcess(document, { alterDatabase })).sendToFail
  }
})

describe('a method that is not allowed', () => {
  const others = METHODS.filter((method) => !['GET', 'HEAD', 'OPTIONS', 'CONNECT'].includes(method))

  test.each(paths)('%s: returns 405 with Allow, without a key', async (url) => {
    for (const method of others) {
      const response = await send({ method: method as 'POST', url })
      expect(response.statusCode, method).toBe(405)
      expect(response.body).toBe('{"message":"Method not allowed"}')
      expect(response.headers.allow).toBe('GET, HEAD, OPTIONS')
      expect(response.headers['access-control-allow-origin']).toBe('*')
    }
  })

  test('returns 405 even if the body is invalid', async () => {
    for (const type of ['application/json', 'text/html', 'nonsense']) {
      const response = await send({
        method: 'POST',
        url: '/v1/groups',
        headers: { 'content-type': type },
        payload: '{',
      })
      expect(response.statusCode).toBe(405)
    }
  })

  test('returns 404 if the path is unknown', async () => {
    for (const method of others) {
      expect((await send({ method: method as 'POST', url: '/nothing' })).statusCode, method).toBe(404)
    }
  })

  test('returns 405 also if the path has a trailing slash', async () => {
    expect((await send({ method: 'DELETE', url: '/v1/groups/' })).statusCode).toBe(405)
  })
})

describe('CORS', () => {
  test.each(paths)('%s: a preflight request from any origin requires no key', async (url) => {
    const response = await send({
      method: 'OPTIONS',
      url,
      headers: {
        origin: 'https://board.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key,authorization,if-none-match',
      },
    })
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    expect(response.headers['access-control-allow-headers']).toBe('x-api-key,authorization,if-none-match')
  })

  test.each(paths)('%s: an OPTIONS request that is not a preflight request returns 204', async (url) => {
    expect((await send({ method: 'OPTIONS', url })).statusCode).toBe(204)
  })

  test.each(paths)(
    '%s: responses and errors can be read from any origin, with ETag and Retry-After',
    async (url) => {
      for (const headers of [{}, { ...withKey, ...withBearer }]) {
        const response = await get(url, { ...headers, origin: 'https://board.example' })
        expect(response.headers['access-control-allow-origin']).toBe('*')
        expect(response.headers['access-control-expose-headers']).toBe('ETag, Retry-After, X-Request-Id')
      }
    },
  )

  test('can be limited to some origins', async () => {
    const corsOrigin = ['https://a.example', 'https://b.example']
    const limited = await startService(document, { corsOrigin })
    const from = async (origin: string) =>
      (await limited.get('/v1/menus', { origin })).headers['access-control-allow-origin']
    expect(await from('https://b.example')).toBe('https://b.example')
    expect(await from('https://c.example')).toBeUndefined()
    const response = await limited.get('/v1/menus', { ...withKey, origin: 'https://a.example' })
    expect(response.headers.vary).toBe('Origin, Accept-Encoding, X-API-Key')
    expect((await limited.get('/app/')).headers.vary).toBe('Origin, Accept-Encoding')
    const malformed = async (origin: string) =>
      (await limited.get('/%', { origin })).headers['access-control-allow-origin']
    expect(await malformed('https://a.example')).toBe('https://a.example')
    expect((await limited.get('/%')).headers.vary).toBe('Origin')
    expect(await malformed('https://c.example')).toBeUndefined()
  })
})

test('each interface can have its own base path', async () => {
  const settings = { deviceBasePath: '/dashboard/api', menuBasePath: '/menus-api' }
  const moved = await startService(document, settings)
  const status = async (url: string) => (await moved.get(url, { ...withKey, ...withBearer })).statusCode
  expect(await status('/dashboard/api/devices/d')).toBe(200)
  expect(await status('/menus-api/v1/groups')).toBe(200)
  expect(await status('/devices/d')).toBe(404)
  expect(await status('/v1/groups')).toBe(404)
  expect((await moved.send({ method: 'PUT', url: '/menus-api/v1/groups' })).statusCode).toBe(405)
})

test('menuMaxAgeSeconds lets a client reuse a response without another request', async () => {
  const relaxed = await startService(document, { menuMaxAgeSeconds: 15 })
  const { headers } = await relaxed.get('/v1/menus', withKey)
  expect(headers['cache-control']).toBe('private, max-age=15')
})

describe('malformed HTTP', async () => {
  const port = Number(new URL(await address()).port)

  test.each([
    ['text that is not HTTP', 'hello\r\n\r\n', 400],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    ['no Host', 'GET /v1/menus HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['headers that are too long', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a URL that is too long', `GET /${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['a URL that is long', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 414],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417],
    [
      'two values of Content-Length',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    ['two Host headers', 'GET /v1/menus HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    ['the same Host header twice', 'GET /v1/menus HTTP/1.1\r\nhost: x\r\nHOST: x\r\n\r\n', 400],
    ['two Host headers of an unknown path', 'GET /nothing HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400],
    [
      'an unknown transfer coding',
      'POST /v1/menus HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'transfer codings in two headers',
      'GET /v1/menus HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
  ])('%s', async (_, request, status) => {
    const response = await sendRaw(request)
    expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(response.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
    expect(response.toLowerCase()).toContain('access-control-allow-origin: *')
    expect(JSON.parse(response.split('\r\n\r\n')[1] ?? '')).toEqual({ message: expect.any(String) })
  })

  test('a client that sends CONNECT or an unknown expectation and resets the connection affects no other', async () => {
    for (const request of [
      'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n',
    ]) {
      for (let n = 0; n < 40; n++) {
        const socket = connect(port, '127.0.0.1', () => socket.write(request, () => socket.resetAndDestroy()))
        await new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
      }
    }
    expect(await sendRaw('GET /v1/menus HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /)
  })

  test('a rejected request closes the connection, even if the client keeps its half open', async () => {
    for (const request of [
      'CONNECT a:1 HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n',
    ]) {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write(request))
      socket.resume().on('error', () => {})
      await new Promise((resolve) => socket.once('end', resolve))
      // Once the server has closed the connection completely, writing to it causes a reset.
      while (!socket.destroyed) {
        socket.write('x')
        await sleep(20)
      }
    }
  })

  test('requests before the malformed part on the same connection get their responses first', async () => {
    const valid = `GET /v1/menus HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n\r\n`
    for (const [broken, status] of [
      ['hello\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
      ['GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', 417],
      // The same requests as before, so that the fast path could repeat the response.
      [valid.replace('Host: x\r\n', 'Host: x\r\nHost: x\r\n'), 400],
      [
        valid.replace('Host: x\r\n', 'Host: x\r\nTransfer-Encoding: gzip, chunked\r\n').concat('0\r\n\r\n'),
        400,
      ],
    ] as const) {
      const response = await sendRaw(valid + valid + broken)
      expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual([
        'HTTP/1.1 200',
        'HTTP/1.1 200',
        `HTTP/1.1 ${status}`,
      ])
    }
  })

  test('a request with a malformed body gets one response, and the connection is closed', async () => {
    const head = `GET /v1/menus HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const response = await sendBytes(`${head}nonsense\r\n`)
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200'])
  })

  test('a request with Expect: 100-continue gets its response at once, also after other requests', async () => {
    const valid = `GET /v1/menus HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n`
    const offer = `${valid}Content-Length: 5\r\nExpect: 100-continue\r\n\r\n`
    const response = await sendBytes(`${valid}\r\n${valid}\r\n${offer}`)
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(Array.from({ length: 3 }, () => 'HTTP/1.1 200'))
    expect(response).toMatch(/connection: close\r\n\r\n\[.*\]$/i)
  })

  test('responses to CONNECT and to an unknown expectation have the id of the request', async () => {
    for (const line of ['CONNECT a:1 HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nExpect: tea\r\n']) {
      const response = await sendRaw(`${line}Host: x\r\nX-Request-Id: mine\r\n\r\n`)
      expect(response.toLowerCase()).toContain('x-request-id: mine\r\n')
    }
  })

  test('gets responses that only the origins of CORS_ORIGIN can read', async () => {
    const limited = await startService(document, { corsOrigin: ['https://a.example'] })
    const sendRaw = (bytes: string) => limited.sendBytes(bytes, isWhole)
    expect(await sendRaw('hello\r\n\r\n')).not.toContain('access-control-allow-origin')
    const from = (origin: string) =>
      sendRaw(`CONNECT a:1 HTTP/1.1\r\nHost: x\r\nOrigin: https://${origin}.example\r\n\r\n`)
    expect(await from('a')).toContain('access-control-allow-origin: https://a.example\r\n')
    expect(await from('b')).not.toContain('access-control-allow-origin')
  })

  test('a GET request with a body is handled like one without', async () => {
    const body = '{broken'
    const head = `GET /v1/menus HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
    expect(await sendRaw(head + body)).toMatch(/^HTTP\/1.1 200 /)
  })
})

/** Whether the last response is complete, provided that its body is an object. */
const isWhole = (received: string) => /\r\n\r\n.*\}$/s.test(received)

function sendRaw(bytes: string): Promise<string> {
  return sendBytes(bytes, isWhole)
}
