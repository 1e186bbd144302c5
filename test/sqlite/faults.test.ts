import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { damage, mountSmallDisk, unprivileged } from '../support/broken-files.ts'
import { signageByCommand } from '../support/commands.ts'
import { connectAsOtherProgram, exportOf, runSql, temporaryFolder } from '../support/database.ts'
import { device, group, item, KEY, menu, withBearer, withKey } from '../support/documents.ts'
import { CLI, type ServerProcess, signage, startLimitedServer, startServer } from '../support/process.ts'

const folder = temporaryFolder()
chmodSync(folder, 0o755)
const path = (name: string) => join(folder, name)

const items = Array.from({ length: 2000 }, (_, n) =>
  item(`i${n}`, { id: `i${n}`, description: 'x'.repeat(500) }),
)
const sound = await openDatabase(path('sound.db'), 'create')
await importDocument(sound, {
  users: [{ id: 'ops', name: 'Operations' }],
  devices: [device('d')],
  menus: [menu('m', { groups: [group('g', { items, tags: ['a-tag:of-the-group'] })] })],
  apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: ['device:read', 'menu:write'], menus: ['m'] }],
})
await sound.close()

/** A copy of the sound database for one test. */
function copy(name: string): string {
  cpSync(path('sound.db'), path(name))
  return path(name)
}

