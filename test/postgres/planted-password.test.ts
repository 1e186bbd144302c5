import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import { afterTestFile } from '../support/clean-up.ts'
import { subcommandsIn } from '../support/command-reference.ts'
import { signage } from '../support/commands.ts'
import { temporaryFolder } from '../support/database.ts'
import { startProxy } from '../support/http-proxy.ts'
import { listen } from '../support/listen.ts'
import { createMigratedPostgres, createPostgresDatabase } from '../support/postgres.ts'
import { runPostgres } from '../support/postgres-client.ts'
import { signage as signageProcess, startServer } from '../support/process.ts'

const PASSWORD = 'plänted/7f3a@wörd:%'
const ENCODED = encodeURIComponent(PASSWORD)
/** The password as it is, in a URL, in part, in JSON, in Base64, and as headers have it. */
const FORMS = [
  PASSWORD,
  ENCODED,
  'planted7f3a',
  '7f3a',
  encodeURI(PASSWORD),
  JSON.stringify(PASSWORD).slice(1, -1),
  Buffer.from(PASSWORD).toString('base64').slice(0, 16),
  Buffer.from(`planted_${process.pid}:${PASSWORD}`).toString('base64').slice(0, 32),
]

const ROLE = `planted_${process.pid}`
const server = new URL(inject('postgresUrl')).host
await runPostgres(inject('postgresSocketUrl'), `CREATE ROLE ${ROLE} LOGIN PASSWORD '${PASSWORD}'`)
afterTestFile(() => runPostgres(inject('postgresSocketUrl'), `DROP ROLE ${ROLE}`))
const nameOf = (url: string) => new URL(url).pathname.slice(1)
const urlFor = (database: string, query = '', host = server) =>
  `postgres://${ROLE}:${ENCODED}@${host}/${database}${query}`

const empty = nameOf(await createPostgresDatabase())
const migrated = await createMigratedPostgres()
const forbidden = nameOf(migrated)

/** A service with one menu, from which others pull. */
const LIST = '[{"id": "lunch", "name": "Lunch"}]'
const GROUPS = '{"metadata": {"groups": {"total": 0}}, "groups": []}'
const source = await startProxy('', ({ url, response }) => response.end(url === '/v1/menus' ? LIST : GROUPS))

/** The arguments of every command, so that each gets as far as to its database. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  migrate: [],
  doctor: [],
  import: ['-'],
  pull: [source, '--key-file', 'service.key'],
  export: ['export.json', '--force'],
  backup: ['copy.db'],
  'keys create': ['--user', 'ops', '--name', 'x', '--scope', 'device:read'],
  'keys list': [],
  'keys show': ['key_aaaaaaaaaaaaaaaa'],
  'keys revoke': ['key_aaaaaaaaaaaaaaaa'],
  'keys delete': ['key_aaaaaaaaaaaaaaaa', '--yes'],
  'keys grant': ['key_aaaaaaaaaaaaaaaa', 'lunch'],
  'keys ungrant': ['key_aaaaaaaaaaaaaaaa', 'lunch'],
  'users add': ['ops'],
  'users list': [],
  'users delete': ['ops', '--yes'],
  'sites add': ['quay', '--timezone', 'Europe/Paris'],
  'sites list': [],
  'sites delete': ['quay', '--yes'],
  'devices list': [],
  'devices show': ['lobby'],
  'devices delete': ['lobby', '--yes'],
  'devices grant': ['lobby', 'ops', 'read'],
  'devices ungrant': ['lobby', 'ops', 'read'],
  'devices set-site': ['lobby', 'quay'],
  'devices heartbeat': ['lobby'],
  'alerts add': ['https://hooks.example.com/x', '--as', 'webhook'],
  'alerts list': [],
  'alerts test': ['ops'],
  'alerts mute': ['--route', 'ops', '--for', '1h'],
  'alerts unmute': ['--route', 'ops'],
  'alerts delete': ['ops', '--yes'],
  'menus list': [],
  'menus show': ['lunch'],
  'menus check': [],
  'menus delete': ['lunch', '--yes'],
  'menus stock': ['tomato', 'out'],
  'menus price': ['tomato', '7'],
  changes: [],
  serve: [],
}
/** `demo` has a database of its own, and runs until it is stopped. */
const WITHOUT_DATABASE = ['demo', 'template']

