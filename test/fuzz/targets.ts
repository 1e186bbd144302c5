import { freePort } from '../../bench/machine/free-port.ts'
import { type CommandOptions, type LogLine, runCommand, startServing } from '../support/command.ts'
import { createResponseChecker, type Description } from '../support/description.ts'
import { createLedger, type Ledger } from '../support/ledger.ts'
import type { Places } from './request.ts'

/** A process under test. */
export interface Target {
  readonly port: number
  readonly metricsPort: string
  /** Whether it has rejected requests because of overload. */
  readonly wasOverloaded: () => boolean
  readonly ledger: Ledger
  readonly places: Places
  readonly origins: '*' | readonly string[]
  readonly check: ReturnType<typeof createResponseChecker>
  /** Stops the process. @returns its errors up to the end */
  readonly stop: () => Promise<string[]>
}

const KEYS = [
  'fuzz-key-of-everything',
  'fuzz-key-of-no-scope',
  'fuzz-key-that-was-revoked',
  'fuzz-key-of-changes',
] as const
const [everything, noScope, revoked, changing] = KEYS
const key = { user: 'ops', menus: ['m'], scopes: [] }
const device = { timezone: 'UTC', access: [{ user: 'ops', level: 'read' }] }
const child = (menu: string) => ({
  id: `${menu}-g2`,
  name: 'Child',
  tags: ['a', 'b'],
  items: [{ id: `${menu}-soup`, name: 'Soup', price: 8 }],
})

/** The data of the services under test. Only the menu and the device of the last key change. It contains no text that looks like a marker. */
const FUZZ_DOCUMENT = {
  users: ['ops', 'kitchen'].map((id) => ({ id, name: id })),
  devices: [
    { ...device, id: 'd', name: 'Front Lobby' },
    { ...device, id: 'reported', name: 'Kitchen', access: [{ user: 'kitchen', level: 'update' }] },
    { ...device, id: 'aa:bb:cc:dd:ee:ff', name: 'Föyer 💥' },
  ],
  menus: ['m', 'n', 'changed'].map((id) => ({
    id,
    name: id,
    groups: [{ id: `${id}-g`, name: 'Group', tags: ['a'], groups: [child(id)] }],
  })),
  apiKeys: [
    { ...key, key: everything, name: 'all', scopes: ['device:read'] },
    {
      key: changing,
      name: 'changes',
      user: 'kitchen',
      scopes: ['device:heartbeat', 'menu:write', 'alert:mute', 'key:write'],
      menus: ['changed'],
    },
    { ...key, key: noScope, name: 'menus' },
    { ...key, key: revoked, name: 'revoked', revokedAt: '2020-01-01T00:00:00Z' },
  ],
}

/** A service with default settings, and one in which most settings differ from their defaults. */
const SETTINGS: readonly Readonly<Record<string, string>>[] = [
  {},
  {
    CHANGES: 'on',
    DEVICE_BASE_PATH: '/screens',
    MENU_BASE_PATH: '/food/api',
    MENU_MAX_AGE_SECONDS: '5',
    CACHE_MAX_MB: '1',
    CORS_ORIGIN: 'https://board.example',
    FRAME_ANCESTORS: 'https://cms.example',
    HEADERS_TIMEOUT: '9',
    REQUEST_TIMEOUT: '20',
    KEEP_ALIVE_TIMEOUT: '20',
    MAX_CONNECTIONS: '1000',
    MAX_HEADER_BYTES: '40000',
    MAX_URL_BYTES: '8192',
    MAX_EVENT_LOOP_DELAY_MS: '0',
    REQUESTS_PER_MINUTE: '1000000',
    FAILURES_PER_MINUTE: '100',
    CHANGES_PER_MINUTE: '1000000',
    STREAM_TOKEN_SECRET: 'a-secret-of-16-characters',
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_URL: 'https://signage.example.com',
    WEBHOOK_ALLOW: '127.0.0.1',
    SHUTDOWN_TIMEOUT: '5',
  },
]

const ERROR_LEVEL = 50

/** Imports the data, and starts a process for each of the settings. All processes use the same database. */
export async function startTargets(
  options: Omit<CommandOptions, 'environment'>,
  databaseUrl: string,
): Promise<Target[]> {
  const environment = { DATABASE_URL: databaseUrl }
  const { code, stderr } = await runCommand(
    { ...options, environment },
    ['import', '-'],
    JSON.stringify(FUZZ_DOCUMENT),
  )
  if (code !== 0) throw new Error(stderr)
  return Promise.all(SETTINGS.map((settings) => startTarget(options, { ...environment, ...settings })))
}

async function startTarget(
  options: Omit<CommandOptions, 'environment'>,
  environment: Readonly<Record<string, string>>,
): Promise<Target> {
  const {
    DEVICE_BASE_PATH: deviceBasePath = '',
    MENU_BASE_PATH: menuBasePath = '',
    CORS_ORIGIN,
  } = environment
  const metricsPort = `${await freePort()}`
  const server = await startServing({
    ...options,
    environment: { METRICS_PORT: metricsPort, ...environment },
  })
  const ledger = createLedger()
  return {
    port: Number(new URL(server.address).port),
    metricsPort,
    wasOverloaded: () => server.lines().some(({ msg }) => msg.startsWith('overloaded')),
    ledger,
    places: { deviceBasePath, menuBasePath, keys: KEYS },
    origins: CORS_ORIGIN === undefined ? '*' : [CORS_ORIGIN],
    check: createResponseChecker(
      withoutBasePaths(await describe(server.address), deviceBasePath, menuBasePath),
    ),
    async stop() {
      if (!server.isRunning())
        return [`The process exited unexpectedly: ${server.stderr()}${errorsIn(server.lines())}`]
      const code = await server.stop('SIGTERM')
      return [
        ...(code === 0 ? [] : [`The process exited with ${code} on SIGTERM.`]),
        ...(server.stderr() === '' ? [] : [`The process wrote to stderr: ${server.stderr()}`]),
        ...errorsIn(server.lines()),
        ...ledger.errorsIn(server.lines()),
      ]
    },
  }
}

async function describe(address: string): Promise<Description> {
  const response = await fetch(`${address}/openapi.json`)
  const description: Description = JSON.parse(await response.text())
  return description
}

function withoutBasePaths(
  description: Description,
  deviceBasePath: string,
  menuBasePath: string,
): Description {
  const paths = Object.entries(description.paths).map(([path, operations]) => [
    path.replace(path.startsWith(`${deviceBasePath}/d`) ? deviceBasePath : menuBasePath, ''),
    operations,
  ])
  return { ...description, paths: Object.fromEntries(paths) }
}

function errorsIn(lines: readonly LogLine[]): string[] {
  return lines.filter(({ level }) => level >= ERROR_LEVEL).map((line) => JSON.stringify(line))
}