describe('a command reports a problem with the database in one plain sentence, without a stack trace', () => {
  const commands = [['export'], ['users', 'add', 'new'], ['import', '-'], ['serve'], ['backup', path('b.db')]]

  async function expectSentence(url: string, args: string[], sentence: RegExp, uid?: number): Promise<void> {
    const environment = { DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' }
    const given = { environment, input: '{"users":[{"id":"new","name":"New"}]}' }
    // Only a process of its own can belong to another user.
    const run = await (uid === undefined ? signageByCommand(args, given) : signage(args, { ...given, uid }))
    expect({ args, ...run }).toEqual({ args, code: 1, stdout: '', stderr: expect.stringMatching(sentence) })
    expect(run.stderr.trimEnd()).not.toMatch(/\n|\bat .*:\d+:\d+/)
  }

  test.each(commands.slice(0, 4))('a file that is not a database: %s', async (...args) => {
    writeFileSync(path('text.db'), 'not a database, but long enough to be taken for one'.repeat(100))
    await expectSentence(
      path('text.db'),
      args,
      /^DATABASE_URL names a file that is not a SQLite database\.\n$/,
    )
  })

  test.each(commands.slice(0, 4))('a database of another program: %s', async (...args) => {
    await runSql(path('foreign.db'), 'CREATE TABLE IF NOT EXISTS accounts (id TEXT)')
    await expectSentence(path('foreign.db'), args, /^DATABASE_URL names a database of another program: .*\n$/)
  })

  test.each(commands.slice(0, 4))('a newer database: %s', async (...args) => {
    const file = copy('newer.db')
    await runSql(file, "INSERT INTO schema_migrations VALUES (9999, '9999-later.sql', '', '')")
    await expectSentence(
      file,
      args,
      /^The database is newer than this version of signage .*: update signage\.\n$/,
    )
  })

  test.each([commands[0], commands[4]])('a damaged database: %s', async (...args) => {
    const file = copy('damaged.db')
    damage(file)
    await expectSentence(
      file,
      args.flatMap((arg) => arg ?? []),
      /^The database is damaged.*restore a.*\n$/,
    )
  })

  test.runIf(unprivileged).each(commands.slice(1, 3))('a read-only file: %s', async (...args) => {
    const file = copy('readonly.db')
    chmodSync(file, 0o444)
    await expectSentence(
      file,
      args,
      /^The database cannot be written to: grant this user write access .*\n$/,
      unprivileged?.uid,
    )
  })

  test.runIf(unprivileged).each(commands.slice(0, 3))('a file of another user: %s', async (...args) => {
    await expectSentence(
      copy('private.db'),
      args,
      /^The database cannot be opened: DATABASE_URL must name a file that this user may read, .*\n$/,
      unprivileged?.uid,
    )
  })

  test.runIf(unprivileged).each(commands.slice(0, 1))('a file in a read-only folder: %s', async (...args) => {
    mkdirSync(path('sealed'), { recursive: true })
    const file = copy('sealed/signage.db')
    chmodSync(file, 0o444)
    chmodSync(path('sealed'), 0o555)
    await expectSentence(
      file,
      args,
      /^The database cannot be written to: .*, which readers need as well\.\n$/,
      unprivileged?.uid,
    )
  })
})

describe('an import without enough disk space reports that and changes nothing, and servers continue', () => {
  const more = Array.from({ length: 1000 }, (_, n) => item(`more${n}`, { description: 'y'.repeat(10_000) }))
  writeFileSync(
    path('large.json'),
    JSON.stringify({ menus: [menu('large', { groups: [group('x', { items: more })] })] }),
  )

  /** Runs an import in a shell. @returns what it printed */
  function importBy(shell: string, DATABASE_URL: string): string {
    const env = { ...process.env, DATABASE_URL, FILE: path('large.json'), NODE: process.execPath, CLI }
    try {
      execFileSync('sh', ['-c', shell], { env, stdio: 'pipe' })
      return 'It was imported.'
    } catch (error) {
      return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    }
  }

  async function expectUnchanged(file: string, importTo: () => string, sentence: RegExp): Promise<void> {
    const before = await exportOf(file)
    const server = await startServer({ DATABASE_URL: file })
    const get = () => fetch(`${server.address}/v1/groups?menus=m`, { headers: withKey })
    expect((await get()).status).toBe(200)
    expect(importTo()).toMatch(sentence)
    expect((await get()).status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(await exportOf(file)).toBe(before)
    const database = await openDatabase(file, 'write')
    expect(await database.all({ sql: 'PRAGMA integrity_check' })).toEqual([{ integrity_check: 'ok' }])
    await database.close()
  }

  test('the size of files is limited', async () => {
    const file = copy('limited.db')
    const shell = 'ulimit -f 8000; exec "$NODE" "$CLI" import "$FILE"'
    await expectUnchanged(
      file,
      () => importBy(shell, file),
      /^The database cannot be written to, so nothing was .*\n$/,
    )
  })

  const mount = path('small')
  mkdirSync(mount)
  const isMounted = mountSmallDisk(mount, '6m')
  afterAll(() => isMounted && execFileSync('umount', ['-l', mount]))

  test.runIf(isMounted)('the disk is full', async () => {
    const file = copy('small/signage.db')
    const shell = 'exec "$NODE" "$CLI" import "$FILE"'
    await expectUnchanged(
      file,
      () => importBy(shell, file),
      /^The disk of the database is full, so nothing was .*\n$/,
    )
  })
})

describe('a database file of a running service', () => {
  async function expectUnavailable(server: ServerProcess, retryAfter = '1'): Promise<void> {
    const get = (url: string, headers = {}) => fetch(`${server.address}${url}`, { headers })
    for (const [url, headers] of [
      ['/v1/groups?menus=m', withKey],
      ['/devices/d', withBearer],
    ] as const) {
      await expect.poll(async () => (await get(url, headers)).status).toBe(503)
      const response = await get(url, headers)
      expect(response.headers.get('retry-after')).toBe(retryAfter)
      expect(await response.json()).toEqual({ message: 'Service unavailable' })
    }
    expect((await get('/livez')).status).toBe(200)
    expect(server.child.exitCode).toBeNull()
  }

  const overwriteStart = (file: string) =>
    writeSync(openSync(file, 'r+'), Buffer.alloc(40_000, 0xab), 0, 40_000, 0)

  const overwriteTag = (file: string) => {
    const bytes = readFileSync(file)
    bytes.fill(0, bytes.indexOf('a-tag:of'), bytes.indexOf('a-tag:of') + 4)
    writeFileSync(file, bytes)
  }

  test.each([
    ['is damaged', damage],
    ['is damaged from its first byte', overwriteStart],
    ['is damaged within a text', overwriteTag],
    ['is emptied', (file: string) => truncateSync(file, 0)],
  ])('%s: 503 with Retry-After, and no crash', async (name, harm) => {
    const file = copy(`${name}.db`)
    const server = await startServer({ DATABASE_URL: file })
    harm(file)
    const response = await fetch(`${server.address}/v1/groups?menus=m`, { headers: withKey })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('10')
    expect((await fetch(`${server.address}/livez`)).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test('is removed: 503 until it is back', async () => {
    const file = copy('removed.db')
    const server = await startServer({ DATABASE_URL: file })
    const get = (url: string) => fetch(`${server.address}${url}`, { headers: withKey })
    expect((await get('/v1/groups?menus=m')).status).toBe(200)
    renameSync(file, `${file}.away`)
    await expectUnavailable(server)
    expect((await get('/readyz')).status).toBe(503)
    renameSync(`${file}.away`, file)
    await expect.poll(async () => (await get('/v1/groups?menus=m')).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test.each(['off', 'on'])(
    'is overwritten with CHANGES=%s: 503 until a restart, and the log says so',
    async (CHANGES) => {
      const file = copy(`overwritten-${CHANGES}.db`)
      const server = await startServer({ DATABASE_URL: file, CHANGES })
      // Long enough for the service to have looked at the file.
      await sleep(2500)
      copyFileSync(path('sound.db'), file)
      await expectUnavailable(server, '10')
      expect((await fetch(`${server.address}/readyz`)).status).toBe(503)
      await expect.poll(server.output).toContain('wrote to the file')
      await server.stop()
    },
  )

  test('is written to by others with SQLite, and by checkpoints: it is served', async () => {
    const file = copy('checkpointed.db')
    const other = connectAsOtherProgram(file)
    onTestFinished(() => void other.close())
    const server = await startServer({ DATABASE_URL: file, CHANGES: 'on' })
    for (let n = 0; n < 4; n++) {
      other.exec(`UPDATE menu_items SET name = name || '${n}'`)
      other.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      await sleep(1100)
      expect((await fetch(`${server.address}/v1/groups?menus=m`, { headers: withKey })).status).toBe(200)
    }
    expect(server.output()).not.toContain('wrote to the file')
    expect(await server.stop()).toBe(0)
  })

  test('can no longer be written to: readiness warns, reads go on, and changes may be repeated later', async () => {
    const file = copy('unwritable.db')
    const limit = 'ulimit -f 100'
    const server = await startLimitedServer(limit, { DATABASE_URL: file, CHANGES: 'on' })
    const ready = async () => await (await fetch(`${server.address}/readyz`)).json()
    const warning = expect.stringContaining('Changes fail. The database cannot be written to')
    const change = (price: number) =>
      fetch(`${server.address}/v1/items/i0`, {
        method: 'PATCH',
        headers: { ...withKey, 'content-type': 'application/json' },
        body: JSON.stringify({ price }),
      })
    let response = await change(1)
    for (let n = 2; n < 200 && response.status !== 503; n++) response = await change(n)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('10')
    await expect.poll(ready).toEqual({ status: 'ok', warnings: [warning] })
    expect((await fetch(`${server.address}/v1/groups?menus=m`, { headers: withKey })).status).toBe(200)
    await expect.poll(server.output).toContain('Changes fail.')
    await server.stop()
  })

  test('is replaced: 503, and the log says what to do', async () => {
    const file = copy('replaced.db')
    const server = await startServer({ DATABASE_URL: file })
    rmSync(file)
    copy('replaced.db')
    await expectUnavailable(server)
    // The log is written in the background.
    await expect
      .poll(server.output)
      .toContain('was removed or replaced while the service was using it: put it back, or restart')
    expect(await server.stop()).toBe(0)
  })
})