/** Some of each kind, where each takes long, or many URLs fail in the same place. */
const SOME = [
  'migrate',
  'doctor',
  'import',
  'export',
  'users list',
  'users add',
  'devices heartbeat',
  'serve',
]

const environmentFor = (given: Record<string, string>) => ({
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'trace',
  STARTUP_TIMEOUT: '0',
  SHUTDOWN_TIMEOUT: '1',
  STREAM_TOKEN_SECRET: `${PASSWORD}-signs-tokens`,
  ...given,
})

function newFolder(): string {
  const cwd = temporaryFolder()
  writeFileSync(join(cwd, 'service.key'), 'a'.repeat(40), { mode: 0o600 })
  writeFileSync(join(cwd, 'menus.json'), '{"menus": []}')
  return cwd
}

function expectNoPassword(text: string, where: string): void {
  for (const form of FORMS) expect(text.includes(form), `${where}: ${text}`).toBe(false)
}

/** The names and contents of all files below a folder. */
function expectNoPasswordBelow(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    expectNoPassword(name, 'the name of a file')
    const path = join(folder, name)
    if (statSync(path).isFile())
      expectNoPassword(readFileSync(path, 'latin1') + readFileSync(path, 'utf8'), name)
  }
}

/** Runs commands that fail, each in the same folder. @returns what they printed, by command */
async function runAll(commands: readonly string[], given: Record<string, string>, uid?: number) {
  const cwd = newFolder()
  const printed = new Map<string, string>()
  for (const name of commands) {
    const args = [...name.split(' '), ...(COMMANDS[name] ?? [])]
    const run = { environment: environmentFor(given), cwd, input: '{"menus": [{"id": "lunch"}]}' }
    // A server logs to the descriptor itself.
    const { code, stdout, stderr } = await (name === 'serve' || uid !== undefined
      ? signageProcess(args, { ...run, uid })
      : signage(args, run))
    printed.set(name, `${code} ${stdout}${stderr}`)
    expect(stderr).not.toContain('Usage:')
    expectNoPassword(stdout + stderr, name)
  }
  expectNoPasswordBelow(cwd)
  return { printed, cwd }
}

test('the table has every command', async () => {
  const commandsOf = async (name: string): Promise<string[]> => {
    const words = name.split(' ').filter((word) => word !== '')
    const { stdout } = await signage([...words, '--help'])
    const children = /^Usage: .* \[command\]$/m.test(stdout) ? subcommandsIn(stdout) : []
    if (children.length === 0) return [name]
    const found: string[] = []
    // One after the other, in one host.
    for (const child of children) found.push(...(await commandsOf(`${name} ${child}`.trim())))
    return found
  }
  const all = (await commandsOf('')).filter((name) => name !== 'help')
  expect([...Object.keys(COMMANDS), ...WITHOUT_DATABASE].sort()).toEqual(all.sort())
})

