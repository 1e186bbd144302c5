import { readFileSync, writeFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { DEFAULT_RATE_LIMITS } from '../src/auth/rate-limits.ts'
import { readConfig as readAnyConfig, readServerConfig } from '../src/config/config.ts'
import { Environment } from '../src/config/environment.ts'
import { DEFAULT_LIMITS } from '../src/http/server/limits.ts'
import { temporaryFolder } from './support/database.ts'

/** Reads no file `.env`. */
const readConfig = (environment: NodeJS.ProcessEnv) =>
  readAnyConfig({ NODE_ENV: 'production', ...environment })

test('the defaults apply if no variable is set', () => {
  expect(readConfig({})).toEqual({
    host: '0.0.0.0',
    port: 3000,
    databaseUrl: 'sqlite:./data/signage.db',
    readFrom: 'primary',
    startupTimeoutMs: 60_000,
    allowsChanges: false,
    workers: 1,
    metricsAddress: undefined,
    shutdownTimeoutMs: 10_000,
    logLevel: 'info',
    app: {
      deviceBasePath: '',
      menuBasePath: '',
      menuMaxAgeSeconds: 0,
      cacheMaxBytes: 67_108_864,
      corsOrigin: '*',
      frameAncestors: [],
      limits: DEFAULT_LIMITS,
      rateLimits: DEFAULT_RATE_LIMITS,
      streamTokenSecret: '',
      trustedProxies: [],
      publicUrl: '',
      webhookAllow: [],
      proxies: { https: undefined, http: undefined, except: [] },
    },
  })
})

test('all defaults are valid values, an empty one counts as not set, and the configuration is frozen', () => {
  const defaults = Object.entries(Environment.properties).map(([name, schema]) => [name, schema.default])
  expect(readConfig(Object.fromEntries(defaults))).toEqual(readConfig({}))
  expect(readConfig({ PORT: '', LOG_LEVEL: '', DATABASE_URL: '' })).toEqual(readConfig({}))
  expect(Object.isFrozen(readConfig({}))).toBe(true)
})

/** A value for each variable that differs from its default. */
const set = {
  HOST: '127.0.0.1',
  PORT: '8080',
  DATABASE_URL: '/var/lib/signage.db',
  READ_FROM: 'replica',
  STARTUP_TIMEOUT: '5',
  CHANGES: 'on',
  DEVICE_BASE_PATH: '/dashboard/api',
  MENU_BASE_PATH: '/menus',
  MENU_MAX_AGE_SECONDS: '15',
  WORKERS: '3',
  CACHE_MAX_MB: '2',
  CORS_ORIGIN: 'https://a.example, https://b.example:8443',
  FRAME_ANCESTORS: 'https://cms.example, http://10.0.0.7:8080',
  HEADERS_TIMEOUT: '1',
  REQUEST_TIMEOUT: '2',
  KEEP_ALIVE_TIMEOUT: '3',
  MAX_CONNECTIONS: '4',
  MAX_HEADER_BYTES: '5000',
  MAX_URL_BYTES: '6000',
  MAX_EVENT_LOOP_DELAY_MS: '50',
  REQUESTS_PER_MINUTE: '8',
  FAILURES_PER_MINUTE: '9',
  CHANGES_PER_MINUTE: '10',
  STREAM_TOKEN_SECRET: 'sixteen-letters!',
  TRUST_PROXY: '10.0.0.0/8, ::1, 192.0.2.7',
  PUBLIC_URL: 'https://signage.example.com',
  WEBHOOK_ALLOW: '10.0.0.0/8, fd00::1',
  HTTPS_PROXY: 'http://u:p@proxy.example:3128',
  HTTP_PROXY: '10.0.0.1:8080',
  NO_PROXY: '.lan, 10.0.0.0/8 a.example',
  METRICS_PORT: '9100',
  SHUTDOWN_TIMEOUT: '7',
  LOG_LEVEL: 'warn',
}

test.each(['0.0.0.0', '::', '::1', 'fe80::1%eth0', 'localhost', 'signage_1.example.com'])(
  'HOST can be %s',
  (host) => {
    expect(readConfig({ HOST: host }).host).toBe(host === 'localhost' ? '127.0.0.1' : host)
  },
)

test('a variable that is set overrides its default', () => {
  expect(readConfig(set)).toEqual({
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: '/var/lib/signage.db',
    readFrom: 'replica',
    startupTimeoutMs: 5000,
    allowsChanges: true,
    workers: 3,
    metricsAddress: { host: '127.0.0.1', port: 9100 },
    shutdownTimeoutMs: 7000,
    logLevel: 'warn',
    app: {
      deviceBasePath: '/dashboard/api',
      menuBasePath: '/menus',
      menuMaxAgeSeconds: 15,
      cacheMaxBytes: 2_097_152,
      corsOrigin: ['https://a.example', 'https://b.example:8443'],
      frameAncestors: ['https://cms.example', 'http://10.0.0.7:8080'],
      limits: {
        headersTimeoutMs: 1000,
        requestTimeoutMs: 2000,
        keepAliveTimeoutMs: 3000,
        maxConnections: 4,
        maxHeaderBytes: 5000,
        maxUrlBytes: 6000,
        maxEventLoopDelayMs: 50,
      },
      rateLimits: { requestsPerMinute: 8, failuresPerMinute: 9, changesPerMinute: 10 },
      streamTokenSecret: 'sixteen-letters!',
      trustedProxies: ['10.0.0.0/8', '::1', '192.0.2.7'],
      publicUrl: 'https://signage.example.com',
      webhookAllow: ['10.0.0.0/8', 'fd00::1'],
      proxies: {
        https: new URL('http://u:p@proxy.example:3128'),
        http: new URL('http://10.0.0.1:8080'),
        except: ['.lan', '10.0.0.0/8', 'a.example'],
      },
    },
  })
})

describe('the prefix SIGNAGE_', () => {
  const prefixed = Object.fromEntries(Object.entries(set).map(([name, value]) => [`SIGNAGE_${name}`, value]))

  test('works with each variable', () => {
    expect(Object.keys(set)).toEqual(Object.keys(Environment.properties))
    expect(readConfig(prefixed)).toEqual(readConfig(set))
  })

  test('takes precedence over the plain name unless the value is empty', () => {
    const others = Object.fromEntries(Object.keys(set).map((name) => [name, 'not valid, and not read']))
    expect(readConfig({ ...others, ...prefixed })).toEqual(readConfig(set))
    expect(readConfig({ PORT: '1', SIGNAGE_PORT: '' })).toMatchObject({ port: 1 })
  })
})

describe('the message about an invalid value names the variable, what it must be, and the value unless it may be secret', () => {
  test.each([
    ...['true', '10.0.0.0/33', '10.0.0.1/x'].map((ranges) => [
      'TRUST_PROXY',
      ranges,
      `TRUST_PROXY must be addresses or ranges such as 10.0.0.0/8, separated by commas, not "${ranges}".`,
    ]),
    ...['signage.example.com', 'https://signage.example.com/'].map((url) => [
      'PUBLIC_URL',
      url,
      `PUBLIC_URL must be empty or a URL such as https://signage.example.com, without a slash at its end.`,
    ]),
    [
      'WEBHOOK_ALLOW',
      'ntfy.lan',
      'WEBHOOK_ALLOW must be addresses or ranges such as 10.0.0.0/8, separated by commas.',
    ],
    ['READ_FROM', 'standby', 'READ_FROM must be primary or replica, not "standby".'],
    ['PORT', 'x', 'PORT must be a whole number from 0 to 65535, not "x".'],
    ['SIGNAGE_PORT', 'x', 'SIGNAGE_PORT must be a whole number from 0 to 65535, not "x".'],
    ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536".'],
    ['WORKERS', '0', 'WORKERS must be a whole number from 1 to 256, or auto, not "0".'],
    ['WORKERS', 'many', 'WORKERS must be a whole number from 1 to 256, or auto, not "many".'],
    ['HOST', 'a b', 'HOST must be an address or a host name, not "a b".'],
    ['CHANGES', 'yes', 'CHANGES must be on or off, not "yes".'],
    [
      'MENU_BASE_PATH',
      '/api/',
      'MENU_BASE_PATH must be empty or a path such as /api, without a slash at its end, not "/api/".',
    ],
    ['MENU_MAX_AGE_SECONDS', '-1', 'MENU_MAX_AGE_SECONDS must be a whole number from 0 to 86400, not "-1".'],
    ...['https://*.example', 'https://A.example', 'https://a.example:443', 'https://é.example', ''].map(
      (text) => [
        'CORS_ORIGIN',
        `${text},http://b.example`,
        `CORS_ORIGIN must be * or origins as browsers send them, such as https://board.example, separated by commas, not "${text},http://b.example".`,
      ],
    ),
    ...["'self'", '*', 'https://a.example;', 'https://a.example/x'].map((origins) => [
      'FRAME_ANCESTORS',
      origins,
      `FRAME_ANCESTORS must be origins such as https://cms.example, separated by commas, not "${origins}".`,
    ]),
    [
      'STREAM_TOKEN_SECRET',
      'too-short',
      'STREAM_TOKEN_SECRET must be empty, or at least 16 characters without quotation marks around them.',
    ],
    [
      'STREAM_TOKEN_SECRET',
      '"sixteen-letters!"',
      'STREAM_TOKEN_SECRET must be empty, or at least 16 characters without quotation marks around them.',
    ],
    ...['postgres://me:secret@db/signage', 'PORT=3000', `sgn_${'x'.repeat(40)}`, 'x'.repeat(64)].map(
      (value) => ['PORT', value, 'PORT must be a whole number from 0 to 65535.'],
    ),
    ['HOST', 'postgres://me:secret@db/signage', 'HOST must be an address or a host name.'],
    ['HOST', '"0.0.0.0"', 'HOST must be an address or a host name, not ""0.0.0.0"".'],
    ['PORT', '3000\r', 'PORT must be a whole number from 0 to 65535, not "3000\\r".'],
    [
      'LOG_LEVEL',
      'loud',
      'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
    ],
  ])('%s=%s', (name, value, message) => {
    expect(() => readConfig({ [name]: value })).toThrow(
      expect.objectContaining({ name: 'ConfigError', message }),
    )
  })

  test.each(['PORT', 'SIGNAGE_PORT'])('%s is not that of the metrics, unless both are 0', (name) => {
    const both = (port: string) => ({ NODE_ENV: 'production', [name]: port, METRICS_PORT: port })
    expect(readServerConfig(both('0'))).toMatchObject({ port: 0, metricsAddress: undefined })
    expect(() => readServerConfig(both('9100'))).toThrow(
      'Metrics and the service have the same port 9100: set METRICS_PORT to another.',
    )
    expect(readConfig(both('9100'))).toMatchObject({ port: 9100 })
  })

  test('all errors are reported at once', () => {
    const invalid = { PORT: 'x', LOG_LEVEL: 'loud', MENU_BASE_PATH: '?' }
    expect(() => readConfig(invalid)).toThrow(/^PORT .*\nMENU_BASE_PATH .*\nLOG_LEVEL .*$/)
  })
})

test('.env.example lists every variable with its default and a one-line description', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const variables = Object.entries(Environment.properties)
  expect(parseEnv(text)).toEqual(
    Object.fromEntries(variables.map(([name, schema]) => [name, String(schema.default)])),
  )
  for (const [name, { description }] of variables) expect(text).toContain(`# ${description}\n${name}=`)
})

