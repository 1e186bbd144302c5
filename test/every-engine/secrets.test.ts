import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { createKey } from '../../src/auth/credential.ts'
import { importDocument } from '../../src/documents/import.ts'
import { StorageUnavailableError } from '../../src/storage/database.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseToOpen, openMemory } from '../support/database.ts'
import { device, menu } from '../support/documents.ts'
import { startServer } from '../support/process.ts'
import { PATIENT } from '../support/service.ts'

const keys = {
  valid: createKey(),
  revoked: createKey(),
  unknown: createKey(),
  mistyped: `sgn_${'x'.repeat(36)}`,
  external: '5b1fd0c59f3e4c1fa7d64e6f4e1f0a77',
  malformed: 'planted key with spaces',
}
const PASSWORD = 'planted-password'
const planted = [...Object.values(keys), PASSWORD]

const apiKey = { name: 'x', user: 'ops', scopes: ['device:read'], menus: ['m'] }
const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [device('d')],
  menus: [menu('m')],
  apiKeys: [
    { ...apiKey, key: keys.valid },
    { ...apiKey, key: keys.external },
    { ...apiKey, key: keys.revoked, revokedAt: '2026-01-01T00:00:00Z' },
  ],
}

/** Keys that are accepted, and keys that are rejected without a database query. */
const ACCEPTED = ['valid', 'external']
const REJECTED_WITHOUT_QUERY = ['mistyped', 'malformed']

interface SentRequest {
  readonly url: string
  readonly headers: Record<string, string>
  readonly status: number
}

/**
 * Requests with the key in every place where a client might put it, correctly or not. The status is that of the
 * response if the key that is sent as a credential is accepted.
 */
function requestsWith(key: string): SentRequest[] {
  const inUrl = encodeURIComponent(key)
  const byKey = { 'x-api-key': key, authorization: `Bearer ${key}` }
  const byValidKey = { 'x-api-key': keys.valid, authorization: `Bearer ${keys.valid}` }
  return [
    { url: '/v1/menus', headers: byKey, status: 200 },
    { url: '/devices/d', headers: byKey, status: 200 },
    { url: '/devices/unknown', headers: byKey, status: 404 },
    { url: '/v1/groups?page=x', headers: byKey, status: 400 },
    { url: `/devices/${inUrl}`, headers: byValidKey, status: 404 },
    { url: `/v1/menus/${inUrl}/groups/options`, headers: byValidKey, status: 404 },
    { url: `/v1/menus?X-API-Key=${inUrl}`, headers: {}, status: 401 },
    { url: `/${inUrl}`, headers: { cookie: key, referer: key }, status: 404 },
    { url: `/${inUrl}%`, headers: {}, status: 400 },
  ]
}

/** The expected status of a response. @param failure the status if the database fails */
function expectedStatus({ headers, status }: SentRequest, failure: number | undefined): number {
  const sent = Object.entries(keys).find(([, key]) => key === headers['x-api-key'])?.[0]
  if (sent === undefined) return status
  if (REJECTED_WITHOUT_QUERY.includes(sent)) return 401
  return failure ?? (ACCEPTED.includes(sent) ? status : 401)
}

function expectNoSecret(text: string): void {
  for (const secret of planted) expect(text).not.toContain(secret)
}

describe('no key is in any response, or in the log at level trace', async () => {
  const database = await openMemory()
  await importDocument(database, document)
  const fail = (error: Error) => {
    const reject = () => Promise.reject(error)
    return { ...database, get: reject, all: reject, readTogether: reject }
  }

  test.each([
    ['while everything works', database, undefined],
    ['while the database is unavailable', fail(new StorageUnavailableError('away')), 503],
    ['after an internal error', fail(new Error('a fault')), 500],
  ])('%s', async (_, storage, failure) => {
    const lines: string[] = []
    const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) })
    const app = await buildApp({ database: storage, logger, limits: PATIENT })
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const requests = Object.values(keys).flatMap(requestsWith)
    for (const request of requests) {
      const { url, headers } = request
      const response = await fetch(`${address}${url}`, { headers })
      expect(response.status, `${url} ${JSON.stringify(headers)}`).toBe(expectedStatus(request, failure))
      expectNoSecret((await response.text()) + JSON.stringify([...response.headers]))
    }
    await app.close()
    const logged = lines.filter((line) => JSON.parse(line).msg === 'request')
    expect(logged).toHaveLength(requests.length)
    expectNoSecret(lines.join(''))
  })
})

