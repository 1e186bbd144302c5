import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { exportOf, temporaryFolder } from '../support/database.ts'
import { device, group, item, menu, menusDocument } from '../support/documents.ts'
import { signage } from '../support/process.ts'
import { versionedMenus } from '../support/versions.ts'
import { startWriter } from '../support/writer.ts'

const folder = temporaryFolder()
const path = (name: string) => join(folder, name)

/** Large enough that others write while it is copied. */
const items = Array.from({ length: 20_000 }, (_, n) => item(`i${n}`, { description: 'x'.repeat(500) }))
const DATABASE_URL = path('signage.db')
const environment = { DATABASE_URL }
const database = await openDatabase(DATABASE_URL, 'create')
await importDocument(database, {
  ...menusDocument(menu('large', { groups: [group('g', { items })] })),
  devices: [device('d')],
})
await importDocument(database, { menus: versionedMenus(1) })

const writer = startWriter(DATABASE_URL)

async function integrityOf(file: string): Promise<unknown> {
  const copy = await openDatabase(file, 'write')
  try {
    return await copy.all({ sql: 'PRAGMA integrity_check' })
  } finally {
    await copy.close()
  }
}

test('a backup made by the command while another process writes is one whole version, and can be opened for reading', async () => {
  let version = 1
  let isOver = false
  const write = async () => {
    while (!isOver) await writer.write('import', { menus: versionedMenus(++version) })
  }
  const writing = write()
  let first = 0
  let run: Awaited<ReturnType<typeof signage>>
  // On a busy machine, the command may end before the other process writes.
  do {
    rmSync(path('copy.db'), { force: true })
    first = version
    run = await signage(['backup', path('copy.db')], { environment })
  } while (version - first <= 3)
  isOver = true
  await writing
  expect(await writer.stop()).toBe(0)
  expect(run).toEqual({ code: 0, stdout: '', stderr: `Backed up to ${path('copy.db')}.\n` })
  const shown = new Set(
    Array.from((await exportOf(path('copy.db'))).matchAll(/version (\d+)/g), ([, n]) => n),
  )
  expect(shown.size).toBe(1)
  expect(await integrityOf(path('copy.db'))).toEqual([{ integrity_check: 'ok' }])
})

test('a backup never overwrites a file', async () => {
  writeFileSync(path('mine.txt'), 'mine')
  const run = await signage(['backup', path('mine.txt')], { environment })
  expect(run).toEqual({
    code: 1,
    stdout: '',
    stderr: `The file ${path('mine.txt')} already exists: choose another name, or remove it.\n`,
  })
})

test('a backup that cannot be written is reported in one plain sentence', async () => {
  const run = await signage(['backup', path('nowhere/copy.db')], { environment })
  expect(run.code).toBe(1)
  expect(run.stderr).toMatch(/^The backup cannot be written \(.*\): choose an existing folder .*\.\n$/)
  expect(existsSync(path('nowhere'))).toBe(false)
})

test.each([
  [
    'postgres://signage@localhost/signage',
    'DATABASE_URL names a PostgreSQL database: back it up with pg_dump or with the tools of its server.\n',
  ],
  ['sqlite::memory:', 'DATABASE_URL names a database in memory, which cannot be backed up.\n'],
])('a backup of %s is rejected', async (url, stderr) => {
  const run = await signage(['backup', path('none.db')], { environment: { DATABASE_URL: url } })
  expect(run).toEqual({ code: 1, stdout: '', stderr })
})
