import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { freePort } from '../bench/machine/free-port.ts'
import { send } from '../src/alerts/delivery/send.ts'
import { readConfig } from '../src/config/config.ts'
import { proxyFor } from '../src/lib/http-client/proxies.ts'
import { openAlertServices } from './support/alert-services.ts'
import { route, startReceiver } from './support/alerts.ts'
import { CERTIFICATE, startConnectProxy, startTls } from './support/connect-proxy.ts'
import { newDatabaseUrl, temporaryFolder } from './support/database.ts'
import { KEY, menu } from './support/documents.ts'
import { signage, startServer } from './support/process.ts'

/* What is outside can be reached only through a proxy, which knows the names: nobody else does. */

const folder = temporaryFolder()
const keyPath = join(folder, 'pull.key')
writeFileSync(keyPath, KEY, { mode: 0o600 })

/** A receiver of alerts with TLS, behind a proxy with a password. */
async function startOutside(refusal?: number) {
  const bodies: string[] = []
  const receiver = await startTls(async (request, response) => {
    bodies.push(await text(request))
    response.writeHead(204).end()
  })
  const { port, asked } = await startConnectProxy({ 'alerts.example': receiver }, refusal)
  const environment = {
    HTTPS_PROXY: `http://signage:p%40ss@127.0.0.1:${port}`,
    NODE_EXTRA_CA_CERTS: CERTIFICATE,
    WEBHOOK_ALLOW: '',
  }
  return { bodies, asked, port, environment }
}

const AT_OUTSIDE = { url: 'https://alerts.example/in?key=planted-secret' }

