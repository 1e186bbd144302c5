import pg from 'pg'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { device, group, item, KEY, menu, withKey } from '../support/documents.ts'
import { startPgbouncer } from '../support/pgbouncer.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { signage, startServer } from '../support/process.ts'

const places = ['a', 'b', 'c']
const DOCUMENT = JSON.stringify({
  users: [{ id: 'ops', name: 'Operations' }],
  devices: places.map((id) => ({ ...device(id), access: [{ user: 'ops', level: 'update' }] })),
  menus: places.map((id) =>
    menu(id, {
      groups: [group(`g${id}`, { id: `g${id}`, items: [item(`i${id}`, { id: `i${id}`, price: 1 })] })],
    }),
  ),
  apiKeys: [
    {
      key: KEY,
      name: 'boards',
      user: 'ops',
      scopes: ['menu:write', 'device:read', 'device:heartbeat'],
      menus: places,
    },
  ],
})

const READS = [
  '/v1/menus',
  '/v1/groups',
  '/devices/b',
  '/devices',
  '/v1/menus/a/groups/options',
  '/devices?search=c',
]
/** A busy machine may take longer than a service usually waits. */
const PATIENT = '?connect_timeout=60&statement_timeout=60000'
const headers = { ...withKey, authorization: `Bearer ${KEY}` }

async function read(address: string, path: string): Promise<number> {
  return (await fetch(`${address}${path}`, { headers })).status
}

async function heartbeat(address: string, id: string): Promise<number> {
  return (await fetch(`${address}/devices/${id}/heartbeats`, { method: 'POST', headers })).status
}

async function patch(address: string, id: string, price: number): Promise<number> {
  const body = JSON.stringify({ price })
  const type = { 'content-type': 'application/json' }
  return (
    await fetch(`${address}/v1/items/${id}`, { method: 'PATCH', headers: { ...headers, ...type }, body })
  ).status
}

const query = async (url: string, sql: string) => {
  const client = new pg.Client(url)
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}

test('statement mode is refused', async () => {
  const pooler = await startPgbouncer(await createPostgresDatabase(), { pool_mode: 'statement' })
  expect(await signage(['migrate'], { environment: { DATABASE_URL: pooler.url } })).toEqual({
    code: 1,
    stdout: '',
    // It may be heard only at the second try: PgBouncer closes the connection while the service is writing to it.
    stderr: expect.stringContaining(
      'A pooler between this service and PostgreSQL is in statement mode, in which there are no transactions: set it to transaction mode or session mode.\n',
    ),
  })
})

describe.each([
  // Each connection of the service has a session for itself.
  { name: 'session mode', settings: { pool_mode: 'session', default_pool_size: 100 } },
  // Sessions are few, so that each has to serve many connections.
  { name: 'transaction mode', settings: { pool_mode: 'transaction', default_pool_size: 3 } },
  {
    name: 'transaction mode, in which settings are ignored',
    settings: {
      pool_mode: 'transaction',
      default_pool_size: 3,
      ignore_startup_parameters: 'options,statement_timeout,extra_float_digits',
    },
  },
])('behind PgBouncer in $name', ({ settings }) => {
  let url = ''
  let pooler: Awaited<ReturnType<typeof startPgbouncer>>
  const run = async (...args: string[]) =>
    signage(args, { environment: { DATABASE_URL: `${pooler.url}${PATIENT}` }, input: DOCUMENT })
  const start = async (parameters = PATIENT) => {
    const server = await startServer({
      DATABASE_URL: `${pooler.url}${parameters}`,
      CHANGES: 'on',
      CACHE_MAX_MB: '0',
      MAX_EVENT_LOOP_DELAY_MS: '0',
    })
    onTestFinished(async () => {
      await server.stop()
    })
    return server
  }

  beforeAll(async () => {
    url = await createPostgresDatabase()
    pooler = await startPgbouncer(url, settings)
    expect(await run('migrate')).toMatchObject({ code: 0 })
    expect(await run('import', '-')).toMatchObject({ code: 0 })
  })

  test('commands work', async () => {
    expect(await run('migrate')).toMatchObject({ code: 0, stderr: 'The database is up to date.\n' })
    expect(await run('import', '-')).toMatchObject({ code: 0 })
    expect(await run('devices', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('c') })
    expect(JSON.parse((await run('export')).stdout).menus).toHaveLength(places.length)
    const doctor = await run('doctor')
    expect(doctor.stdout).not.toMatch(/^fault +(?!port)/m)
  })

  test('changes and reads of several processes beside each other are all done', async () => {
    const servers = await Promise.all([start(), start()])
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const { address } = servers[n % 2] ?? servers[0]
        const id = places[n % 3] ?? ''
        const results = [await patch(address, `i${id}`, n + 2), await heartbeat(address, id)]
        for (const path of READS) results.push(await read(address, path))
        return results.join()
      }),
    )
    expect(new Set(statuses)).toEqual(new Set([['200', '204', ...READS.map(() => '200')].join()]))
    for (const server of servers) {
      expect(await server.stop()).toBe(0)
      expect(server.output()).not.toMatch(/"level":[5-6]0/)
    }
  })

  test('no setting of the service is left in a session', async () => {
    const { address } = await start()
    for (let n = 0; n < 20; n++) await Promise.all([patch(address, 'ia', n), read(address, '/v1/groups')])
    const sql = `SELECT current_setting('statement_timeout') AS timeout, current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('default_transaction_read_only') AS read_only, (SELECT count(*)::integer FROM pg_prepared_statements) AS prepared`
    for (let n = 0; n < 10; n++)
      expect(await query(pooler.url, sql)).toEqual([
        { timeout: '0', idle: '0', read_only: 'off', prepared: 0 },
      ])
  })

  test('a read that takes too long ends on the server too', async () => {
    const { address } = await start('?statement_timeout=300')
    const holder = new pg.Client(url)
    await holder.connect()
    await holder.query('BEGIN; LOCK TABLE devices IN ACCESS EXCLUSIVE MODE')
    expect(await read(address, '/devices')).toBe(503)
    const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'devices'::regclass"
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(0)
    await holder.end()
    await expect.poll(() => read(address, '/devices')).toBe(200)
  })

  test('the service goes on after a restart of the pooler', async () => {
    const { address } = await start()
    expect(await patch(address, 'ia', 5)).toBe(200)
    for (let n = 0; n < 2; n++) {
      await pooler.restart()
      await expect.poll(() => read(address, '/devices')).toBe(200)
      await expect.poll(() => patch(address, 'ia', 100 + n)).toBe(200)
      await expect.poll(() => heartbeat(address, 'a')).toBe(204)
    }
  })
})
