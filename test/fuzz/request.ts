import { METHODS } from 'node:http'
import type { Random } from './random.ts'
import { headerValue, urlValue } from './values.ts'

/** A request that is well-formed HTTP, with any content. */
export interface FuzzedRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** The base paths of a service under test, and keys to send to it. */
export interface Places {
  readonly deviceBasePath: string
  readonly menuBasePath: string
  readonly keys: readonly string[]
}

const OTHER_METHODS = METHODS.filter((method) => method !== 'CONNECT')
const PARAMETERS = [
  ...['menus', 'groups', 'tags', 'depth', 'page', 'pageSize', 'token'],
  ...['is_online', 'ids', 'page', 'page_size'],
  ...['id', 'state', 'site', 'search', 'cursor', 'limit'],
]
const ODD_PARAMETERS = [
  '__proto__',
  'constructor',
  'toString',
  'menus[]',
  'menus[a]',
  'X-API-Key',
  'api_key',
  '',
]
const ODD_HEADERS = [
  'Accept',
  'Accept-Encoding',
  'If-None-Match',
  'If-Modified-Since',
  'Range',
  'Origin',
  'Access-Control-Request-Method',
  'Access-Control-Request-Headers',
  'X-Request-Id',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-HTTP-Method-Override',
  'Forwarded',
  'Cookie',
  'Content-Type',
  'Accept-Version',
  'Last-Event-ID',
  'Upgrade',
  '__proto__',
  'constructor',
]

const MEDIA_TYPES = [
  'application/merge-patch+json',
  'application/json; charset=latin1',
  'text/plain',
  'multipart/form-data',
  ';',
]
const BODIES = [
  '',
  '{}',
  '{"inStock":false}',
  '{"inStock":true,"price":7.5,"tags":["a"]}',
  '{"inStock":false,"inStockAgainAt":"2099-01-01T00:00:00Z"}',
  '{"inStockAgainAt":"MARKER"}',
  '{"price":"MARKER"}',
  '{"price":-1e400}',
  '{"until":"2099-01-01T00:00:00Z"}',
  '{"until":"MARKER"}',
  '{"name":""}',
  '{"name":"MARKER","menus":["changed"],"scopes":["menu:write"]}',
  '{"tags":["MARKER",null]}',
  '{"id":"changed","name":"m","groups":[]}',
  '{"name":"m","groups":[{"name":"g","items":[{"name":"i"},{"name":5}]}]}',
  '{"name":"m","groups":[{"id":"n-g","name":"MARKER"}]}',
  '{"name":"m","groups":"MARKER"}',
  '{"__proto__":{"name":"m"}}',
  `{"name":"m","groups":${'['.repeat(2000)}`,
  `${'{"groups":['.repeat(300)}${']}'.repeat(300)}`,
  '"MARKER"',
  'MARKER',
]

/** Generates a request that contains the marker in as many places as possible. */
export function makeRequest(random: Random, places: Places, marker: string): FuzzedRequest {
  if (random.chance(0.15)) return makeChange(random, places, marker)
  const method = random.chance(0.7) ? 'GET' : random.pick(['HEAD', 'OPTIONS', ...OTHER_METHODS])
  const headers: [string, string][] = []
  if (random.chance(0.6)) headers.push(...credentials(random, places, marker))
  while (random.chance(0.4)) headers.push([random.pick(ODD_HEADERS), headerValue(random, marker)])
  if (random.chance(0.05)) headers.push([`x-${marker}`, marker])
  const body = random.chance(0.15) ? random.pick(['{', '{"X-API-Key":"', 'a=', '\0\r\n\r\n']) + marker : ''
  return { method, url: makeUrl(random, places, marker), headers, body }
}

/** Generates a request to a route that changes something. Most bodies are almost valid. */
function makeChange(random: Random, places: Places, marker: string): FuzzedRequest {
  const { deviceBasePath, menuBasePath } = places
  const id = (known: string) => (random.chance(0.7) ? known : urlValue(random, marker))
  const [method, url] = random.pick([
    () => ['PATCH', `${menuBasePath}/v1/items/${id('changed-soup')}`],
    () => ['PATCH', `${menuBasePath}/v1/items/${id('changed-soup')}?menu=${id('changed')}`],
    () => ['PUT', `${menuBasePath}/v1/menus/${id('changed')}`],
    () => [
      'PUT',
      `${menuBasePath}/v1/menus/${id('changed')}?allowRemovals=${random.pick(['true', 'false', 'x', ''])}`,
    ],
    () => ['POST', `${menuBasePath}/v1/keys`],
    () => ['POST', `${deviceBasePath}/devices/${id('reported')}/heartbeats`],
    () => [random.pick(['PUT', 'DELETE']), `${deviceBasePath}/devices/${id('reported')}/mute`],
    () => [random.pick(['PUT', 'DELETE']), `${deviceBasePath}/sites/${id('reported')}/mute`],
  ] as const)()
  const type = random.chance(0.85) ? 'application/json' : random.pick(MEDIA_TYPES)
  const key = places.keys.at(-1) ?? ''
  const own: [string, string][] = [
    ['Authorization', `Bearer ${key}`],
    ['X-API-Key', key],
  ]
  const sent = random.chance(0.8) ? own : credentials(random, places, marker)
  const headers: [string, string][] = [...sent, ['Content-Type', type]]
  return { method: method ?? '', url: url ?? '', headers, body: makeBody(random, marker) }
}

