import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { signageByCommand as signage } from '../support/commands.ts'
import { temporaryFolder } from '../support/database.ts'

// Commands that create or migrate a database print which one, so that a forgotten variable is noticed.
const folder = temporaryFolder()

function newProject(name: string): string {
  const project = join(folder, name)
  mkdirSync(project)
  return project
}

describe.each([[['migrate']], [['import', '-']]])('%j', (args) => {
  test('prints the name of a database before creating it, and only then', async () => {
    const cwd = newProject(`new ${args[0]}`)
    const environment = { DATABASE_URL: 'some/signage.db' }
    const first = await signage(args, { cwd, environment, input: '{"menus": []}' })
    expect(first.stderr).toMatch(`Creating the database sqlite:${join(cwd, 'some/signage.db')}.\n`)
    const second = await signage(args, { cwd, environment, input: '{"menus": []}' })
    expect(second.stderr).not.toContain('database sqlite:')
  })

  test('leaves that database alone if SIGNAGE_DATABASE_URL names another', async () => {
    const cwd = newProject(`ours ${args[0]}`)
    const environment = { DATABASE_URL: 'theirs.db', SIGNAGE_DATABASE_URL: 'ours.db' }
    expect((await signage(args, { cwd, environment, input: '{"menus": []}' })).code).toBe(0)
    expect([existsSync(join(cwd, 'ours.db')), existsSync(join(cwd, 'theirs.db'))]).toEqual([true, false])
  })
})

test('the password of a database that cannot be reached is not shown, and the exit code is 1', async () => {
  const environment = {
    DATABASE_URL: 'postgres://anna:secret@127.0.0.1:1,[::1]:1/signage',
    STARTUP_TIMEOUT: '0',
  }
  const migrated = await signage(['migrate'], { environment })
  expect(migrated.code).toBe(1)
  expect(migrated.stderr).toMatch(/^The database cannot be used: .+\.\n$/)
  const listed = await signage(['menus', 'list'], { environment })
  expect({ code: listed.code, stdout: listed.stdout }).toEqual({ code: 1, stdout: '' })
  expect(listed.stderr).toMatch(/^The database cannot be used: .+\.\n$/)
})

test('only its owner can read a new database, the files beside it and a backup; the mode of an existing one stays', async () => {
  const cwd = newProject('private')
  const environment = { DATABASE_URL: 'data/signage.db' }
  const modes = () =>
    Object.fromEntries(
      readdirSync(join(cwd, 'data')).map((name) => {
        return [name, (statSync(join(cwd, 'data', name)).mode & 0o777).toString(8)]
      }),
    )
  expect((await signage(['migrate'], { cwd, environment })).code).toBe(0)
  expect((await signage(['backup', 'data/backup.db'], { cwd, environment })).code).toBe(0)
  const database = await openDatabase(join(cwd, 'data/signage.db'), 'write')
  await database.batch([{ script: "INSERT INTO users (id, name) VALUES ('a', 'A')" }])
  const files = { 'signage.db-wal': '600', 'signage.db-shm': '600', 'backup.db': '600' }
  expect(modes()).toEqual({ 'signage.db': '600', ...files })
  await database.close()
  chmodSync(join(cwd, 'data/signage.db'), 0o640)
  expect((await signage(['import', '-'], { cwd, environment, input: '{"menus": []}' })).code).toBe(0)
  expect(modes()).toMatchObject({ 'signage.db': '640' })
})
