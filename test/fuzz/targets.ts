import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { answerChecker, type Description } from '../support/description.ts'
import type { Places } from './request.ts'

/** A service under test. */
export interface Target {
  readonly app: FastifyInstance
  readonly port: number
  readonly places: Places
  readonly origins: '*' | readonly string[]
  readonly check: ReturnType<typeof answerChecker>
}

const KEYS = ['fuzz-key-of-everything', 'fuzz-key-of-no-scope', 'fuzz-key-that-was-revoked'] as const
const [everything, noScope, revoked] = KEYS
const key = { user: 'ops', menus: ['m'], scopes: [] }
const device = { timezone: 'UTC', access: [{ user: 'ops', level: 'read' }] }
const child = { name: 'Child', tags: ['a', 'b'], items: [{ name: 'Soup', price: 8 }] }

/** What the services under test hold; nothing of it looks like a marker. */
export const FUZZ_DOCUMENT = {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [
    { ...device, id: 'd', name: 'Front Lobby' },
    { ...device, id: 'aa:bb:cc:dd:ee:ff', name: 'Föyer 💥' },
  ],
  menus: ['m', 'n'].map((id) => ({
    id,
    name: id,
    groups: [{ id: `${id}-g`, name: 'Group', tags: ['a'], groups: [{ ...child, id: `${id}-g2` }] }],
  })),
  apiKeys: [
    { ...key, key: everything, name: 'all', scopes: ['device:read'] },
    { ...key, key: noScope, name: 'menus' },
    { ...key, key: revoked, name: 'revoked', revokedAt: '2020-01-01T00:00:00Z' },
  ],
}

/** As by default, but for the load that is too much: a machine may be busy with other tests. */
const LIMITS = {
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 72_000,
  maxConnections: 10_000,
  maxHeaderBytes: 32_768,
  maxUrlBytes: 16_384,
  maxEventLoopDelayMs: 0,
}

/** What an app under test is told. */
export interface Settings {
  readonly limits: typeof LIMITS
  readonly deviceBasePath: string
  readonly menuBasePath: string
  readonly corsOrigin: '*' | readonly string[]
  readonly menuMaxAgeSeconds: number
  readonly rateLimits: { readonly requestsPerMinute: number; readonly failuresPerMinute: number }
  readonly stopping: AbortSignal
}

/** Streams end as soon as they have begun: else there would be no end to wait for. */
const stopping = AbortSignal.abort()

const SETTINGS: readonly Settings[] = [
  {
    limits: LIMITS,
    deviceBasePath: '',
    menuBasePath: '',
    corsOrigin: '*',
    menuMaxAgeSeconds: 0,
    rateLimits: { requestsPerMinute: 0, failuresPerMinute: 0 },
    stopping,
  },
  {
    limits: LIMITS,
    deviceBasePath: '/screens',
    menuBasePath: '/food/api',
    corsOrigin: ['https://board.example'],
    menuMaxAgeSeconds: 5,
    rateLimits: { requestsPerMinute: 1_000_000, failuresPerMinute: 300 },
    stopping,
  },
]

/** Starts a service as it is by default, and one in which everything is set to something else. */
export function startTargets(build: (settings: Settings) => Promise<FastifyInstance>): Promise<Target[]> {
  return Promise.all(SETTINGS.map(async (settings) => startTarget(await build(settings), settings)))
}

async function startTarget(app: FastifyInstance, settings: Settings): Promise<Target> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const { deviceBasePath, menuBasePath, corsOrigin } = settings
  const description = (await app.inject('/openapi.json')).json<Description>()
  const paths = Object.entries(description.paths).map(([path, answers]) => [
    path.replace(path.startsWith(`${deviceBasePath}/d`) ? deviceBasePath : menuBasePath, ''),
    answers,
  ])
  return {
    app,
    port,
    places: { deviceBasePath, menuBasePath, keys: KEYS },
    origins: corsOrigin,
    check: answerChecker({ ...description, paths: Object.fromEntries(paths) }),
  }
}