describe('no command prints the password of its database, or leaves it in a file', () => {
  test.each([
    ['in quotation marks', `"${urlFor('signage')}"`],
    ['of another driver', urlFor('signage').replace('postgres', 'postgres+asyncpg')],
    ['after its name', `DATABASE_URL=${urlFor('signage')}`],
    ['that is not encoded', `postgres://${ROLE}:${PASSWORD}@db/signage`],
    ['with an unknown parameter', urlFor('signage', `?password=${ENCODED}`)],
    ['without a database', urlFor('')],
  ])('if it is a URL %s', async (_, url) => {
    const { printed, cwd } = await runAll(SOME, { DATABASE_URL: url })
    expect(printed.get('users list')).toMatch(/^[12] .*DATABASE_URL/)
    expect(readdirSync(cwd).filter((name) => !['service.key', 'menus.json'].includes(name))).toEqual([])
  })

  test.each<[string, string, string, string[]?]>([
    ['it is wrong', urlFor(empty).replace(ENCODED, `${ENCODED}x`), 'rejected the user or the password'],
    ['the database does not exist', urlFor('nowhere'), 'does not exist'],
    ['the database has no tables', urlFor(empty), 'signage migrate'],
    [
      'a file of certificates is missing',
      urlFor(empty, '?sslmode=verify-full&sslrootcert=/none'),
      'sslrootcert',
    ],
    // Each command tries again for a while.
    ['nobody listens', urlFor('signage', '', '127.0.0.1:1'), 'ECONNREFUSED'],
    ['its host is unknown', urlFor('signage', '', 'db.invalid'), 'db.invalid'],
    ['the server has no TLS', urlFor(empty, '?sslmode=require'), 'SSL'],
  ])('if %s', async (_, url, reason) => {
    const { printed } = await runAll(SOME, { DATABASE_URL: url })
    expect(printed.get('users list')).toContain(reason)
    expect(printed.get('users list')).toMatch(/^1 /)
  })

  test('if the user lacks all privileges, whatever the command', async () => {
    const { printed } = await runAll(Object.keys(COMMANDS), { DATABASE_URL: urlFor(forbidden) })
    expect(printed.get('users list')).toMatch(/^1 .*lacks a privilege/)
  })

  test('if it comes from PGPASSWORD, and is wrong', async () => {
    const url = urlFor(empty).replace(`:${ENCODED}`, '')
    const { printed } = await runAll(SOME, { DATABASE_URL: url, PGPASSWORD: `${PASSWORD}x` })
    expect(printed.get('users list')).toContain('rejected the user or the password')
  })

  test.each([
    ['is silent', () => {}],
    ['speaks another protocol', (text: string) => `HTTP/1.1 400 Bad Request\r\n\r\n${text.length}`],
  ])('if what listens there %s', async (_, answer) => {
    const other = createServer((socket) => {
      socket.on('error', () => {})
      socket.on('data', (bytes) => {
        const text = answer(String(bytes))
        if (text !== undefined) socket.end(text)
      })
    })
    const host = `127.0.0.1:${await listen(other)}`
    const commands = ['doctor', 'users list', 'serve']
    const { printed } = await runAll(commands, {
      DATABASE_URL: urlFor('signage', '?connect_timeout=1', host),
    })
    expect(printed.get('users list')).toMatch(/^1 .*cannot be used/)
  })
})

test('no server logs or answers with a secret, while it works and after its database is gone', async () => {
  const url = await createMigratedPostgres()
  await runPostgres(url, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${ROLE}`)
  const metricsPort = String(await freePort())
  const environment = environmentFor({
    DATABASE_URL: urlFor(nameOf(url), '?connect_timeout=1'),
    METRICS_PORT: metricsPort,
    CHANGES: 'on',
  })
  const { address, output, stop } = await startServer(environment)
  const key = { 'x-api-key': 'a'.repeat(40), authorization: `Bearer ${'a'.repeat(40)}` }
  const ask = async (path: string, origin = address) => {
    const answer = await fetch(`${origin}${path}`, { headers: key })
    expectNoPassword(JSON.stringify([...answer.headers]) + (await answer.text()), path)
    return answer.status
  }
  const askAll = async () => {
    for (const path of ['/livez', '/v1/menus', '/devices', '/fleet', '/docs/json', '/x']) await ask(path)
    expect(await ask('/metrics', `http://127.0.0.1:${metricsPort}`)).toBe(200)
  }

  expect(await ask('/readyz')).toBe(200)
  await askAll()
  const run = (script: string) => runPostgres(inject('postgresSocketUrl'), script)
  await run(`ALTER ROLE ${ROLE} PASSWORD 'another'`)
  onTestFinished(() => run(`ALTER ROLE ${ROLE} PASSWORD '${PASSWORD}'`))
  await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`)
  await expect.poll(() => ask('/readyz')).toBe(503)
  await askAll()
  expect(await stop()).toBe(0)
  expectNoPassword(output(), 'the log')
})
