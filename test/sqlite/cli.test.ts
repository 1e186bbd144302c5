import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../support/database.ts'
import { device } from '../support/documents.ts'
import { signage } from '../support/process.ts'

// What commands do about a database that is a file.
const folder = temporaryFolder()

test('a document with a fault does not create a database either', async () => {
  const none = { DATABASE_URL: join(folder, 'none.db') }
  expect((await signage(['import', '-'], { environment: none, input: '{"users": 1}' })).code).toBe(1)
  expect(existsSync(none.DATABASE_URL)).toBe(false)
})

test('creates and migrates a database that is missing', async () => {
  const fresh = { DATABASE_URL: `sqlite:${join(folder, 'new', 'signage.db')}` }
  expect((await signage(['import', '-'], { environment: fresh, input: '{}' })).code).toBe(0)
  expect(existsSync(join(folder, 'new', 'signage.db'))).toBe(true)
})

test('heartbeats from a pipe outlast a lock that another process holds for long', async () => {
  const environment = { DATABASE_URL: join(folder, 'held.db') }
  const input = JSON.stringify({
    devices: [device('aa:bb:cc:00:00:01')],
    users: [{ id: 'ops', name: 'Operations' }],
  })
  expect((await signage(['import', '-'], { environment, input })).code).toBe(0)
  const script =
    "const database = new (require('better-sqlite3'))(process.env.DATABASE_URL); database.exec('BEGIN IMMEDIATE'); console.log('held'); setTimeout(() => database.exec('COMMIT'), 6500)"
  const holder = spawn(process.execPath, ['-e', script], { env: { ...process.env, ...environment } })
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  const { code, stderr } = await signage(['devices', 'heartbeat', '-'], {
    environment,
    input: 'aa:bb:cc:00:00:01\n',
  })
  expect(code).toBe(0)
  expect(stderr).toMatch(/database is locked\. Trying again\.\n/)
  expect(stderr).toMatch(/Recorded 1 heartbeat, skipped 0 lines\.\n$/)
})

test('every command but import and migrate refuses a database that is missing', async () => {
  const missing = { DATABASE_URL: join(folder, 'missing.db') }
  for (const args of [
    ['export'],
    ['users', 'list'],
    ['keys', 'list'],
    ['devices', 'list'],
    ['menus', 'list'],
    ['users', 'add', 'x'],
  ]) {
    const { code, stderr } = await signage(args, { environment: missing })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^There is no database at /)
  }
  expect(existsSync(missing.DATABASE_URL)).toBe(false)
})