describe('.env', () => {
  function enterFolderWith(content: string | Buffer): void {
    const before = process.cwd()
    onTestFinished(() => process.chdir(before))
    process.chdir(temporaryFolder())
    writeFileSync('.env', content)
  }

  test('is read in development but not in production, and the environment takes precedence over it', () => {
    enterFolderWith('\ufeffPORT=4000\nLOG_LEVEL=debug\n')
    expect(readAnyConfig({ LOG_LEVEL: 'error' })).toMatchObject({ port: 4000, logLevel: 'error' })
    expect(readConfig({ LOG_LEVEL: 'error' })).toMatchObject({ port: 3000 })
    writeFileSync('.env', 'SIGNAGE_PORT=4000\nHTTP_PROXY=a.example')
    const environment = { PORT: '5000', http_proxy: 'b.example' }
    expect(readAnyConfig(environment)).toMatchObject({
      port: 5000,
      app: { proxies: { http: new URL('http://b.example') } },
    })
  })

  test.each(['\ufeffPORT=4000', 'PORT=4000'])('is refused if it is not UTF-8: %j', (text) => {
    enterFolderWith(Buffer.from(text, 'utf16le'))
    expect(() => readAnyConfig({})).toThrow('The file .env cannot be read (it is not UTF-8 text)')
  })
})