describe('the command', () => {
  const environment = { DATABASE_URL: '' }
  const run = (...args: string[]) => signage(args, { environment })
  beforeAll(async () => {
    environment.DATABASE_URL = await newDatabaseToOpen()
    const imported = await signage(['import', '-'], { environment, input: JSON.stringify(document) })
    expect(imported.code).toBe(0)
    expectNoSecret(imported.stdout + imported.stderr)
  })

  test('never shows an existing key when it lists or exports keys', async () => {
    const [{ id }] = JSON.parse((await run('keys', 'list', '--json')).stdout)
    for (const args of [['keys', 'list'], ['keys', 'list', '--json'], ['keys', 'show', id], ['export']]) {
      const { code, stdout, stderr } = await run(...args)
      expect(code).toBe(0)
      expectNoSecret(stdout + stderr)
    }
  })

  test('takes no key as an argument, because every user of the machine could see it', async () => {
    const commands = ['create', 'list', 'show', 'revoke', 'grant', 'ungrant'].map((name) => ['keys', name])
    for (const command of [...commands, ['serve'], ['import'], ['export'], ['users', 'add'], ['devices']]) {
      const { stdout } = await run(...command, '--help')
      expect(stdout).toContain('Usage: signage')
      expect(stdout).not.toMatch(/--(api-)?key|<key>|--password|--token/)
    }
  })

  test('does not repeat any key of an invalid import file', async () => {
    for (const [invalid, expectedCode] of [
      [{ key: keys.malformed }, 1],
      [{ key: keys.valid, scopes: 'all' }, 1],
      [{ key: keys.unknown, user: 'nobody' }, 1],
      [{ key: [keys.unknown] }, 1],
      // An unknown field is reported, but is not an error.
      [{ key: keys.unknown, kye: keys.unknown }, 0],
      [{ key: keys.unknown, keyHash: keys.unknown }, 1],
    ] as const) {
      const input = JSON.stringify({ ...document, apiKeys: [{ ...apiKey, ...invalid }] })
      const complete = await signage(['import', '-'], { environment, input })
      expect(complete.code, input).toBe(expectedCode)
      expectNoSecret(complete.stdout + complete.stderr)
      const truncated = await signage(['import', '-'], { environment, input: `${input.slice(0, -2)}]` })
      expect(truncated.code).toBe(1)
      expectNoSecret(truncated.stdout + truncated.stderr)
    }
  })

  test('does not repeat a key in the wrong place of an import file', async () => {
    const text = JSON.stringify(keys.unknown)
    for (const input of [`{"apiKeys":${text}}`, `{"apiKeys":[${text}]}`, `[${text}]`, text, keys.unknown]) {
      const { code, stdout, stderr } = await signage(['import', '-'], { environment, input })
      expect(code).toBe(1)
      expectNoSecret(stdout + stderr)
    }
  })

  test('does not repeat a key or a token that is given in place of a file or an address', async () => {
    const secret = keys.unknown
    for (const args of [
      ['pull', 'http://127.0.0.1:1', '--key-file', secret],
      ['pull', secret, '--key-file', 'menus.key'],
      ['pull', `http://127.0.0.1:1/?key=${secret}`, '--key-file', 'menus.key'],
      ['pull', `http://127.0.0.1:1/#${secret}`, '--key-file', 'menus.key'],
      ['pull', `http://${secret}@127.0.0.1:1`, '--key-file', 'menus.key'],
      ['alerts', 'add', `https://hooks.example.com:1/${secret}`, '--as', 'webhook'],
      ['alerts', 'add', secret, '--as', 'slack'],
      ['import', `https://me:${secret}@example.com/menu.json`],
      ['serve', '--seed', `https://example.com/menu.json?key=${secret}`],
      ['alerts', 'add', 'https://events.example.com/x', '--as', 'pagerduty', '--token-file', secret],
    ]) {
      const { code, stdout, stderr } = await run(...args)
      expect(code, args.join(' ')).toBeGreaterThan(0)
      expectNoSecret(stdout + stderr)
    }
  })

  test('does not repeat the password of a database that cannot be used', async () => {
    for (const url of [
      `postgres://signage:${PASSWORD}@127.0.0.1:1/signage`,
      `postgres://signage:${PASSWORD}@127.0.0.1:1/signage?sslmode=nonsense`,
      `mysql://signage:${PASSWORD}@127.0.0.1:1/signage`,
    ]) {
      const { code, stdout, stderr } = await signage(['keys', 'list'], { environment: { DATABASE_URL: url } })
      expect(code).toBeGreaterThan(0)
      expectNoSecret(stdout + stderr)
    }
  })

  test('serves, crashes and starts workers without a key in its log or in the arguments of a process', async () => {
    const crash = "process.on('SIGUSR2', () => { throw new Error('crashing as told') })"
    const { address, child, output, stop } = await startServer({
      ...environment,
      LOG_LEVEL: 'trace',
      WORKERS: '2',
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(crash)}`,
    })
    for (const { url, headers } of requestsWith(keys.valid)) {
      const response = await fetch(`${address}${url}`, { headers })
      await response.text()
    }
    const list = execFileSync('ps', ['-eo', 'pid,ppid,args', '-ww'], { encoding: 'utf8' })
    const ours = list.split('\n').filter((line) => new RegExp(`\\b${child.pid}\\b`).test(line))
    expect(ours.length).toBeGreaterThanOrEqual(2)
    expectNoSecret(ours.join('\n'))
    await stop('SIGUSR2')
    expect(output()).toContain('crashing as told')
    expect(output()).toContain('"route":"/v1/menus"')
    expectNoSecret(output())
  })
})

test('the documentation contains no API key of the form sgn_…', () => {
  for (const file of [
    'README.md',
    'SECURITY.md',
    'docs/reference/import-file.md',
    '.env.example',
    'CHANGELOG.md',
  ]) {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
    expect(text, file).not.toMatch(/\bsgn_[0-9A-Za-z]{36,}\b/)
  }
})
