import { type Static, Type } from '@sinclair/typebox'

const basePath = (description: string) =>
  Type.String({
    default: '',
    pattern: '^(/[A-Za-z0-9._~-]+)*$',
    mustBe: 'empty or a path such as /api, without a slash at its end',
    description,
  })

// A string with a range, not an integer: coercion to a number would accept "Infinity" and "1e3".
const wholeNumber = (minimum: number, maximum: number, options: { default: string; description: string }) =>
  Type.String({
    range: [minimum, maximum],
    mustBe: `a whole number from ${minimum} to ${maximum}`,
    ...options,
  })

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every environment variable that the service reads, with its default and its meaning. */
export const Environment = Type.Object({
  HOST: Type.String({
    default: '0.0.0.0',
    mustBe: 'an address or a host name',
    pattern: '^\\S+$',
    description: 'Address to listen on; 127.0.0.1 for this machine alone.',
  }),
  PORT: wholeNumber(0, 65_535, { default: '3000', description: 'Port to listen on; 0 takes a free one.' }),
  DATABASE_URL: Type.String({
    default: 'sqlite:./data/signage.db',
    pattern: '^((sqlite|file|postgres|postgresql):.+|(?!\\w{2,}:).+)$',
    mustBe: 'a path, a file: URL, a sqlite: URL or a postgres: URL',
    description:
      'The database. SQLite: a path, a file: or sqlite: URL; sqlite::memory: stores nothing. PostgreSQL: ' +
      'postgres://user:password@host1:5432,host2:5432/name?sslmode=verify-full&pool_size=10; without sslmode nothing is encrypted.',
  }),
  READ_FROM: Type.Union([Type.Literal('primary'), Type.Literal('replica')], {
    default: 'primary',
    mustBe: 'primary or replica',
    description: 'Which of several PostgreSQL servers answers are read from; a replica may be behind.',
  }),
  STARTUP_TIMEOUT: wholeNumber(0, 3600, {
    default: '60',
    description: 'Seconds for which serve waits for a database that is away when it starts.',
  }),
  DEVICE_BASE_PATH: basePath('Path under which the device interface is served.'),
  MENU_BASE_PATH: basePath('Path under which the menu interface is served.'),
  MENU_MAX_AGE_SECONDS: wholeNumber(0, 86_400, {
    default: '0',
    description: 'How long a page may use a menu answer without asking again; 0 is not at all.',
  }),
  WORKERS: Type.String({
    default: '1',
    pattern: '^(auto|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-6])$',
    mustBe: 'a whole number from 1 to 256, or auto',
    description: 'How many processes serve, all on one port; auto is one for each processor.',
  }),
  CACHE_MAX_MB: wholeNumber(0, 65_536, {
    default: '64',
    description: 'Megabytes of memory for finished menu answers; 0 keeps none.',
  }),
  CORS_ORIGIN: Type.String({
    default: '*',
    pattern: '^(\\*|https?://[^\\s,/]+(\\s*,\\s*https?://[^\\s,/]+)*)$',
    mustBe: '* or origins such as https://board.example, separated by commas',
    description: 'Which web pages may call the service: * or origins separated by commas.',
  }),
  FRAME_ANCESTORS: Type.String({
    default: '',
    pattern: '^(https?://[^\\s,/;]+(\\s*,\\s*https?://[^\\s,/;]+)*)?$',
    mustBe: 'origins such as https://cms.example, separated by commas',
    description: 'Which web sites may show the pages in a frame: origins separated by commas; empty is none.',
  }),
  HEADERS_TIMEOUT: wholeNumber(1, 600, {
    default: '10',
    description: 'Seconds in which the headers of a request must have arrived.',
  }),
  REQUEST_TIMEOUT: wholeNumber(1, 600, {
    default: '30',
    description: 'Seconds in which a whole request must have arrived.',
  }),
  KEEP_ALIVE_TIMEOUT: wholeNumber(1, 3600, {
    default: '72',
    description: 'Seconds after which an idle connection is closed; more than those of a proxy before it.',
  }),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000, {
    default: '10000',
    description: 'How many connections a process holds; more are closed at once.',
  }),
  MAX_HEADER_BYTES: wholeNumber(1024, 1_048_576, {
    default: '32768',
    description: 'How long the headers of a request may be, its URL included; 431 beyond.',
  }),
  MAX_URL_BYTES: wholeNumber(256, 1_048_576, {
    default: '16384',
    description: 'How long the URL of a request may be; 414 beyond.',
  }),
  MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000, {
    default: '1000',
    description: 'How far a process may lag behind before it answers 503; 0 is as far as it comes.',
  }),
  REQUESTS_PER_MINUTE: wholeNumber(0, 1_000_000_000, {
    default: '0',
    description: 'How many requests one key may make in a minute, of each process; 0 is any number.',
  }),
  FAILURES_PER_MINUTE: wholeNumber(0, 1_000_000_000, {
    default: '10000',
    description: 'How many requests without a valid key one address may make in a minute; 0 is any number.',
  }),
  STREAM_TOKEN_SECRET: Type.String({
    default: '',
    pattern: '^(\\S{16,})?$',
    mustBe: 'empty or at least 16 characters',
    description:
      'What stream tokens are signed with beside the stored hash of their key; one for all processes.',
  }),
  TRUST_PROXY: Type.String({
    default: '',
    addressRanges: true,
    mustBe: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
    description: 'Proxies that say by X-Forwarded-For who asks: addresses or ranges, separated by commas.',
  }),
  METRICS_PORT: wholeNumber(0, 65_535, {
    default: '0',
    description: 'Port for Prometheus metrics at /metrics; 0 is none.',
  }),
  TRACES_URL: Type.String({
    default: '',
    pattern: '^(https?://\\S+)?$',
    mustBe: 'an http: or https: URL',
    description:
      'Where OpenTelemetry traces are sent by OTLP, such as http://localhost:4318/v1/traces; empty is nowhere.',
  }),
  SHUTDOWN_TIMEOUT: wholeNumber(1, 3600, {
    default: '10',
    description: 'Seconds for which requests in flight may take to finish once the process is told to stop.',
  }),
  LOG_LEVEL: Type.Union(
    LOG_LEVELS.map((level) => Type.Literal(level)),
    {
      default: 'info',
      mustBe: `one of ${LOG_LEVELS.join(', ')}`,
      description: `Least severe log line to write: ${LOG_LEVELS.join(', ')}.`,
    },
  ),
})
export type Environment = Static<typeof Environment>
