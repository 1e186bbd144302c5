import { mkdirSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HTTPMethods } from 'fastify'
import { expect, inject, test } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import { buildApp } from '../../src/app.ts'
import { SCOPES } from '../../src/auth/scopes.ts'
import { Environment } from '../../src/config/environment.ts'
import { type CommandOptions, startServing } from '../support/command.ts'
import { signage } from '../support/commands.ts'
import { openMemory, temporaryFolder } from '../support/database.ts'
import { device, devicesDocument, group, item, KEY, menu, withBearer, withKey } from '../support/documents.ts'
import { type HttpRequest, type HttpResponse, sendOver } from '../support/http-client.ts'
import { createLedger } from '../support/ledger.ts'
import { createPostgresDatabase } from '../support/postgres.ts'

const MENU = menu('m', { groups: [group('g', { items: [item('soup')] })] })

/** Every route that reads, and the URLs that are requested. */
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  '/': ['/'],
  '/app': ['/app', '/app/'],
  '/app/*': ['/app/shared/icon.svg', '/app/nothing'],
  '/app/board': ['/app/board'],
  '/app/menus': ['/app/menus'],
  '/app/stock': ['/app/stock'],
  '/devices': ['/devices', '/devices?page=0', '/devices?is_online=true'],
  '/devices/:id': ['/devices/d', '/devices/unknown', '/devices/%zz'],
  '/devices/:id/outages': ['/devices/d/outages', '/devices/unknown/outages'],
  '/docs': ['/docs'],
  '/docs/*': ['/docs/events', '/docs/nothing'],
  '/fleet': ['/fleet', '/fleet?state=offline', '/fleet?cursor=x'],
  '/livez': ['/livez'],
  '/openapi.json': ['/openapi.json'],
  '/readyz': ['/readyz'],
  '/tv': ['/tv'],
  '/v1/groups': ['/v1/groups', '/v1/groups?depth=x'],
  '/v1/groups/stream': ['/v1/groups/stream', '/v1/groups/stream?token=x'],
  '/v1/menus': ['/v1/menus'],
  '/v1/menus/:menuId/groups/options': ['/v1/menus/m/groups/options', '/v1/menus/x/groups/options'],
  '/v1/menus/options': ['/v1/menus/options'],
  '/v1/stream-token': ['/v1/stream-token'],
}
const MUTE = JSON.stringify({ until: new Date(Date.now() + 3_600_000).toISOString() })
/** The routes that change something, which exist in some of the processes, with a body that is valid. */
const CHANGES: Readonly<Record<string, readonly [method: HTTPMethods, url: string, payload: string]>> = {
  'PATCH /v1/items/{itemId}': ['PATCH', '/v1/items/item-soup', '{"price":5}'],
  'PUT /v1/menus/{menuId}': ['PUT', '/v1/menus/m', JSON.stringify(MENU)],
  'POST /v1/keys': ['POST', '/v1/keys', '{"name":"x","menus":["m"]}'],
  'POST /devices/{id}/heartbeats': ['POST', '/devices/d/heartbeats', ''],
  'PUT /devices/{id}/mute': ['PUT', '/devices/d/mute', MUTE],
  'DELETE /devices/{id}/mute': ['DELETE', '/devices/d/mute', ''],
  'PUT /sites/{id}/mute': ['PUT', '/sites/s/mute', MUTE],
  'DELETE /sites/{id}/mute': ['DELETE', '/sites/s/mute', ''],
}
const UNKNOWN = ['/nothing', '/%']
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE']

const ORIGIN = 'https://board.example'
const CREDENTIALS = [{}, { ...withKey, ...withBearer }]
const PREFLIGHT = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' }

/**
 * The environments of the processes. Variables that affect the same behaviour are in different ones, and those that have
 * nothing to do with each other share one, because starting a process takes longer than sending it all requests.
 */
