import { expect, inject, test } from 'vitest'
import { StorageOperatorError } from '../../src/storage/database.ts'
import { openUnchecked } from '../../src/storage/open.ts'
import { serversOf } from '../../src/storage/postgres/inspection.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { signage } from '../support/process.ts'

/** What doctor lists for a database, each as `status check: message`. */
async function findings(DATABASE_URL: string): Promise<string[]> {
  const environment = { DATABASE_URL, PORT: '0', HOST: '127.0.0.1' }
  const { stdout } = await signage(['doctor', '--json'], { environment })
  const found: { check: string; status: string; message: string }[] = JSON.parse(stdout)
  return found.map(({ check, status, message }) => `${status} ${check}: ${message}`)
}

/** The URL of the test server with a password that it rejects. */
const wrongPassword = () => inject('postgresUrl').replace(/:[^:@/]*@/, ':wrong-password@')

const { host, hostname, port } = new URL(inject('postgresUrl'))
const name = `${hostname}:${port || '5432'}`

test('each server of the URL is checked for its role, and the database for its migrations', async () => {
  const url = await createPostgresDatabase()
  const server = expect.stringMatching(
    new RegExp(`^ok server ${name}: ${name} is PostgreSQL \\d+, a primary\\.$`),
  )
  const behind = 'fault database: The database is not up to date: run "signage migrate" first.'
  const network = expect.stringMatching(/^ok network: /)
  expect(await findings(url)).toEqual([expect.any(String), network, server, behind])

  await signage(['migrate'], { environment: { DATABASE_URL: url } })
  const twoHosts = url.replace(host, `127.0.0.1:1,${host}`)
  const list = await findings(twoHosts)
  expect(list).toContainEqual(server)
  expect(list).toContainEqual(
    'ok database: The database can be opened, and its tables are those of this version.',
  )
  expect(list).toContainEqual(
    'fault server 127.0.0.1:1: The database cannot be used: connect ECONNREFUSED 127.0.0.1:1.',
  )
  expect(list.filter((line) => line.startsWith('ok jobs'))).toHaveLength(1)
})

test('a rejected password is reported with what to do, and never shown', async () => {
  const list = await findings(wrongPassword())
  expect(list.join('\n')).toContain(
    'The database server rejected the user or the password in DATABASE_URL: correct them.',
  )
  expect(list.join('\n')).not.toContain('wrong-password')
})

test('a server on another machine without sslmode causes a warning, and the password is not shown', async () => {
  const url = inject('postgresUrl').replace(host, `${host},db.invalid`)
  const list = await findings(url)
  expect(list).toContainEqual(
    'warning network: The connections to the database on db.invalid are not encrypted: add sslmode=verify-full to DATABASE_URL, or sslmode=disable if the network is trusted.',
  )
  expect(list.join('\n')).not.toContain(new URL(inject('postgresUrl')).password)
  expect((await findings(`${url}?sslmode=disable`)).join('\n')).not.toContain('not encrypted')
})

test('a server is inspected on connections of its own, which are closed', async () => {
  const url = await createPostgresDatabase()
  const servers = serversOf(url)
  expect(servers.map((server) => server.name)).toEqual([name])
  const [server] = servers
  expect(await server?.inspect()).toEqual({ role: 'primary', version: expect.any(Number), encoding: 'UTF8' })
  expect((await server?.inspect())?.version).toBeGreaterThanOrEqual(150_000)
  const observer = await openUnchecked(inject('postgresUrl'), 'read')
  const sql = 'SELECT count(*) AS connections FROM pg_stat_activity WHERE datname = ?'
  const database = new URL(url).pathname.slice(1)
  await expect.poll(() => observer.get({ sql, parameters: [database] })).toEqual({ connections: 0 })
  await observer.close()
})

test('a server that cannot be inspected gives the error of the service', async () => {
  const [server] = serversOf(wrongPassword())
  await expect(server?.inspect()).rejects.toBeInstanceOf(StorageOperatorError)
})
