import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { ROUTING_KEY } from '../support/alert-receivers.ts'
import { DOCUMENT, startReceiver } from '../support/alerts.ts'
import { signageByEngine as signage, succeeded } from '../support/commands.ts'
import { newDatabaseToOpen, temporaryFolder } from '../support/database.ts'

const SLACK = 'https://hooks.slack.com/services/T000/B000/planted-secret'
const folder = temporaryFolder()

/** A new database with devices, and what commands do with it. */
async function create(variables: Record<string, string> = {}) {
  const environment = { DATABASE_URL: await newDatabaseToOpen(), ...variables }
  const runWith = (input: string, ...args: string[]) => signage(args, { environment, input })
  const run = (...args: string[]) => runWith('', 'alerts', ...args)
  expect((await runWith(JSON.stringify(DOCUMENT), 'import', '-')).code).toBe(0)
  return {
    environment,
    run,
    runWith,
    list: async () => JSON.parse((await run('list', '--json')).stdout),
    async query(sql: string) {
      const database = await openDatabase(environment.DATABASE_URL, 'write')
      return database.all<Record<string, unknown>>({ sql }).finally(() => database.close())
    },
  }
}

describe('signage alerts add', () => {
  test('says that no service sends alerts, until one with CHANGES=on was there', async () => {
    const { run, environment } = await create()
    const added = (id: string) =>
      `Added the route ${id} to https://hooks.slack.com/…. Try it with "signage alerts test ${id}".\n`
    expect((await run('add', SLACK, '--as', 'slack')).stderr).toBe(
      `${added('slack')}1 alert route exists, but no service sends alerts: start one with CHANGES=on.\n`,
    )
    const database = await openDatabase(environment.DATABASE_URL, 'write')
    await database.batch([
      { sql: 'INSERT INTO service_presence (only_row, last_at) VALUES (1, ?)', parameters: [Date.now()] },
    ])
    await database.close()
    expect((await run('add', `${SLACK}2`, '--as', 'slack', '--id', 'next')).stderr).toBe(added('next'))
  })

  test('adds a route, whose address only the database has', async () => {
    const { run, list, query } = await create({ CHANGES: 'on' })
    const options = ['--after', '30m', '--site', 'quay']
    expect(await run('add', SLACK, '--as', 'slack', ...options)).toEqual(
      succeeded(
        'Added the route slack to https://hooks.slack.com/…. Try it with "signage alerts test slack".\n',
      ),
    )
    expect(await list()).toEqual([
      {
        id: 'slack',
        format: 'slack',
        host: 'https://hooks.slack.com/…',
        after_seconds: 1800,
        site: 'quay',
        muted_until: null,
        failing_since: null,
        off_since: null,
        last_result: null,
      },
    ])
    expect(await query('SELECT url, token FROM alert_routes')).toEqual([{ url: SLACK, token: null }])
  })

  test('says that nothing can be sent to an internal address, and adds the route', async () => {
    const { runWith, environment, list } = await create({ CHANGES: 'on' })
    const add = (id: string) =>
      runWith('https://10.1.2.3/x', 'alerts', 'add', '-', '--as', 'slack', '--id', id)
    expect(await add('inside')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        'Nothing can be sent to it yet: its address 10.1.2.3 is not public: if it may be used, set WEBHOOK_ALLOW=10.1.2.3 for the service and for commands.\n',
      ),
    })
    const allowed = { ...environment, WEBHOOK_ALLOW: '10.0.0.0/8' }
    const args = ['alerts', 'add', 'https://10.1.2.4/x', '--as', 'slack']
    expect((await signage(args, { environment: allowed })).stderr).not.toContain('Nothing can be sent')
    expect(await list()).toHaveLength(2)
  })

  test('adds no second route with an id, which is the format by default', async () => {
    const { run, list } = await create()
    for (const id of [[], ['--id', 'kitchen']]) await run('add', SLACK, '--as', 'slack', ...id)
    expect((await list()).map(({ id }: { id: string }) => id)).toEqual(['kitchen', 'slack'])
    expect(await run('add', `${SLACK}2`, '--as', 'slack')).toMatchObject({
      code: 1,
      stderr: 'There is already a route slack: give this one another id with --id.\n',
    })
    expect(await list()).toHaveLength(2)
  })

  test('prints the secret of a webhook once', async () => {
    const { run, query } = await create()
    const { stdout, stderr } = await run('add', 'https://x.example/in', '--as', 'webhook')
    expect(stdout).toMatch(/^whsec_[A-Za-z0-9+/]+=*\n$/)
    const bytes = Buffer.from(stdout.trim().slice('whsec_'.length), 'base64')
    expect(bytes.length).toBeGreaterThanOrEqual(24)
    expect(stderr).not.toContain(stdout.trim())
    expect(await query('SELECT token FROM alert_routes')).toEqual([{ token: stdout.trim() }])
    for (const args of [['list'], ['list', '--json'], ['mute', '--route', 'webhook', '--for', '1h']]) {
      const { stdout: later, stderr: notes } = await run(...args)
      expect(later + notes).not.toContain('whsec_')
    }
  })

  test('reads a key from a file or from standard input', async () => {
    const { run, runWith, query } = await create()
    const file = join(folder, 'routing.key')
    writeFileSync(file, `${ROUTING_KEY}\n`, { mode: 0o600 })
    const url = 'https://events.pagerduty.com/v2/enqueue'
    expect((await run('add', url, '--as', 'pagerduty', '--token-file', file)).code).toBe(0)
    const args = ['alerts', 'add', 'https://ntfy.sh/t', '--as', 'ntfy', '--token-file', '-']
    expect((await runWith('tk_x', ...args)).code).toBe(0)
    expect(await query('SELECT token FROM alert_routes ORDER BY id')).toEqual([
      { token: 'tk_x' },
      { token: ROUTING_KEY },
    ])
  })

  test('reads an address from standard input, where no other user can see it', async () => {
    const { runWith, query } = await create()
    expect((await runWith(`${SLACK}\n`, 'alerts', 'add', '-', '--as', 'slack')).code).toBe(0)
    expect(await query('SELECT url FROM alert_routes')).toEqual([{ url: SLACK }])
    expect((await runWith('', 'alerts', 'add', '-', '--as', 'slack')).stderr).toBe(
      'The address must be a URL such as https://hooks.example.com/alerts.\n',
    )
  })

  const missing = join(folder, 'missing.key')
  const wrong = join(folder, 'wrong.key')
  writeFileSync(wrong, 'planted secret', { mode: 0o600 })

  test.each<[string[], string, code?: number]>([
    [
      ['https://u:planted-secret@x.example/', '--as', 'slack'],
      'The address must not contain a user or a password.',
    ],
    [
      ['http://x.example/planted-secret', '--as', 'slack'],
      'The address must begin with https:// unless WEBHOOK_ALLOW lists the IP address of its host.',
    ],
    [
      ['https://x.example:8080/planted-secret', '--as', 'slack'],
      'The address must have the port 443 or 8443 unless WEBHOOK_ALLOW lists the IP address of its host.',
    ],
    [
      ['planted-secret', '--as', 'slack'],
      'The address must be a URL such as https://hooks.example.com/alerts.',
    ],
    [['https://ntfy.sh/a/b', '--as', 'ntfy'], 'The address must name a topic'],
    [['https://ntfy.sh/', '--as', 'ntfy'], 'The address must name a topic'],
    [[SLACK, '--as', 'slack', '--site', 'x'], 'There is no site x: "signage sites list" shows all ids.', 1],
    [
      ['-', '--as', 'pagerduty', '--token-file', '-'],
      'Standard input cannot be both the address and the token: put one into a file.',
    ],
    [[SLACK, '--as', 'slack', '--token-file', wrong], 'A route of slack has no --token-file.'],
    [[SLACK, '--as', 'webhook', '--token-file', wrong], 'A route of webhook has no --token-file.'],
    [
      [SLACK, '--as', 'pagerduty'],
      'A route of pagerduty needs its key: name a file that contains it with --token-file.',
    ],
    [
      [SLACK, '--as', 'pagerduty', '--token-file', wrong],
      `The token in ${wrong} must be a routing key of 32 letters and digits.`,
      1,
    ],
    [
      [SLACK, '--as', 'pagerduty', '--token-file', missing],
      'Cannot read the token file: there is no such file. Name a file that contains the token.',
      1,
    ],
    [['https://ntfy.sh/t', '--as', 'ntfy', '--token-file', wrong], 'must be an access token without', 1],
    [[SLACK, '--as', 'slack', '--after', '4m'], 'It must be a time from 5m to 48h, such as 2h.'],
    [[SLACK, '--as', 'slack', '--after', '49h'], 'It must be a time from 5m to 48h, such as 2h.'],
    [[SLACK, '--as', 'mail'], "argument 'mail' is invalid"],
    [[SLACK], "Required option '--as <format>' not specified."],
  ])('refuses %j', async (args, message, expectedCode = 2) => {
    const { run, query } = await create()
    const { code, stdout, stderr } = await run('add', ...args)
    expect(code).toBe(expectedCode)
    expect(stderr).toContain(message)
    expect(stdout + stderr).not.toMatch(/planted.secret/)
    expect(await query('SELECT id FROM alert_routes')).toEqual([])
  })

  test('accepts other protocols and ports where internal addresses are allowed', async () => {
    const { run } = await create({ WEBHOOK_ALLOW: '10.0.0.0/8' })
    expect((await run('add', 'http://ntfy.lan:8080/t', '--as', 'ntfy')).code).toBe(0)
    expect((await run('add', 'ftp://ntfy.lan/t', '--as', 'ntfy')).stderr).toBe(
      'The address must begin with https:// or http://.\n',
    )
  })
})

