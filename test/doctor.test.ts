import { chmodSync, chownSync, cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importDocument } from '../src/documents/import.ts'
import { DAY_MS, MINUTE_MS } from '../src/lib/time/durations.ts'
import { openDatabase } from '../src/storage/open.ts'
import { damage, unprivileged } from './support/broken-files.ts'
import { signageByCommand } from './support/commands.ts'
import { runSql, temporaryFolder } from './support/database.ts'
import { device, devicesDocument } from './support/documents.ts'
import { signage } from './support/process.ts'

const folder = temporaryFolder()
chmodSync(folder, 0o755)
const path = (name: string) => join(folder, name)

const sound = await openDatabase(path('sound.db'), 'create')
const devices = Array.from({ length: 500 }, (_, n) => device(`d${n}`))
await importDocument(sound, devicesDocument(...devices))
await sound.close()

/** Copies the valid database for one test. */
function copy(name: string): string {
  cpSync(path('sound.db'), path(name))
  return path(name)
}

function doctor(environment: Record<string, string>, uid?: number) {
  const args = ['doctor', '--json']
  // Only a process of its own can belong to another user.
  return uid === undefined ? signageByCommand(args, { environment }) : signage(args, { environment, uid })
}

/** The findings that are not ok, each as `status check: message`. */
async function findProblems(environment: Record<string, string>, uid?: number): Promise<string[]> {
  const { code, stdout } = await doctor(environment, uid)
  const findings: { check: string; status: string; message: string }[] = JSON.parse(stdout)
  expect(code).toBe(findings.some(({ status }) => status === 'fault') ? 1 : 0)
  return findings
    .filter(({ status }) => status !== 'ok')
    .map(({ check, status, message }) => `${status} ${check}: ${message}`)
}

test('reports that each check is ok, and exits with 0, if there are no problems', async () => {
  const environment = { DATABASE_URL: path('sound.db'), HOST: '127.0.0.1', PORT: '0' }
  const { code, stdout, stderr } = await signage(['doctor'], { environment })
  expect(code).toBe(0)
  expect(stderr).toBe('')
  const names = 'configuration network permissions database integrity jobs alerts'
  const lines = stdout.trimEnd().split('\n')
  expect(lines.map((line) => /^ok {7}([a-z ]*[a-z]) {2}/.exec(line)?.[1]).join(' ')).toBe(names)
  expect(await findProblems(environment)).toEqual([])
})

describe('reports a database that', () => {
  test('is missing', async () => {
    expect(await findProblems({ DATABASE_URL: path('missing.db') })).toEqual([
      `fault database: There is no database at ${path('missing.db')}: run "signage migrate" to create it, or set DATABASE_URL to its path.`,
    ])
  })

  test('is damaged', async () => {
    const DATABASE_URL = copy('damaged.db')
    damage(DATABASE_URL)
    expect(await findProblems({ DATABASE_URL })).toContainEqual(
      expect.stringMatching(
        /^fault (integrity|database): The database is damaged: stop the service and restore/,
      ),
    )
  })

  test('is not up to date', async () => {
    writeFileSync(path('behind.db'), '')
    expect(await findProblems({ DATABASE_URL: path('behind.db') })).toEqual([
      'fault database: The database is not up to date: run "signage migrate" first.',
    ])
  })

  test.runIf(unprivileged)('this user may not write to', async () => {
    const DATABASE_URL = copy('readonly.db')
    chmodSync(DATABASE_URL, 0o444)
    expect((await findProblems({ DATABASE_URL }, unprivileged?.uid))[0]).toMatch(
      /^fault permissions: This user may not write to .*: grant it write permission, or run signage as a user who has it\.$/,
    )
  })

  test.runIf(unprivileged)('has a log that another user has left behind', async () => {
    const DATABASE_URL = copy('killed.db')
    const uid = unprivileged?.uid ?? 0
    chmodSync(folder, 0o777)
    chownSync(DATABASE_URL, uid, uid)
    for (const ending of ['-wal', '-shm']) writeFileSync(`${DATABASE_URL}${ending}`, '', { mode: 0o600 })
    expect((await findProblems({ DATABASE_URL }, uid))[0]).toBe(
      `fault permissions: This user may not write to ${DATABASE_URL}-wal: grant it write permission, or run signage as a user who has it.`,
    )
    chmodSync(folder, 0o755)
  })
})

test('warns of items that no process puts back in stock', async () => {
  const DATABASE_URL = copy('late.db')
  await runSql(
    DATABASE_URL,
    `INSERT INTO menus (id, name) VALUES ('m', 'Menu');
     INSERT INTO menu_groups (menu_id, position, id, name) VALUES ('m', 0, 'g', 'Soups');
     INSERT INTO menu_items (menu_id, position, id, group_id, name) VALUES ('m', 0, 'i', 'g', 'Soup');
     INSERT INTO restocks (menu_id, item_id, at) VALUES ('m', 'i', '2026-01-01T00:00:00.000Z')`,
  )
  expect(await findProblems({ DATABASE_URL })).toEqual([
    'warning jobs: Items should be in stock again by now, but no process puts them back: start a service with CHANGES=on.',
  ])
})

