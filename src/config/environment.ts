import { type Static, Type } from '@sinclair/typebox'
import { DEFAULT_CACHE_MAX_BYTES } from '../app-options.ts'
import { DEFAULT_RATE_LIMITS } from '../auth/rate-limits.ts'
import { DEFAULT_LIMITS } from '../http/server/limits.ts'
import { addressRanges, basePath, databaseUrl, origins, proxyAddress, wholeNumberSetting } from './rules.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every environment variable that the service reads, with its default and its meaning. */
export const Environment = Type.Object({
  HOST: Type.String({
    default: '0.0.0.0',
    mustBe: 'an address or a host name',
    pattern: '^[A-Za-z0-9._:%-]+$',
    description: 'Address to listen on. Use 127.0.0.1 to accept connections from this machine only.',
  }),
  PORT: wholeNumberSetting(0, 65_535, {
    default: '3000',
    description: 'Port to listen on. 0 picks a free port.',
  }),
  DATABASE_URL: databaseUrl({
    default: 'sqlite:./data/signage.db',
    description:
      'The database. SQLite: a path, or a file: or sqlite: URL; sqlite::memory: is lost when the process ends. PostgreSQL: ' +
      'postgres://user:password@host1:5432,host2:5432/name?sslmode=verify-full&pool_size=10; without sslmode, connections are not encrypted.',
  }),
  READ_FROM: Type.Union([Type.Literal('primary'), Type.Literal('replica')], {
    default: 'primary',
    mustBe: 'primary or replica',
    description:
      'Which server to read from if DATABASE_URL names several PostgreSQL servers. A replica, also called a standby, may lag behind.',
  }),
  STARTUP_TIMEOUT: wholeNumberSetting(0, 3600, {
    default: '60',
    description: 'Seconds that serve and migrate wait for a database server that is unavailable.',
  }),
  CHANGES: Type.Union([Type.Literal('off'), Type.Literal('on')], {
    default: 'off',
    mustBe: 'on or off',
    description:
      'Whether menus can be changed, heartbeats reported, alerts muted and keys created over HTTP, by keys with the scopes menu:write, device:heartbeat, alert:mute and key:write.',
  }),
  DEVICE_BASE_PATH: basePath('Path prefix of the device interface.'),
  MENU_BASE_PATH: basePath('Path prefix of the menu interface.'),
  MENU_MAX_AGE_SECONDS: wholeNumberSetting(0, 86_400, {
    default: '0',
    description:
      'Seconds that a client may reuse a menu response without revalidating it. 0 means that it always revalidates.',
  }),
  WORKERS: Type.String({
    default: '1',
    pattern: '^(auto|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-6])$',
    mustBe: 'a whole number from 1 to 256, or auto',
    description: 'Number of processes that serve requests on the same port. auto starts one per processor.',
  }),
  CACHE_MAX_MB: wholeNumberSetting(0, 65_536, {
    default: String(DEFAULT_CACHE_MAX_BYTES / 1024 / 1024),
    description:
      'Mebibytes (1,048,576 bytes) of memory for cached menu responses, per process. 0 disables the cache.',
  }),
  CORS_ORIGIN: origins({
    default: '*',
    description:
      'Origins of the web pages that may call the service: * for all, or a list separated by commas.',
  }),
  FRAME_ANCESTORS: Type.String({
    default: '',
    pattern: '^(https?://[^\\s,/;]+(\\s*,\\s*https?://[^\\s,/;]+)*)?$',
    mustBe: 'origins such as https://cms.example, separated by commas',
    description:
      'Origins of the web sites that may show the pages in a frame, separated by commas. Empty allows none.',
  }),
  HEADERS_TIMEOUT: wholeNumberSetting(1, 600, {
    default: String(DEFAULT_LIMITS.headersTimeoutMs / 1000),
    description: 'Seconds within which the headers of a request must arrive.',
  }),
  REQUEST_TIMEOUT: wholeNumberSetting(1, 600, {
    default: String(DEFAULT_LIMITS.requestTimeoutMs / 1000),
    description: 'Seconds within which a whole request must arrive.',
  }),
  KEEP_ALIVE_TIMEOUT: wholeNumberSetting(1, 3600, {
    default: String(DEFAULT_LIMITS.keepAliveTimeoutMs / 1000),
    description:
      'Seconds after which an idle connection is closed. Behind a proxy, set it higher than the idle timeout of the proxy.',
  }),
  MAX_CONNECTIONS: wholeNumberSetting(1, 1_000_000, {
    default: String(DEFAULT_LIMITS.maxConnections),
    description: 'Maximum number of open connections per process. Further connections are closed at once.',
  }),
  MAX_HEADER_BYTES: wholeNumberSetting(1024, 1_048_576, {
    default: String(DEFAULT_LIMITS.maxHeaderBytes),
    description: 'Maximum size of the request headers in bytes, including the URL. Larger requests get 431.',
  }),
  MAX_URL_BYTES: wholeNumberSetting(256, 1_048_576, {
    default: String(DEFAULT_LIMITS.maxUrlBytes),
    description: 'Maximum length of a request URL in bytes. Longer URLs get 414.',
  }),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumberSetting(0, 60_000, {
    default: String(DEFAULT_LIMITS.maxEventLoopDelayMs),
    description: 'Milliseconds that the event loop may lag before requests get 503. 0 disables the limit.',
  }),
  REQUESTS_PER_MINUTE: wholeNumberSetting(0, 1_000_000_000, {
    default: String(DEFAULT_RATE_LIMITS.requestsPerMinute),
    description: 'Maximum number of requests per minute for one key, per process. 0 disables the limit.',
  }),
  FAILURES_PER_MINUTE: wholeNumberSetting(0, 1_000_000_000, {
    default: String(DEFAULT_RATE_LIMITS.failuresPerMinute),
    description:
      'Maximum number of requests per minute without a valid key from one address, per process. 0 disables the limit.',
  }),
  CHANGES_PER_MINUTE: wholeNumberSetting(0, 1_000_000_000, {
    default: String(DEFAULT_RATE_LIMITS.changesPerMinute),
    description:
      'Maximum number of changes of menus, mutes and new keys per minute for one key, per process. Heartbeats do not count. 0 disables the limit.',
  }),
  STREAM_TOKEN_SECRET: Type.String({
    default: '',
    pattern: '^(?!".*"$)(?!\'.*\'$)(?!`.*`$)(\\S{16,})?$',
    isSecret: true,
    mustBe: 'empty, or at least 16 characters without quotation marks around them',
    description:
      'Secret that signs stream tokens, together with the stored hash of the key. Use the same value for all processes.',
  }),
  TRUST_PROXY: addressRanges({
    description: 'Proxies whose X-Forwarded-For header is trusted: addresses or ranges, separated by commas.',
  }),
  PUBLIC_URL: Type.String({
    default: '',
    pattern: '^(https?://[^\\s/@?#]+(/[^\\s/@?#]+)*)?$',
    isSecret: true,
    mustBe: 'empty or a URL such as https://signage.example.com, without a slash at its end',
    description: 'Address of the service for its users, for links in alerts. Empty leaves them out.',
  }),
  WEBHOOK_ALLOW: addressRanges({
    // Somebody may put the URL of a webhook here, which is a secret.
    isSecret: true,
    description:
      'Internal addresses that alerts may be sent to, also without TLS and on any port: addresses or ranges, separated by commas.',
  }),
  HTTPS_PROXY: proxyAddress('Proxy through which alerts and pulls reach https: addresses.'),
  HTTP_PROXY: proxyAddress('Proxy through which alerts and pulls reach http: addresses.'),
  NO_PROXY: Type.String({
    default: '',
    mustBe: 'hosts such as ntfy.lan, separated by commas',
    description:
      'Hosts that are reached without a proxy: host names, addresses or ranges, separated by commas. .lan matches every name that ends with .lan, and * matches all hosts.',
  }),
  METRICS_PORT: wholeNumberSetting(0, 65_535, {
    default: '0',
    description: 'Port that serves Prometheus metrics at /metrics. 0 disables them.',
  }),
  SHUTDOWN_TIMEOUT: wholeNumberSetting(1, 3600, {
    default: '10',
    description: 'Seconds that requests in flight may take to finish after SIGTERM or SIGINT.',
  }),
  LOG_LEVEL: Type.Union(
    LOG_LEVELS.map((level) => Type.Literal(level)),
    {
      default: 'info',
      mustBe: `one of ${LOG_LEVELS.join(', ')}`,
      description: `Least severe log level to write: ${LOG_LEVELS.join(', ')}.`,
    },
  ),
})
export type Environment = Static<typeof Environment>