function makeBody(random: Random, marker: string): string {
  const body = random.pick(BODIES).replaceAll('MARKER', marker)
  if (random.chance(0.7)) return body
  const place = random.below(body.length + 1)
  return (
    body.slice(0, place) +
    random.pick(['', '"', '}', '[', '\0', '\xff', '\\u0000']) +
    body.slice(place + random.below(3))
  )
}

function credentials(random: Random, { keys }: Places, marker: string): [string, string][] {
  const key = () => (random.chance(0.7) ? random.pick(keys) : headerValue(random, marker))
  const bearer = (): [string, string] => [
    'Authorization',
    `${random.pick(['Bearer', 'bearer', 'Basic', '', 'Bearer Bearer'])} ${key()}`,
  ]
  const apiKey = (): [string, string] => ['X-API-Key', key()]
  const plain: [string, string][] = [
    ['Authorization', `Bearer ${random.pick(keys)}`],
    ['X-API-Key', random.pick(keys)],
  ]
  return random.pick([plain, plain, [bearer()], [apiKey()], [apiKey(), bearer()], [apiKey(), apiKey()]])
}

function makeUrl(random: Random, places: Places, marker: string): string {
  const path = makePath(random, places, marker)
  if (random.chance(0.3)) return path
  return `${path}?${makeQuery(random, marker)}`
}

function makePath(random: Random, { deviceBasePath, menuBasePath }: Places, marker: string): string {
  const value = () => urlValue(random, marker)
  return random.pick([
    () => `${deviceBasePath}/devices`,
    () => `${deviceBasePath}/devices/d`,
    () => `${deviceBasePath}/devices/${value()}`,
    () => `${deviceBasePath}/devices/${value()}/`,
    () => `${deviceBasePath}/devices/${random.pick(['d', value()])}/outages`,
    () => `${deviceBasePath}/fleet`,
    () => `${deviceBasePath}/fleet?cursor=${fleetCursor(random, marker)}`,
    () => `${menuBasePath}/v1/menus`,
    () => `${menuBasePath}/v1/menus/`,
    () => `${menuBasePath}/v1/menus/options`,
    () => `${menuBasePath}/v1/menus/m/groups/options`,
    () => `${menuBasePath}/v1/menus/${value()}/groups/options`,
    () => `${menuBasePath}/v1/groups`,
    () => `${menuBasePath}/v1/groups`,
    () => `${menuBasePath}/v1/groups/${value()}`,
    () => `${menuBasePath}/v1/groups/stream`,
    () => `${menuBasePath}/v1/groups/stream?token=${value()}`,
    () => `${menuBasePath}/v1/stream-token`,
    () =>
      random.pick([
        '/',
        '/app',
        '/app/menus',
        '/app/stock',
        '/app/board',
        '/tv',
        '/app/shared/icon.svg',
        `/app/${value()}`,
      ]),
    () => random.pick(['/livez', '/readyz', '/openapi.json', '/docs', `/docs/${value()}`]),
    () => `/${value()}`,
    () => `/${random.times(random.below(40), value).join('/')}`,
  ])()
}

/** A cursor that is almost one of ours. */
function fleetCursor(random: Random, marker: string): string {
  const text = () => random.pick([marker, '', '\0', '\ud800', '2026-01-01T00:00:00Z', null, 5])
  const cursor = [
    random.pick(['outage', 'name', 'x']),
    random.pick(['site', 'none']),
    random.pick([null, [text(), text(), text()]]),
    random.pick(['offline', 'online', marker]),
    text(),
    text(),
    text(),
  ]
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

function makeQuery(random: Random, marker: string): string {
  const count = random.chance(0.02) ? random.below(2000) : random.below(6)
  return random
    .times(count, () => {
      const name = random.chance(0.8) ? random.pick(PARAMETERS) : random.pick([...ODD_PARAMETERS, marker])
      return random.chance(0.05) ? name : `${name}=${urlValue(random, marker)}`
    })
    .join(random.pick(['&', '&', ';', '&&']))
}

/** The bytes of a request as they are sent, one character (Latin-1) for each byte. */
export function toBytes({ method, url, headers, body }: FuzzedRequest): string {
  const length: [string, string][] = body === '' ? [] : [['Content-Length', String(body.length)]]
  const lines = [['Host', 'service.example'], ...length, ...headers].map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  return `${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