const STARTS: readonly Readonly<Record<string, string>>[] = [
  {
    ...{ HOST: 'localhost', PORT: `${await freePort()}`, READ_FROM: 'replica', STARTUP_TIMEOUT: '5' },
    ...{ LOG_LEVEL: 'trace' },
  },
  { CHANGES: 'on', DEVICE_BASE_PATH: '/screens', MENU_BASE_PATH: '/food/api', MENU_MAX_AGE_SECONDS: '5' },
  {
    ...{ CORS_ORIGIN: `https://other.example,${ORIGIN}`, FRAME_ANCESTORS: 'https://cms.example' },
    ...{ CACHE_MAX_MB: '0', STREAM_TOKEN_SECRET: 'a-secret-of-16-characters', SHUTDOWN_TIMEOUT: '5' },
    ...{ HEADERS_TIMEOUT: '5', REQUEST_TIMEOUT: '6', KEEP_ALIVE_TIMEOUT: '3' },
  },
  {
    ...{ CHANGES: 'on', REQUESTS_PER_MINUTE: '100000', FAILURES_PER_MINUTE: '100' },
    ...{ CHANGES_PER_MINUTE: '100000', TRUST_PROXY: '10.0.0.0/8' },
    ...{ PUBLIC_URL: 'https://signage.example.com', WEBHOOK_ALLOW: '10.0.0.0/8' },
  },
  { CHANGES: 'on', WORKERS: '2', METRICS_PORT: `${await freePort()}` },
  {
    ...{ MAX_CONNECTIONS: '100', MAX_HEADER_BYTES: '8192', MAX_URL_BYTES: '1024' },
    ...{ MAX_EVENT_LOOP_DELAY_MS: '0' },
    ...{ HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '.example' },
  },
  { CHANGES: 'on', DATABASE_URL: await createPostgresDatabase() },
  { LOG_LEVEL: 'warn' },
  { LOG_LEVEL: 'silent' },
]

const directory = temporaryFolder()
const folder = join(directory, 'empty')
mkdirSync(folder)
const documentFile = join(directory, 'document.json')
writeFileSync(
  documentFile,
  JSON.stringify({
    ...devicesDocument(device('d', { site: 's', access: [{ user: 'ops', level: 'update' }] })),
    sites: [{ id: 's', name: 'Site', timezone: 'UTC' }],
    menus: [MENU],
    apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: Object.keys(SCOPES), menus: ['m'] }],
  }),
)

const named = STARTS.map((start) => [Object.keys(start).join(' and '), start] as const)

test.each(named)('all routes and methods work with other %s', async (_, environment) => {
  const options = await prepare(environment)
  const server = await startServing(options)
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const ledger = createLedger()

  for (const sent of requestsFor(environment)) {
    const response = await sendPatiently(agent, server.address, sent)
    const { method = 'GET', url } = sent
    ledger.record({
      method,
      url,
      status: response.statusCode,
      requestId: String(response.headers['x-request-id']),
    })
    expect(errorIn(sent, response, environment['CORS_ORIGIN']), `${method} ${url}`).toBeUndefined()
    const isChange = sent.headers?.['content-type'] !== undefined
    if (isChange && environment['CHANGES'] === 'on') expect(response.statusCode, url).toBeLessThan(300)
    else if (isChange) expect(response.statusCode, url).toBe(404)
  }
  await checkMetrics(environment['METRICS_PORT'])

  expect(server.isRunning()).toBe(true)
  expect(await server.stop('SIGTERM')).toBe(0)
  agent.destroy()
  expect(server.stderr()).toBe('')
  expect(server.lines().filter(({ level }) => level >= 50)).toEqual([])
  const hasRequestLines = !['warn', 'silent'].includes(environment['LOG_LEVEL'] ?? 'info')
  if (hasRequestLines) expect(ledger.errorsIn(server.lines())).toEqual([])
  else expect(server.lines().filter(({ level }) => level < 40)).toEqual([])
})

test('the matrix has every variable of the environment, each at a value that is not its default', () => {
  const defaults = Object.entries(Environment.properties).map(([name, { default: value }]) => [name, value])
  for (const [name, value] of defaults) {
    const values = STARTS.flatMap((start) => start[name] ?? [])
    expect(values, name).not.toEqual([])
    expect(values, name).not.toContain(value)
  }
  for (const name of STARTS.flatMap(Object.keys)) expect(Environment.properties).toHaveProperty(name)
})

test('the matrix has every route', async () => {
  const database = await openMemory()
  const app = await buildApp({ database })
  await app.ready()
  expect(routesIn(app.printRoutes({ commonPrefix: false, method: 'GET' }))).toEqual(Object.keys(ROUTES))
  const changing = await buildApp({ database, writableDatabase: database })
  const { paths } = (await changing.inject('/openapi.json')).json<{ paths: Record<string, object> }>()
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.filter((route) => !route.startsWith('GET ')).sort()).toEqual(Object.keys(CHANGES).sort())
  await Promise.all([app.close(), changing.close()])
  await database.close()
})

/** The paths in a printed tree of routes, in which each line has a part of a path. */
function routesIn(tree: string): string[] {
  const parents: string[] = []
  return tree
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = ''] = /^(.*?)[├└]── (\S+) \(/.exec(line) ?? []
      if (part === '') return []
      const depth = indent.length / 4
      parents[depth] = `${parents[depth - 1] ?? ''}${part}`
      return [parents[depth].replace(/(?<!\/)\*$/, '/*')]
    })
    .sort()
}

