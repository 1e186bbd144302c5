import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { unprivileged } from './support/broken-files.ts'
import { refused, signage as signageInHost } from './support/commands.ts'
import { runSql, temporaryFolder } from './support/database.ts'
import { group, item, KEY, menu } from './support/documents.ts'
import { shell, signage } from './support/process.ts'

const folder = temporaryFolder()
chmodSync(folder, 0o755)
const path = (name: string) => join(folder, name)
const environment = { DATABASE_URL: path('database/signage.db') }
const run = (...args: string[]) => signageInHost(args, { environment })
const mode = (file: string) => statSync(file).mode & 0o7777

/** Creates an empty folder for one test. */
function newFolder(name: string): string {
  mkdirSync(path(name))
  return path(name)
}

let whole = ''
beforeAll(async () => {
  const items = Array.from({ length: 1000 }, (_, n) => item(`i${n}`, { description: 'x'.repeat(500) }))
  const document = {
    users: [{ id: 'ops', name: 'Operations' }],
    menus: [menu('m', { groups: [group('g', { items })] })],
    apiKeys: [{ key: KEY, name: 'boards', user: 'ops' }],
  }
  const input = JSON.stringify(document)
  expect((await signageInHost(['import', '-'], { environment, input })).code).toBe(0)
  // Another user also reads this database, and must be able to write to its log.
  chmodSync(path('database'), 0o777)
  for (const name of readdirSync(path('database'))) chmodSync(path(`database/${name}`), 0o666)
  whole = (await run('export')).stdout
  expect(whole.length).toBeGreaterThan(500_000)
})

describe('export to a file', () => {
  test('creates a file that only its owner may read', async () => {
    const file = join(newFolder('new'), 'export.json')
    expect(await run('export', file)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe(whole)
    expect(mode(file)).toBe(0o600)
    expect(readdirSync(path('new'))).toEqual(['export.json'])
  })

  test('rejects an existing file without --force, also through a symbolic link', async () => {
    const file = path('existing.json')
    writeFileSync(file, 'old')
    symlinkSync('existing.json', path('to-existing.json'))
    for (const name of [file, path('to-existing.json')]) {
      expect(await run('export', name)).toEqual(
        refused(`There is already a file ${name}: choose another name, or replace it with --force.\n`),
      )
    }
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(await run('export', '--force', file)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(file, 'utf8')).toBe(whole)
  })

  test('keeps a symbolic link, and replaces its target as a whole', async () => {
    const target = join(newFolder('target'), 'export.json')
    writeFileSync(target, 'old')
    const { ino } = statSync(target)
    symlinkSync('target/export.json', path('link.json'))
    symlinkSync('link.json', path('link-to-link.json'))
    expect((await run('export', '--force', path('link-to-link.json'))).code).toBe(0)
    expect(readlinkSync(path('link-to-link.json'))).toBe('link.json')
    expect(readlinkSync(path('link.json'))).toBe('target/export.json')
    expect(readFileSync(target, 'utf8')).toBe(whole)
    expect(statSync(target).ino).not.toBe(ino)
  })

  test('keeps the previous file, and leaves no other, if the export fails', async () => {
    const file = join(newFolder('limited'), 'export.json')
    writeFileSync(file, 'the last good one')
    const { code, stdout, stderr } = await shell('ulimit -f 200; signage export --force "$FILE"', {
      ...environment,
      FILE: file,
    })
    expect({ code, stdout, stderr }).toEqual(refused(`Cannot write ${file}: file too large.\n`))
    expect(readFileSync(file, 'utf8')).toBe('the last good one')
    expect(readdirSync(path('limited'))).toEqual(['export.json'])
  })

  test('keeps the previous file, and leaves no other, if the export is stopped', async () => {
    const file = join(newFolder('stopped'), 'export.json')
    writeFileSync(file, 'the last good one')
    const stopAtFirstWrite = `
      import fs from 'node:fs'
      for (const name of ['write', 'writev']) {
        const write = fs[name]
        fs[name] = (...parameters) => { process.kill(process.pid, 'SIGTERM'); write(...parameters) }
      }`
    const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(stopAtFirstWrite)}`
    await signage(['export', '--force', file], { environment: { ...environment, NODE_OPTIONS } })
    expect(readFileSync(file, 'utf8')).toBe('the last good one')
    expect(readdirSync(path('stopped'))).toEqual(['export.json'])
  })

  test.runIf(unprivileged).each([
    ['the file', 0o777, 0o444],
    ['its folder', 0o555, 0o666],
  ])(
    'reports in one sentence that this user may not write to %s, and keeps the file',
    async (name, folderMode, fileMode) => {
      const sealed = newFolder(name)
      const file = join(sealed, 'export.json')
      writeFileSync(file, 'the last good one')
      chmodSync(file, fileMode)
      chmodSync(sealed, folderMode)
      expect(await signage(['export', '--force', file], { environment, uid: unprivileged?.uid })).toEqual(
        refused(`Cannot write ${file}: permission denied.\n`),
      )
      expect(readFileSync(file, 'utf8')).toBe('the last good one')
      expect(readdirSync(sealed)).toEqual(['export.json'])
    },
  )

  test('reports that the database cannot be read, not that the file cannot be written', async () => {
    const file = path('unread.json')
    await runSql(path('foreign.db'), 'CREATE TABLE accounts (id TEXT)')
    const foreign = { DATABASE_URL: path('foreign.db') }
    const { stderr } = await signageInHost(['export', file], { environment: foreign })
    expect(stderr).toMatch(/^DATABASE_URL names a database of another program/)
    expect(existsSync(file)).toBe(false)
  })
})

test('to what is no file is refused', async () => {
  symlinkSync('/dev/null', path('device'))
  for (const name of [folder, path('device')])
    expect(await run('export', '--force', name)).toEqual(
      refused(`${name} is not a regular file: choose a new name, or - for standard output.\n`),
    )
})
