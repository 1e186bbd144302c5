import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unprivileged } from '../support/broken-files.ts'
import { refused, signageByCommand as signage, signage as signageInHost } from '../support/commands.ts'
import { temporaryFolder } from '../support/database.ts'
import { signage as signageProcess } from '../support/process.ts'

// Commands on a database that is a file.
const folder = temporaryFolder()
chmodSync(folder, 0o755)

test('import does not create a database for an invalid import file', async () => {
  const none = { DATABASE_URL: join(folder, 'none.db') }
  for (const input of ['{"users": 1}', '{"unknown": 1}']) {
    expect((await signage(['import', '-'], { environment: none, input })).code).toBe(1)
  }
  expect(existsSync(none.DATABASE_URL)).toBe(false)
})

test('import creates and migrates a missing database', async () => {
  const fresh = { DATABASE_URL: `sqlite:${join(folder, 'new', 'signage.db')}` }
  expect((await signage(['import', '-'], { environment: fresh, input: '{"menus": []}' })).code).toBe(0)
  expect(existsSync(join(folder, 'new', 'signage.db'))).toBe(true)
})

test('every command except import and migrate rejects a missing database', async () => {
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

test('the path of a missing database is said in full, before a new one is proposed', async () => {
  const cwd = temporaryFolder()
  const { stderr } = await signageProcess(['users', 'list'], {
    environment: { DATABASE_URL: 'data/x.db' },
    cwd,
  })
  expect(stderr).toBe(
    `There is no database at ${realpathSync(cwd)}/data/x.db: run "signage migrate" to create it, or set DATABASE_URL to its path.\n`,
  )
})

/** Commands of each kind: they read, write, or may create the database. */
const commands = [
  ['users', 'list'],
  ['users', 'add', 'x'],
  ['export'],
  ['migrate'],
  ['import', '-'],
  ['devices', 'heartbeat', 'd'],
  ['serve'],
  ['backup', join(folder, 'backup.db')],
]

test('commands reject a database in memory, which would be lost when they end', async () => {
  const environment = { DATABASE_URL: 'sqlite::memory:' }
  for (const args of commands.filter(([name]) => name !== 'serve' && name !== 'backup')) {
    const run = await signage(args, { environment, input: '{"menus": []}' })
    expect({ args, ...run }).toEqual({
      args,
      code: 1,
      stdout: '',
      stderr:
        'DATABASE_URL names a database in memory, which is lost when the command ends: set it to a file. Only "signage serve --seed FILE" can use a database in memory.\n',
    })
  }
})

describe('a DATABASE_URL that names no file is reported in one sentence', () => {
  async function expectSentence(DATABASE_URL: string, sentence: string): Promise<void> {
    for (const args of commands) {
      const run = await signage(args, { environment: { DATABASE_URL, PORT: '0' }, input: '{"menus": []}' })
      expect({ args, ...run }).toEqual({ args, code: 1, stdout: '', stderr: `${sentence}\n` })
    }
  }

  test('a folder, which is left unchanged', async () => {
    const directory = join(folder, 'place')
    mkdirSync(directory)
    await expectSentence(
      directory,
      `DATABASE_URL names ${directory}, which is a folder: name a file in it, such as ${join(directory, 'signage.db')}.`,
    )
    expect(readdirSync(directory)).toEqual([])
  })

  test('a FIFO', async () => {
    const fifo = join(folder, 'fifo.db')
    execFileSync('mkfifo', [fifo])
    await expectSentence(
      fifo,
      `DATABASE_URL names ${fifo}, which is not a regular file: set it to the path of a file.`,
    )
  })

  test('a path below a file', async () => {
    writeFileSync(join(folder, 'plain'), '')
    for (const args of commands) {
      const environment = { DATABASE_URL: join(folder, 'plain/signage.db'), PORT: '0' }
      const { code, stdout, stderr } = await signage(args, { environment, input: '{"menus": []}' })
      expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' })
      expect(stderr).toMatch(/^(There is no database at .*|The folder .* cannot be created \(.*\): .*)\.\n$/)
    }
  })
})

test.runIf(unprivileged)(
  'a folder that this user may not enter is reported in one sentence, and not as a missing database',
  async () => {
    const sealed = join(folder, 'sealed')
    const file = join(sealed, 'signage.db')
    const environment = { DATABASE_URL: file, PORT: '0', HOST: '127.0.0.1' }
    expect((await signage(['migrate'], { environment })).code).toBe(0)
    chmodSync(sealed, 0o000)
    const sentence = `The database at ${file} cannot be reached (permission denied): grant this user access to the folders on its path, or set DATABASE_URL to another file.`
    for (const args of commands) {
      const run = await signageInHost(args, { environment, input: '{"menus": []}', uid: unprivileged?.uid })
      expect({ args, ...run }).toEqual({ args, code: 1, stdout: '', stderr: `${sentence}\n` })
    }
    const { stdout } = await signageProcess(['doctor', '--json'], { environment, uid: unprivileged?.uid })
    const findings: { check: string; status: string; message: string }[] = JSON.parse(stdout)
    const failed = findings.filter(({ status }) => status === 'fault')
    expect(failed.map(({ check }) => check)).toEqual(['permissions', 'database'])
    expect(failed[1]?.message).toBe(sentence)
    chmodSync(sealed, 0o755)
  },
)

test('an import file that cannot be read, or stored during the import, is reported in one sentence', async () => {
  const environment = { DATABASE_URL: join(folder, 'unread.db') }
  const loop = join(folder, 'loop')
  symlinkSync('loop', loop)
  expect(await signage(['import', loop], { environment })).toEqual(
    refused(`Cannot read ${loop}: too many symbolic links encountered.\n`),
  )
  const TMPDIR = join(folder, 'nowhere')
  expect(
    await signage(['import', '-'], { environment: { ...environment, TMPDIR }, input: '{"menus": []}' }),
  ).toEqual(refused(`Cannot keep the file in ${TMPDIR} while it is imported: there is no such folder.\n`))
})