/** The options of an installed command, and a database with the import file. */
async function prepare(environment: Readonly<Record<string, string>>): Promise<CommandOptions> {
  const DATABASE_URL = join(directory, `${STARTS.indexOf(environment)}.db`)
  const options = { command: inject('command'), folder, environment: { DATABASE_URL, ...environment } }
  const given = { cwd: folder, environment: { HOME: folder, ...options.environment } }
  const { code, stderr } = await signage(['import', documentFile], given)
  expect(code, stderr).toBe(0)
  return options
}

function requestsFor(environment: Readonly<Record<string, string>>): HttpRequest[] {
  const { DEVICE_BASE_PATH = '', MENU_BASE_PATH = '' } = environment
  const placed = (url: string) => {
    if (/^\/(devices|fleet|sites)/.test(url)) return `${DEVICE_BASE_PATH}${url}`
    return url.startsWith('/v1') ? `${MENU_BASE_PATH}${url}` : url
  }
  const changes = Object.values(CHANGES)
  const urls = [...Object.values(ROUTES).flat(), ...changes.map(([, url]) => url), ...UNKNOWN].map(placed)
  const json = { origin: ORIGIN, ...withKey, ...withBearer, 'content-type': 'application/json' }
  const plain = urls.flatMap((url) => METHODS.map((method) => ({ method, url })))
  return [
    ...CREDENTIALS.flatMap((credentials) =>
      plain.map((sent) => ({ ...sent, headers: { origin: ORIGIN, ...credentials } })),
    ),
    ...changes.map(([method, url, payload]) => ({ method, url: placed(url), headers: json, payload })),
    ...urls.map((url) => ({ method: 'OPTIONS' as const, url, headers: { origin: ORIGIN, ...PREFLIGHT } })),
  ]
}

/** Repeats a request that was rejected because the machine is busy with other tests. */
async function sendPatiently(
  agent: Agent,
  address: string,
  sent: HttpRequest,
  patience = 20,
): Promise<HttpResponse> {
  const response = await sendOver(agent, address, sent)
  if (response.statusCode !== 503 || patience === 0) return response
  await sleep(Number(response.headers['retry-after']) * 1000)
  return sendPatiently(agent, address, sent, patience - 1)
}

function errorIn(
  { method, headers: sent = {} }: HttpRequest,
  response: HttpResponse,
  origins = '*',
): string | undefined {
  const { statusCode, headers, body } = response
  const hidden = hiddenHeaderOf(headers)
  if (hidden) return `the header ${hidden}, which no page may read: see EXPOSED_HEADERS in src/http/cors.ts`
  const allowed = origins === '*' ? '*' : ORIGIN
  if (statusCode >= 500) return `status ${statusCode}: ${body}`
  if (statusCode >= 400 && method !== 'HEAD' && !isErrorBody(body)) return `an error body of ${body}`
  if (headers['access-control-allow-origin'] !== allowed) return 'no page may read it'
  if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff'
  if (statusCode === 401 && !headers['www-authenticate']) return 'a 401 without WWW-Authenticate'
  if (statusCode === 405 && !headers['allow']) return 'a 405 without Allow'
  const isPreflight = 'access-control-request-method' in sent && statusCode !== 400
  if (isPreflight && headers['access-control-allow-methods'] === undefined) {
    return `a preflight that allows nothing: ${statusCode}`
  }
  return undefined
}

/** What pages may read anyway (Fetch, CORS-safelisted response-header names), or need not. */
const NOT_FOR_PAGES = new Set([
  ...[
    'cache-control',
    'content-language',
    'content-length',
    'content-type',
    'expires',
    'last-modified',
    'pragma',
  ],
  ...[
    'accept-ranges',
    'allow',
    'connection',
    'content-encoding',
    'date',
    'keep-alive',
    'location',
    'transfer-encoding',
  ],
  ...['content-security-policy', 'referrer-policy', 'service-worker-allowed', 'vary', 'www-authenticate'],
  ...['x-accel-buffering', 'x-content-type-options', 'x-frame-options'],
])

/** A header that pages of other origins cannot read, although nobody decided so. */
function hiddenHeaderOf(headers: HttpResponse['headers']): string | undefined {
  const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ')
  return Object.keys(headers).find(
    (name) => !NOT_FOR_PAGES.has(name) && !name.startsWith('access-control-') && !exposed.includes(name),
  )
}

function isErrorBody(body: string): boolean {
  const { message, ...others } = JSON.parse(body)
  return typeof message === 'string' && Object.keys(others).length === 0
}

async function checkMetrics(port: string | undefined): Promise<void> {
  if (port === undefined) return
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.status).toBe(200)
  const text = await response.text()
  for (const route of ['/devices/:id', '/v1/groups', '/docs/*']) expect(text).toContain(`route="${route}"`)
}
