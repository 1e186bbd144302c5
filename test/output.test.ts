import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mountSmallDisk } from './support/broken-files.ts'
import { signage } from './support/commands.ts'
import { newDatabaseUrl, runScript, temporaryFolder } from './support/database.ts'
import { device, group, item, KEY, menu } from './support/documents.ts'
import { CLI, shell } from './support/process.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)
const environment = { DATABASE_URL: await newDatabaseUrl() }
const run = (...args: string[]) => signage(args, { environment })

const disk = path('small')
mkdirSync(disk)
const isMounted = mountSmallDisk(disk, '64k')
// Not in the describe that uses it: if all its tests are skipped, so are its hooks.
afterAll(() => isMounted && execFileSync('umount', ['-l', disk]))

const HOSTILE = 'a\nb\u001b[31mc\u0085d\u007fe\u2028f\u202eg\th'
const ESCAPED = 'a\\nb\\u001b[31mc\\u0085d\\u007fe\\u2028f\\u202eg\\th'

const document = {
  users: [
    { id: 'ops', name: HOSTILE },
    { id: HOSTILE, name: 'Hostile' },
  ],
  sites: [{ id: HOSTILE, name: HOSTILE, timezone: 'Europe/Paris' }],
  devices: [
    device(HOSTILE, {
      site: HOSTILE,
      name: HOSTILE,
      screen_orientation: HOSTILE,
      access: [{ user: HOSTILE, level: 'read' }],
    }),
    ...Array.from({ length: 1000 }, (_, n) => device(`d${n}`)),
  ],
  menus: [
    menu(HOSTILE, {
      name: HOSTILE,
      location: { name: HOSTILE },
      groups: [group('g', { items: [item('soup')] })],
    }),
  ],
  apiKeys: [
    {
      key: KEY,
      name: HOSTILE,
      user: HOSTILE,
      keyPrefix: HOSTILE,
      scopes: ['device:read'],
      menus: [HOSTILE],
    },
  ],
}

beforeAll(async () => {
  expect((await signage(['import', '-'], { environment, input: JSON.stringify(document) })).code).toBe(0)
  // As they were stored before texts were normalised.
  await runScript(
    environment.DATABASE_URL,
    `UPDATE users SET name = '${HOSTILE}' WHERE id = 'ops';
     UPDATE sites SET name = '${HOSTILE}';
     UPDATE devices SET name = '${HOSTILE}', screen_orientation = '${HOSTILE}' WHERE id = '${HOSTILE}';
     UPDATE menus SET name = '${HOSTILE}', location_name = '${HOSTILE}';
     UPDATE api_keys SET name = '${HOSTILE}', prefix = '${HOSTILE}' WHERE user_id = '${HOSTILE}'`,
  )
})

const commands = [['--help'], ['export'], ['devices', 'list'], ['devices', 'list', '--json'], ['doctor']]

describe('standard output on a full disk', () => {
  // Through a link in the folder of the test, so that the device node itself is never at risk.
  const FULL = path('full')
  symlinkSync('/dev/full', FULL)
  const sentence = 'Cannot write to standard output: no space left on device.\n'

  test.runIf(existsSync('/dev/full')).each(commands)(
    'signage %s %s %s: one sentence, and exit code 1',
    async (...args) => {
      const full = await shell(`signage ${args.join(' ')} > "$FULL"`, {
        ...environment,
        FULL,
        HOST: '127.0.0.1',
        PORT: '0',
      })
      expect(full).toEqual({ code: 1, stdout: '', stderr: sentence })
    },
  )

  test.runIf(isMounted).each([[['devices', 'list', '--json']], [['export']]])(
    'that has room for a part of the output: %j prints one sentence, exit code 1',
    async (args) => {
      const full = await shell(`signage ${args.join(' ')} > "$FILE"`, {
        ...environment,
        FILE: join(disk, 'out'),
      })
      expect(full).toEqual({ code: 1, stdout: '', stderr: sentence })
      expect(statSync(join(disk, 'out')).size).toBeGreaterThan(0)
    },
  )
})

