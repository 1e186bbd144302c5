import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readMigrations } from '../src/storage/migrations.ts'
import { newDatabaseUrl, runSql, temporaryFolder } from './support/database.ts'
import { runPostgres } from './support/postgres-client.ts'
import { signage, startServer } from './support/process.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const shown = async (environment: Record<string, string>, cwd?: string) => {
  const { code, stdout, stderr } = await signage(['--version'], { environment, ...(cwd && { cwd }) })
  // Scripts read all of it.
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` })
  return stderr
}

test('signage --version says which version the database has, and changes no file', async () => {
  const DATABASE_URL = await newDatabaseUrl()
  const isFile = !DATABASE_URL.startsWith('postgres')
  const run = (sql: string) => (isFile ? runSql(DATABASE_URL, sql) : runPostgres(DATABASE_URL, sql))
  const files = () => (isFile ? readdirSync(dirname(DATABASE_URL)) : [])
  const latest = readMigrations(isFile ? 'sqlite' : 'postgres').length
  expect(await shown({ DATABASE_URL })).toBe('')
  expect(files()).toEqual([])

  await signage(['migrate'], { environment: { DATABASE_URL } })
  const before = files()
  const upToDate = new RegExp(`^Database \\w+:.*: version ${latest}, that of this version of signage\\.\\n$`)
  expect(await shown({ DATABASE_URL })).toMatch(upToDate)
  expect(files()).toEqual(before)

  const server = await startServer({ DATABASE_URL })
  const during = files()
  expect(await shown({ DATABASE_URL })).toMatch(upToDate)
  expect(files()).toEqual(during)
  await server.stop('SIGKILL')
  expect(await shown({ DATABASE_URL })).toMatch(upToDate)
  expect(files()).toEqual(during)

  await run(`DELETE FROM schema_migrations WHERE version = ${latest}`)
  expect(await shown({ DATABASE_URL })).toContain(
    `version ${latest - 1}, to be migrated to ${latest} with "signage migrate".`,
  )
  await run("INSERT INTO schema_migrations VALUES (9999, '9999-later.sql', '', '')")
  expect(await shown({ DATABASE_URL })).toContain(
    'version 9999, which is newer than this version of signage.',
  )
})

test('signage --version shows the version alone where no database can be read at once', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' && address?.port
  const cwd = temporaryFolder()
  for (const url of [
    `postgres://u:p@127.0.0.1:${port}/d`,
    'postgres://u:p@127.0.0.1:1/d',
    '"quoted"',
    cwd,
    ':memory:',
  ])
    expect(await shown({ DATABASE_URL: url })).toBe('')
  expect(await shown({}, cwd)).toBe('')
  expect(await shown({ PORT: 'x' }, cwd)).toBe('')
  expect(readdirSync(cwd)).toEqual([])
})
