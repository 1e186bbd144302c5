import { describe, expect, inject, test } from 'vitest'
import { hashKey } from '../../src/auth/credential.ts'
import { itemAccessQuery } from '../../src/menu-changes/queries.ts'
import { createThreadedMenuWriter } from '../../src/menu-changes/threaded-menu-writer.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { afterTestFile } from '../support/clean-up.ts'
import { group, item, KEY, menu, withKey } from '../support/documents.ts'
import { createMigratedPostgres, createPostgresDatabase } from '../support/postgres.ts'
import { inDatabase, runPostgres } from '../support/postgres-client.ts'
import { signage, startServer } from '../support/process.ts'

const server = inject('postgresUrl')
const onServer = (script: string) => runPostgres(server, script)

let roles = 0

/** Creates a user without privileges. @returns its name, and the URL of a database for it */
async function createRole(url: string) {
  const role = `signage_role_${process.pid}_${++roles}`
  await onServer(`CREATE ROLE ${role} LOGIN PASSWORD 'x'`)
  afterTestFile(() => runPostgres(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`))
  return { role, url: inDatabase(server, nameIn(url)).replace(/\/\/[^@]+@/, `//${role}:x@`) }
}

const nameIn = (url: string) => new URL(url).pathname.slice(1)

/** Creates a database that is dropped before the roles that have privileges in it. */
async function createDatabase(options: string): Promise<string> {
  const name = `signage_other_${process.pid}_${++roles}`
  await onServer(`CREATE DATABASE ${name} ${options}`)
  afterTestFile(() => onServer(`DROP DATABASE ${name} WITH (FORCE)`))
  return inDatabase(server, name)
}

const document = {
  users: [{ id: 'ops', name: 'Operations' }],
  menus: [menu('m', { groups: [group('g', { items: [item('i', { id: 'i', price: 1 })] })] })],
  apiKeys: [{ key: KEY, name: 'k', user: 'ops', scopes: ['menu:write'], menus: ['m'] }],
}

async function doctor(environment: Record<string, string>, check: string): Promise<string[]> {
  const { stdout } = await signage(['doctor', '--json'], {
    environment: { HOST: '127.0.0.1', PORT: '0', ...environment },
  })
  const found: { check: string; status: string; message: string }[] = JSON.parse(stdout)
  return found
    .filter((finding) => finding.check.startsWith(check))
    .map(({ status, message }) => `${status}: ${message}`)
}

test('a user who may only read is told with CHANGES=on, by the log and by doctor', async () => {
  const owner = await createMigratedPostgres()
  const { role, url } = await createRole(owner)
  await runPostgres(owner, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`)
  await signage(['import', '-'], { environment: { DATABASE_URL: owner }, input: JSON.stringify(document) })
  const { address, output, stop } = await startServer({ DATABASE_URL: url, CHANGES: 'on' })
  const body = JSON.stringify({ price: 2 })
  const headers = { ...withKey, 'content-type': 'application/json' }
  const patch = async () => (await fetch(`${address}/v1/items/i`, { method: 'PATCH', headers, body })).status
  expect(await patch()).toBe(503)
  const lacks = 'The user in DATABASE_URL lacks a privilege in the database (permission denied for'
  await expect.poll(output).toContain(`Changes fail. ${lacks}`)
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({
    status: 'ok',
    warnings: [
      'Changes fail. The user in DATABASE_URL lacks a privilege in the database: grant it, or use another user.',
    ],
  })
  const fault = expect.stringMatching(
    /^fault: The user in DATABASE_URL lacks a privilege .* for table jobs\)/,
  )
  expect(await doctor({ DATABASE_URL: url, CHANGES: 'on' }, 'privileges')).toEqual([fault])
  expect(await doctor({ DATABASE_URL: url }, 'privileges')).toEqual([
    'ok: CHANGES is off, so the service only reads. There is nothing to check.',
  ])
  // Only the thread lacks the privilege here.
  const database = await openDatabase(owner, 'server-write')
  const writer = createThreadedMenuWriter(url, database)
  const request = { menuId: 'm', itemId: 'i', keyId: 'k', nowMs: Date.now(), ifMatch: undefined }
  const authorizationQuery = itemAccessQuery('i', 'm', hashKey(KEY))
  await expect(
    writer.patchItem({ ...request, authorizationQuery, change: { price: 2 } }),
  ).rejects.toMatchObject({ publicMessage: expect.stringContaining('in the database: grant it') })
  expect(database.warnings()).toMatchObject([
    {
      message: expect.stringContaining('permission denied for table menu_items'),
      publicMessage: expect.stringMatching(/^Changes fail\. .* in the database: grant it/),
    },
  ])
  await Promise.all([writer.close(), database.close()])
  await runPostgres(owner, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`)
  expect(await patch()).toBe(200)
  expect(await doctor({ DATABASE_URL: url, CHANGES: 'on' }, 'privileges')).toEqual([
    'ok: The user of the database may write to it.',
  ])
  await stop()
})

test('a user who may not create tables is told what is denied, and so is one who may not read them', async () => {
  const owner = await createPostgresDatabase()
  const { role, url } = await createRole(owner)
  const environment = { DATABASE_URL: url }
  const lacks = 'The user in DATABASE_URL lacks a privilege in the database'
  expect((await signage(['migrate'], { environment })).stderr).toContain(
    `${lacks} (permission denied for schema public): grant it, or use another user.\n`,
  )
  await signage(['migrate'], { environment: { DATABASE_URL: owner } })
  expect((await signage(['users', 'list'], { environment })).stderr).toBe(
    `${lacks} (permission denied for table schema_migrations): grant it, or use another user.\n`,
  )
  await runPostgres(owner, `GRANT USAGE, CREATE ON SCHEMA public TO ${role}`)

  const fresh = await createDatabase('')
  await runPostgres(fresh, `GRANT USAGE, CREATE ON SCHEMA public TO ${role}`)
  const migrated = { DATABASE_URL: url.replace(/[^/]+$/, nameIn(fresh)) }
  expect(await signage(['migrate'], { environment: migrated })).toMatchObject({ code: 0 })
})

describe.each(['LATIN1', 'SQL_ASCII'])('a database whose encoding is %s', (encoding) => {
  test('is refused by migrate and by doctor, with what to do', async () => {
    const url = await createDatabase(`ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`)
    const message = `The database in DATABASE_URL has the encoding ${encoding}, which cannot hold every text: create another with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0, and move what is in this one with "signage export" and "signage import".`
    const { code, stderr } = await signage(['migrate'], { environment: { DATABASE_URL: url } })
    expect({ code, last: stderr.trim().split('\n').at(-1) }).toEqual({ code: 1, last: message })
    expect(await doctor({ DATABASE_URL: url }, 'server')).toEqual([`fault: ${message}`])
  })
})

test('while the database is read-only, readiness and doctor say so, reads go on, and it heals', async () => {
  const url = await createMigratedPostgres()
  const environment = { DATABASE_URL: url }
  await signage(['import', '-'], { environment, input: JSON.stringify(document) })
  const setReadOnly = (value: string) =>
    onServer(`ALTER DATABASE ${nameIn(url)} SET default_transaction_read_only = ${value}`)
  await setReadOnly('on')
  const headers = { ...withKey, 'content-type': 'application/json' }
  const read = async ({ address }: { address: string }) => {
    const menus = await fetch(`${address}/v1/groups?menus=m`, { headers })
    const body = JSON.stringify({ price: 2 })
    const change = await fetch(`${address}/v1/items/i`, { method: 'PATCH', headers, body })
    return [menus.status, change.status, change.headers.get('retry-after')]
  }
  const server = await startServer({ DATABASE_URL: url, CHANGES: 'on' })
  const ready = async () => await (await fetch(`${server.address}/readyz`)).json()
  const readOnly =
    'The database server is read-only: it is a standby, or default_transaction_read_only is on.'
  const fault = `Changes fail. ${readOnly}`
  expect(await read(server)).toEqual([200, 503, '10'])
  await expect.poll(ready).toEqual({ status: 'ok', warnings: [fault] })
  await expect.poll(server.output).toContain(fault)
  expect(await doctor({ DATABASE_URL: url, CHANGES: 'on' }, 'privileges')).toEqual([`fault: ${readOnly}`])
  await setReadOnly('off')
  // Sessions keep the setting that they began with.
  await onServer(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${nameIn(url)}'`)
  await expect.poll(() => read(server), { timeout: 10_000 }).toEqual([200, 200, null])
  await expect.poll(ready, { timeout: 40_000 }).toEqual({ status: 'ok' })
  expect(await server.stop()).toBe(0)
}, 90_000)