describe('standard output that its reader has closed', () => {
  test.each(commands)('signage %s %s %s: exit code 0 and no error message', async (...args) => {
    const child = spawn(process.execPath, [CLI, ...args], {
      env: { ...process.env, ...environment, HOST: '127.0.0.1', PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  })
})

test.runIf(existsSync('/dev/full'))(
  'standard error on a full disk does not change the exit code',
  async () => {
    symlinkSync('/dev/full', path('full-error'))
    const script =
      'signage users add quiet 2> "$FULL"; echo "$?"; signage users add quiet 2> "$FULL"; echo "$?"'
    const DATABASE_URL = await newDatabaseUrl()
    expect((await signage(['migrate'], { environment: { DATABASE_URL } })).code).toBe(0)
    const { stdout } = await shell(script, { DATABASE_URL, FULL: path('full-error') })
    expect(stdout).toBe('0\n1\n')
  },
)

/** Characters that would control a terminal, or change the order or the lines of its text. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

const rows = (stdout: string) => stdout.trimEnd().split('\n')

describe('control characters in data', () => {
  test.each([
    [['users', 'list'], 3],
    [['sites', 'list'], 2],
    [['devices', 'list'], 1002],
    [['menus', 'list'], 2],
    [['keys', 'list'], undefined],
    [['devices', 'show', HOSTILE], 16],
  ])('are escaped by %j, with each entry on its own line', async (args, count) => {
    const { code, stdout } = await run(...args)
    expect(code).toBe(0)
    expect(stdout).toContain(ESCAPED)
    for (const row of rows(stdout)) expect(row).not.toMatch(UNSAFE)
    if (count !== undefined) expect(rows(stdout)).toHaveLength(count)
  })

  test('are unchanged in --json', async () => {
    expect(JSON.parse((await run('users', 'list', '--json')).stdout)).toContainEqual({
      id: 'ops',
      name: HOSTILE,
    })
    expect(JSON.parse((await run('menus', 'list', '--json')).stdout)[0]).toMatchObject({ id: HOSTILE })
  })

  test.each([
    [['users', 'add', HOSTILE]],
    [['keys', 'create', '--user', HOSTILE, '--name', ' ']],
    [['keys', 'create', '--user', `${HOSTILE}?`, '--name', 'x']],
    [['keys', 'create', '--user', 'ops', '--name', 'x', '--menu', `${HOSTILE}?`]],
    [['keys', 'create', '--user', 'ops', '--name', 'x', '--expires', HOSTILE]],
    [['keys', 'create', '--user', 'ops', '--name', 'x', '--scope', HOSTILE]],
    [['keys', 'show', HOSTILE]],
    [['devices', 'show', `${HOSTILE}?`]],
    [['devices', 'grant', HOSTILE, `${HOSTILE}?`, 'read']],
    [['devices', 'ungrant', HOSTILE, HOSTILE, 'publish']],
    [['sites', 'add', HOSTILE, '--timezone', 'Europe/Paris']],
    [['sites', 'add', 'x', '--timezone', HOSTILE]],
    [['sites', 'delete', HOSTILE]],
    [['devices', 'set-site', HOSTILE, `${HOSTILE}?`]],
    [['devices', 'heartbeat', `${HOSTILE}?`]],
    [['devices', 'heartbeat', HOSTILE, '--at', HOSTILE]],
    [['menus', 'stock', HOSTILE, 'in']],
    [['menus', 'price', HOSTILE, '1']],
    [['menus', 'price', 'x', HOSTILE]],
    [['import', HOSTILE]],
    [['export', `${HOSTILE}/x`]],
    [['backup', `${HOSTILE}/x`]],
    [[HOSTILE]],
    [['users', 'list', `--${HOSTILE}`]],
  ])('are escaped in the error of %j', async (args) => {
    const { code, stdout, stderr } = await run(...args)
    expect(code).toBeGreaterThan(0)
    expect(stdout).toBe('')
    for (const row of rows(stderr)) expect(row).not.toMatch(UNSAFE)
    expect(stderr).not.toMatch(/^ +at /m)
  })

  test('are escaped in errors about an import file', async () => {
    for (const invalid of [
      { [HOSTILE]: 1, users: [{ id: 'new', name: 'x', [HOSTILE]: 1 }] },
      { users: [{ id: 1, name: HOSTILE }, { id: 'a' }] },
      { devices: [device('x', { timezone: HOSTILE, access: [{ user: `${HOSTILE}?`, level: HOSTILE }] })] },
      { apiKeys: [{ keyHash: 'x', name: HOSTILE, user: `${HOSTILE}?` }] },
    ]) {
      const { stderr } = await signage(['import', '-'], { environment, input: JSON.stringify(invalid) })
      for (const line of rows(stderr)) expect(line).not.toMatch(UNSAFE)
    }
  })

  test('are escaped in errors about the configuration', async () => {
    const { code, stderr } = await signage(['users', 'list'], {
      environment: { ...environment, PORT: HOSTILE },
    })
    expect(code).toBe(2)
    expect(rows(stderr)).toEqual([`PORT must be a whole number from 0 to 65535, not "${ESCAPED}".`])
  })
})

test('the longest times may be in seconds', async () => {
  expect((await run('alerts', 'mute', 'ops', '--for', '604800s')).stderr).not.toContain('must be a time')
})

test.each([
  ['--seed', 'serve', '--seed', ''],
  ['--stock', 'import', '-', '--stock', ' '],
  ['--user', 'keys', 'create', '--name', 'x', '--user', ''],
  ['--menu', 'keys', 'create', '--name', 'x', '--user', 'ops', '--menu', 'lunch', ''],
])('a blank %s is a usage error', async (flag, ...args) => {
  const { code, stderr } = await run(...args)
  expect([code, rows(stderr)[0]]).toEqual([
    2,
    `The value of ${flag} must not be blank: write one, or leave the option out.`,
  ])
})

test.each([
  [['users', 'add', 'x\u0001'], 'It must not contain control characters.'],
  [['users', 'add', ' '], 'It must not be empty.'],
  [['users', 'add', 'me too'], 'It must not contain spaces.'],
  [['users', 'add', 'named', '--name', ''], 'It must not be empty.'],
  [['users', 'add', 'a\u202eb'], 'It must not contain control characters.'],
  [['users', 'add', 'named', '--name', 'a\tb'], 'It must not contain control characters.'],
  [['users', 'add', 'named', '--name', '\u001b'], 'It must not be empty.'],
  [['sites', 'add', 'x', '--timezone', 'europe/paris'], 'It must be an IANA time zone such as Europe/Paris.'],
  [['keys', 'create', '--user', 'ops', '--name', ''], 'It must not be empty.'],
  [['keys', 'create', '--user', 'ops', '--name', 'a\nb'], 'It must not contain control characters.'],
])('%j is rejected with the reason and exit code 2', async (args, reason) => {
  const { code, stdout, stderr } = await run(...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(rows(stderr)[0]).toContain(' is invalid')
  expect(rows(stderr)[0]?.endsWith(reason), stderr).toBe(true)
})