describe('signage alerts test', () => {
  async function createFor(status: number, body = '') {
    const receiver = await startReceiver((response) => response.writeHead(status).end(body))
    const created = await create({ WEBHOOK_ALLOW: '127.0.0.1' })
    await created.run('add', `${receiver.url}?key=planted-secret`, '--as', 'slack')
    return { ...receiver, ...created }
  }

  test('shows the answer, and turns a route on again that was off', async () => {
    const body = `ok \u001b[31m\n${'x'.repeat(1000)}`
    const { run, received, query, list } = await createFor(200, body)
    const database = await query('UPDATE alert_routes SET failing_since = 1, off_since = 2 RETURNING id')
    expect(database).toHaveLength(1)
    expect((await run('list')).stdout).toContain('off since 1970-01-01T00:00:00.002Z')
    const { code, stdout, stderr } = await run('test', 'slack')
    expect([code, stderr]).toEqual([
      0,
      'The route slack works from here. The service may use a different WEBHOOK_ALLOW and different proxies.\n',
    ])
    expect(stdout).toMatch(/^HTTP 200 after \d+ ms\nok \\u001b\[31m\\nx{491}\n$/)
    expect(received).toHaveLength(1)
    expect(received[0]?.body).toContain('This is a test')
    expect(await list()).toMatchObject([{ failing_since: null, off_since: null }])
  })

  test('makes messages due at once that wait for another attempt, and no others', async () => {
    const { run, query } = await createFor(200)
    const later = Date.now() + 3_600_000
    for (const [id, attempts, next] of [
      ['failed', 3, later],
      ['new', 0, later],
      ['sent', 1, null],
    ])
      await query(
        `INSERT INTO alert_messages (id, route_id, kind, body, created_at, attempts, next_attempt_at)
         VALUES ('${id}', 'slack', 'opened', '{}', 0, ${attempts}, ${next}) RETURNING id`,
      )
    await run('test', 'slack')
    const [failed, ...others] = await query('SELECT next_attempt_at AS next FROM alert_messages ORDER BY id')
    expect(Number(failed?.['next'])).toBeLessThan(later)
    expect(others).toEqual([{ next: later }, { next: null }])
  })

  test('fails if it is not accepted, and shows why', async () => {
    const { run, url } = await createFor(404, 'no_service')
    const { code, stdout, stderr } = await run('test', 'slack')
    expect([code, stdout.split('\n')[1]]).toEqual([1, 'no_service'])
    expect(stderr).toBe(
      `${new URL(url).origin}/… did not accept the message: check its address, its token or secret if it has one, and its clock.\n`,
    )
  })

  test('fails if nothing can be sent', async () => {
    const { run, environment } = await createFor(200)
    const { code, stderr } = await signage(['alerts', 'test', 'slack'], {
      environment: { ...environment, WEBHOOK_ALLOW: '10.0.0.0/8' },
    })
    expect(code).toBe(1)
    expect(stderr).toContain(
      'its address 127.0.0.1 is not public: if it may be used, set WEBHOOK_ALLOW=10.0.0.0/8,127.0.0.1 for the service and for commands. The service may use a different WEBHOOK_ALLOW and different proxies.',
    )
    expect(stderr).not.toContain('planted-secret')
    expect((await run('test', 'x')).stderr).toBe(
      'There is no route x: "signage alerts list" shows all ids.\n',
    )
  })
})

describe('signage alerts mute', () => {
  test.each([
    ['route', 'slack'],
    ['device', 'lobby'],
    ['site', 'quay'],
  ])('mutes a %s until a time, and unmute ends that', async (kind, id) => {
    const { run, query } = await create()
    await run('add', SLACK, '--as', 'slack')
    const before = Date.now()
    const { stderr } = await run('mute', `--${kind}`, id, '--for', '2h')
    expect(stderr).toMatch(new RegExp(`^Muted the ${kind} ${id} until \\d{4}-.*Z\\.\n$`))
    const [mute] = await query('SELECT kind, subject_id, until FROM alert_mutes')
    expect(mute).toMatchObject({ kind, subject_id: id })
    expect(Number(mute?.['until']) - before).toBeGreaterThanOrEqual(2 * 3_600_000)
    expect((await run('unmute', `--${kind}`, id)).stderr).toBe(`Unmuted the ${kind} ${id}.\n`)
    expect((await run('unmute', `--${kind}`, id)).stderr).toBe(`The ${kind} ${id} is not muted.\n`)
  })

  test.each([
    [['--device', 'x', '--for', '1h'], 'There is no device x: "signage devices list" shows all ids.'],
    [['--site', 'x', '--for', '1h'], 'There is no site x: "signage sites list" shows all ids.'],
    [['--route', 'x', '--for', '1h'], 'There is no route x: "signage alerts list" shows all ids.'],
    [['--site', 'quay'], "Required option '--for <time>' not specified."],
    [['--site', 'quay', '--for', '169h'], 'It must be a time from 1m to 168h, such as 2h.'],
    [['--for', '1h'], "Name one of '--route', '--device' and '--site'."],
    [
      ['--site', 'quay', '--device', 'lobby', '--for', '1h'],
      "Name one of '--route', '--device' and '--site'.",
    ],
  ])('refuses %j', async (args, message) => {
    const { run } = await create()
    const { code, stderr } = await run('mute', ...args)
    expect(code).toBeGreaterThan(0)
    expect(stderr).toContain(message)
  })
})

test('signage alerts list shows routes as a table', async () => {
  const { run } = await create()
  await run('add', SLACK, '--as', 'slack')
  await run('mute', '--route', 'slack', '--for', '1h')
  const [headings, cells] = (await run('list')).stdout.split('\n')
  expect(headings).toMatch(/^ID +FORMAT +ADDRESS +AFTER +SITE +MUTED UNTIL +STATE +LAST RESULT$/)
  expect(cells).toMatch(/^slack +slack +https:\/\/hooks\.slack\.com\/… +default +- +\d{4}-\S+Z +working +-$/)
})

test('signage alerts delete deletes a route, its mute, and its messages', async () => {
  const { run, query } = await create()
  await run('add', SLACK, '--as', 'slack')
  await run('mute', '--route', 'slack', '--for', '1h')
  expect((await run('delete', 'slack')).stderr).toBe(
    'This would delete the route slack: add --yes to confirm.\n',
  )
  expect((await run('delete', 'slack', '--yes')).stderr).toBe('Deleted the route slack.\n')
  expect(await query('SELECT kind FROM alert_mutes')).toEqual([])
  expect((await run('delete', 'slack', '--yes')).stderr).toBe(
    'There is no route slack: "signage alerts list" shows all ids.\n',
  )
})