describe('through the proxy that HTTPS_PROXY names', () => {
  test('a service sends alerts, and a command a test, with the password of the proxy and TLS to the receiver', async () => {
    const { bodies, asked, environment } = await startOutside()
    const { url, start } = await openAlertServices(route('hook', AT_OUTSIDE))
    const tested = await signage(['alerts', 'test', 'hook'], {
      environment: { ...environment, DATABASE_URL: url },
    })
    expect([tested.code, tested.stdout]).toEqual([0, expect.stringMatching(/^HTTP 204 after/)])
    await start(environment)
    await expect.poll(() => bodies.map((body) => JSON.parse(body).type)).toEqual(['test', 'incident.opened'])
    const basic = `Basic ${Buffer.from('signage:p@ss').toString('base64')}`
    expect(asked.map(({ what, headers }) => [what, headers['proxy-authorization']])).toEqual([
      ['CONNECT alerts.example:443', basic],
      ['CONNECT alerts.example:443', basic],
    ])
  })

  test.each([
    [407, 'it answered with 407'],
    [undefined, 'connection refused'],
  ])('what fails there is said, without its password: %s', async (status, reason) => {
    const { environment, port } = await startOutside(status)
    const address = `127.0.0.1:${status === undefined ? await freePort() : port}`
    const { url } = await openAlertServices(route('hook', AT_OUTSIDE))
    const { code, stderr } = await signage(['alerts', 'test', 'hook'], {
      environment: {
        ...environment,
        DATABASE_URL: url,
        HTTPS_PROXY: `http://signage:planted-secret@${address}`,
      },
    })
    expect([code, stderr]).toEqual([
      1,
      `Nothing could be sent to https://alerts.example/…: ${reason}, through the proxy http://${address}. The service may use a different WEBHOOK_ALLOW and different proxies.\n`,
    ])
  })

  test('a pull reads another service, whose certificate NODE_EXTRA_CA_CERTS lets it trust', async () => {
    const document = {
      users: [{ id: 'ops', name: 'Operations' }],
      menus: [menu('lunch')],
      apiKeys: [{ key: KEY, name: 'pull', user: 'ops', scopes: [], menus: ['lunch'] }],
    }
    const source = { DATABASE_URL: await newDatabaseUrl() }
    const imported = await signage(['import', '-'], { environment: source, input: JSON.stringify(document) })
    expect(imported.code, imported.stderr).toBe(0)
    const { address } = await startServer(source)
    const port = await startTls(async ({ url, headers }, response) => {
      const found = await fetch(address + url, { headers: { 'x-api-key': `${headers['x-api-key']}` } })
      response.writeHead(found.status, { 'content-type': 'application/json' }).end(await found.text())
    })
    const proxy = await startConnectProxy({ 'menus.example': port })
    const environment = {
      DATABASE_URL: await newDatabaseUrl(),
      https_proxy: `127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
    }
    const pulled = await signage(['pull', 'https://menus.example', '--key-file', keyPath], { environment })
    expect([pulled.code, pulled.stderr]).toEqual([
      0,
      expect.stringContaining('Pulled 1 menu from https://menus'),
    ])
    expect(new Set(proxy.asked.map(({ what }) => what))).toEqual(new Set(['CONNECT menus.example:443']))
    const refused = await signage(['pull', 'https://menus.example', '--key-file', keyPath], {
      environment: { ...environment, https_proxy: `127.0.0.1:${await freePort()}` },
    })
    expect(refused.stderr).toMatch(
      /cannot be read: connection refused, through the proxy http:\/\/127\.0\.0\.1:\d+\./,
    )
  })
})

test('HTTP_PROXY is asked for what has no TLS', async () => {
  const receiver = await startReceiver()
  const { asked, port } = await startConnectProxy({ '10.1.2.3': Number(new URL(receiver.url).port) })
  const proxies = { https: undefined, http: new URL(`http://127.0.0.1:${port}`), except: [] }
  const request = { url: new URL('http://10.1.2.3:8080/in'), headers: { 'webhook-id': 'msg_1' }, body: '{}' }
  const { status, body } = await send(request, { webhookAllow: ['10.0.0.0/8'], proxies })
  expect([status, body.toString()]).toEqual([200, 'ok'])
  expect(asked.map(({ what }) => what)).toEqual(['POST http://10.1.2.3:8080/in'])
  expect(receiver.received).toMatchObject([{ path: '/in', headers: { 'webhook-id': 'msg_1' }, body: '{}' }])
})

describe('what may be sent where stays as it is without a proxy', () => {
  const unknown = () => Promise.reject(new Error('ENOTFOUND'))
  const to = (addresses: string[]) => async () => addresses

  test.each([
    ['an internal address', 'https://10.1.2.3/', unknown, 'its address 10.1.2.3 is not public'],
    [
      'a name that is one here',
      'https://a.example/',
      to(['192.168.0.1']),
      'its address 192.168.0.1 is not public',
    ],
    ['no TLS', 'http://a.example/', unknown, 'its address must begin with https://'],
    ['another port', 'https://a.example:9000/', unknown, 'its address must have the port 443 or 8443'],
    ['a user', 'https://u:p@a.example/', unknown, 'its address must not contain a user or a password'],
  ])('%s is refused', async (_, url, resolve, reason) => {
    const { asked, port } = await startConnectProxy({})
    const proxy = new URL(`http://127.0.0.1:${port}`)
    const options = { webhookAllow: [], proxies: { https: proxy, http: proxy, except: [] }, resolve }
    await expect(send({ url: new URL(url), headers: {}, body: '' }, options)).rejects.toThrow(reason)
    expect(asked).toEqual([])
  })
})

test.each([
  ['status 101', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  ['no HTTP', 'SSH-2.0-x\r\n\r\n'],
  ['nothing', ''],
])('a receiver behind a proxy that answers with %s ends the attempt', async (_, answer) => {
  const server = createServer().listen(0, '127.0.0.1')
  server.on('connection', (socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)))
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const proxy = new URL(`http://127.0.0.1:${port}`)
  const options = {
    webhookAllow: ['10.1.2.3'],
    proxies: { https: undefined, http: proxy, except: [] },
  }
  const request = { url: new URL('http://10.1.2.3/'), headers: {}, body: '{}' }
  await expect(send(request, options)).rejects.toThrow(`, through the proxy ${proxy.origin}`)
  server.closeAllConnections()
  server.close()
})

describe('which hosts are reached directly', () => {
  const proxy = new URL('http://proxy.example:3128')
  const isDirect = (url: string, noProxy: string) => {
    const { proxies } = readConfig({ HTTPS_PROXY: proxy.href, HTTP_PROXY: proxy.href, NO_PROXY: noProxy }).app
    return proxyFor(new URL(url), proxies) === undefined
  }

  test.each([
    ['https://a.lan/', 'a.lan'],
    ['https://a.lan/', 'b.lan, A.LAN'],
    ['https://x.a.lan/', 'a.lan'],
    ['https://x.a.lan/', '.a.lan'],
    ['https://x.a.lan/', '*.a.lan'],
    ['https://a.lan/', 'b a.lan'],
    ['https://a.lan/', '*'],
    ['https://a.lan:8443/', 'a.lan:8443'],
    ['http://a.lan/', 'a.lan:80'],
    ['https://10.1.2.3/', '10.1.2.3'],
    ['https://10.1.2.3/', '10.0.0.0/8'],
    ['https://[fd00::1]/', 'fd00::/8'],
    ['https://[fd00::1]/', '[fd00::1]'],
    ['http://127.0.0.1:8080/', ''],
    ['http://localhost/', ''],
    ['http://[::1]/', ''],
  ])('%s with NO_PROXY=%s', (url, noProxy) => expect(isDirect(url, noProxy)).toBe(true))

  test.each([
    ['https://a.lan/', ''],
    ['https://xa.lan/', 'a.lan'],
    ['https://a.lan/', 'x.a.lan'],
    ['https://a.lan/', 'a.lan:8443'],
    ['https://11.1.2.3/', '10.0.0.0/8'],
    ['https://10.1.2.3/', '3'],
    ['https://[fd00::1]/', '10.0.0.0/8'],
  ])('but not %s with NO_PROXY=%s', (url, noProxy) => expect(isDirect(url, noProxy)).toBe(false))
})

describe('the variables', () => {
  test.each([
    [{ HTTPS_PROXY: 'http://p.example:3128' }, 'http://p.example:3128/', undefined],
    [{ https_proxy: 'p.example:3128' }, 'http://p.example:3128/', undefined],
    [{ HTTPS_PROXY: 'https://u:p%40@p.example/', https_proxy: 'x' }, 'https://u:p%40@p.example/', undefined],
    [{ HTTP_PROXY: 'http://[fd00::1]:3128' }, undefined, 'http://[fd00::1]:3128/'],
    [
      { SIGNAGE_HTTPS_PROXY: 'http://own:1', HTTPS_PROXY: 'http://all:2', http_proxy: '' },
      'http://own:1/',
      undefined,
    ],
  ])('%j', (variables: NodeJS.ProcessEnv, https, http) => {
    const { proxies } = readConfig({ NODE_ENV: 'production', ...variables }).app
    expect([proxies.https?.href, proxies.http?.href]).toEqual([https, http])
  })

  test.each([
    ...['socks5://planted-secret', 'http://', 'http://p:x', '"http://p:1"', 'http://p/planted-secret'],
    ...[
      'http://u:planted-secret@p:99999',
      'http://[:::]:1',
      'http://a|b:80',
      'proxy%zz:80',
      'http://u:%zz@p:1',
    ],
  ])('HTTPS_PROXY=%s is refused, and not repeated', (value) => {
    const read = () => readConfig({ NODE_ENV: 'production', HTTPS_PROXY: value })
    expect(read).toThrow(
      /^HTTPS_PROXY must be the address of an HTTP proxy such as http:\/\/proxy\.example:3128\.$/,
    )
  })
})