describe('a service that was heard of', () => {
  const beatBefore = (ms: number) =>
    `INSERT INTO service_presence (only_row, last_at) VALUES (1, ${Date.now() - ms});`
  const ROUTE =
    "INSERT INTO alert_routes (id, format, url, created_at) VALUES ('hook', 'slack', 'https://hooks.example', 0);"

  test('an hour ago may hang', async () => {
    const DATABASE_URL = copy('an hour ago.db')
    await runSql(DATABASE_URL, beatBefore(60 * MINUTE_MS))
    expect(await findProblems({ DATABASE_URL })).toEqual([
      expect.stringMatching(
        /^warning jobs: No service with CHANGES=on has run since \d.*Z\. If one should run, restart it: until then, nothing looks for silent devices or sends alerts\.$/,
      ),
    ])
  })

  test.each([
    ['a minute ago', () => beatBefore(MINUTE_MS)],
    ['some days ago', () => beatBefore(9 * DAY_MS)],
    ['a minute ago, with routes for alerts', () => beatBefore(MINUTE_MS) + ROUTE],
  ])('%s is not missed', async (name, sqlOf) => {
    const DATABASE_URL = copy(`${name}.db`)
    // The tests before this one may have taken minutes.
    await runSql(DATABASE_URL, sqlOf())
    expect(await findProblems({ DATABASE_URL })).toEqual([])
  })

  test.each([
    ['never', ROUTE],
    ['some days before', beatBefore(9 * DAY_MS) + ROUTE],
  ])('%s sends no alerts, although there is a route for them', async (name, sql) => {
    const DATABASE_URL = copy(`${name}.db`)
    await runSql(DATABASE_URL, sql)
    const unsent = '1 alert route exists, but no service sends alerts: start one with CHANGES=on.'
    expect(await findProblems({ DATABASE_URL })).toEqual([`fault alerts: ${unsent}`])
    expect(await findProblems({ DATABASE_URL, CHANGES: 'on' })).toEqual([`warning alerts: ${unsent}`])
  })
})

describe('warns of alerts that', () => {
  const HOOK = 'https://hooks.example/services/secret'
  const addRoute = (column: string) => `
    INSERT INTO alert_routes (id, format, url, created_at, ${column})
    VALUES ('hook', 'slack', '${HOOK}', 0, ${Date.UTC(2026, 0, 15, 12)});`
  const unsent = (routes: string) =>
    `Alerts cannot be sent to ${routes}: "signage alerts list" says since when, why, and which routes are off. Correct the receiver, then run "signage alerts test ID".`
  const addMessage = (nextAttemptAt: number | null) => `
    INSERT INTO alert_messages (id, route_id, kind, body, created_at, next_attempt_at, last_result)
    VALUES ('m', 'hook', 'opened', '{}', 0, ${nextAttemptAt}, 'HTTP 404');`

  test.each([
    ['cannot be sent to a route', addRoute('failing_since'), unsent('hook')],
    [
      'are not sent to a route that is off',
      addRoute('failing_since, off_since').replace(/(\d+)\);$/, '$1, $1);'),
      unsent('hook'),
    ],
    [
      'no process sends',
      `${addRoute('delay_seconds')} ${addMessage(Date.now() - 60_000)}`,
      'Alerts are waiting, but no process sends them: start a service with CHANGES=on.',
    ],
  ])('%s', async (name, sql, warning) => {
    const DATABASE_URL = copy(`${name}.db`)
    await runSql(DATABASE_URL, sql)
    expect(await findProblems({ DATABASE_URL })).toEqual([`warning alerts: ${warning}`])
  })
})

test('says whose environment it has judged', async () => {
  const { stdout } = await signage(['doctor'], { environment: { DATABASE_URL: copy('environment.db') } })
  expect(stdout).toContain('All variables of this command are valid. A running service may have other ones.')
})

test('warns that a database in memory loses its data', async () => {
  expect(await findProblems({ DATABASE_URL: 'sqlite::memory:' })).toEqual([
    'warning database: The database is in memory, so its data is lost when the process ends: set DATABASE_URL to a file. Only "signage serve --seed FILE" can use a database in memory.',
  ])
})

test('reports every error of the configuration separately', async () => {
  expect(await findProblems({ PORT: '99999', WORKERS: 'many' })).toEqual([
    'fault configuration: PORT must be a whole number from 0 to 65535, not "99999".',
    'fault configuration: WORKERS must be a whole number from 1 to 256, or auto, not "many".',
  ])
  expect(await findProblems({ PORT: '9100', METRICS_PORT: '9100' })).toEqual([
    'fault configuration: Metrics and the service have the same port 9100: set METRICS_PORT to another.',
  ])
  expect(await findProblems({ DATABASE_URL: 'postgres://signage@localhost/' })).toEqual([
    expect.stringMatching(/^fault configuration: DATABASE_URL must be like postgres:/),
  ])
})
