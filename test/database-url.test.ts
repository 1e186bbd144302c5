import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../src/config/config.ts'
import { openDatabase, sqliteFile } from '../src/storage/open.ts'
import { isPostgresUrl } from '../src/storage/postgres/connection-url.ts'
import { signage } from './support/commands.ts'
import { temporaryFolder } from './support/database.ts'

const PASSWORD = 'planted-password'
const URL = `postgres://signage:${PASSWORD}@db.example/signage`

/** Values as shells, files of variables, panels and templates leave them, and as other programs and drivers have them. */
const REFUSED = [
  `"${URL}"`,
  `“${URL}”`,
  `${URL}"`,
  "'./data/x.db'",
  ` ${URL}`,
  `\uFEFF${URL}`,
  `${URL}\r`,
  './data/x.db\n',
  '   ',
  `x.db\n${URL}`,
  'a\u001b[0m.db',
  `postgres://signage:\${PASSWORD}@db.example/signage`,
  'postgres://signage:$(PASSWORD)@db.example/signage',
  'postgres://signage:$(db1_password)@db.example/signage',
  'sqlite: ./a.db',
  'postgres://signage:{{ password }}@db.example/signage',
  `sqlite:\${DATA}/x.db`,
  '$DATABASE_URL',
  '<no value>',
  '~/data/x.db',
  `DATABASE_URL=${URL}`,
  `host=db.example user=signage password=${PASSWORD}`,
  '/data/x.db # the menus',
  'file:x.db?cache=shared',
  `file:///signage:${PASSWORD}@db.example/signage`,
  `sqlite:${URL}`,
  `postgres//signage:${PASSWORD}@db.example/signage`,
  `s:${PASSWORD}@db.example/signage`,
  'C:\\data\\signage.db',
  encodeURIComponent(URL),
  `postgres+asyncpg://signage:${PASSWORD}@db.example/signage`,
  `mysql://signage:${PASSWORD}@db.example/signage`,
  'file://data/signage.db',
  `sqlite://signage:${PASSWORD}@db.example/signage`,
  'undefined',
  'sqlite:null',
  Buffer.from(URL).toString('base64').replaceAll('=', ''),
  'sqlite:',
  'file://',
]

/** Values that name a file, with its path. */
const FILES: Readonly<Record<string, string>> = {
  'signage.db': 'signage.db',
  './data/signage.db': './data/signage.db',
  './signage': './signage',
  '../signage': '../signage',
  '/var/lib/the menus of today/signage.db': '/var/lib/the menus of today/signage.db',
  "/home/o'brien/signage.db": "/home/o'brien/signage.db",
  '/data/Speisekarte (größer), neu.db': '/data/Speisekarte (größer), neu.db',
  '/data/メニュー.db': '/data/メニュー.db',
  'file:///home/shop%3Aeu%40x/db.sqlite': '/home/shop:eu@x/db.sqlite',
  'postgres/signage.db': 'postgres/signage.db',
  'sqlite:./data/signage.db': './data/signage.db',
  'sqlite:/data/signage.db': '/data/signage.db',
  'sqlite:///data/signage.db': '/data/signage.db',
  'sqlite://data/signage.db': 'data/signage.db',
  'SQLITE:/data/signage.db': '/data/signage.db',
  'file:signage.db': 'signage.db',
  'file:///data/with%20space.db': '/data/with space.db',
}

describe('a DATABASE_URL that is no path and no URL of a known scheme is refused without its value', () => {
  test.each(REFUSED)('%j', async (url) => {
    const sentence =
      'must be a path such as ./data/signage.db, or a file:, sqlite: or postgres: URL; percent-encode special'
    for (const name of ['DATABASE_URL', 'SIGNAGE_DATABASE_URL'])
      expect(() => readConfig({ [name]: url })).toThrow(
        expect.objectContaining({
          name: 'ConfigError',
          message: expect.stringMatching(new RegExp(`^${name} ${sentence} .* file: URL\\.$`)),
        }),
      )
    if (isPostgresUrl(url)) return
    // The library takes it from its caller.
    await expect(openDatabase(url, 'create')).rejects.toThrow(`DATABASE_URL ${sentence}`)
  })
})

test.each(Object.entries(FILES))('%j names the file %j', (url, file) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  expect(sqliteFile(url)).toBe(file)
})

test.each(['sqlite::memory:', ':memory:', 'sqlite://:memory:', 'file::memory:'])(
  '%j names a database in memory',
  (url) => {
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
    expect(sqliteFile(url)).toBeUndefined()
  },
)

test.each([
  'postgres://signage@db/signage',
  'POSTGRES://signage@db/signage',
  'postgresql://us%40er:p%40ss%2Fw%3Ao%3Frd%23%25@a:1,[::1]:2,%2Fvar%2Frun/men%20us?sslmode=require&pool_size=3',
  'postgres://signage:pa$word~=,;@db/signage',
  'postgres://u:a$(b@h/db',
  'postgres://u:100%2525%25@h/db',
])('%j names a PostgreSQL database', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
  expect(sqliteFile(url)).toBeUndefined()
})

test.each([`"${URL}"`, `DATABASE_URL=${URL}`, '"sqlite:/data/x.db"'])(
  '%j creates nothing, in any command',
  async (url) => {
    const cwd = temporaryFolder()
    for (const args of [
      ['migrate'],
      ['serve'],
      ['doctor'],
      ['import', '-'],
      ['backup', 'copy.db'],
      ['menus', 'list'],
    ]) {
      const run = await signage(args, {
        cwd,
        environment: { DATABASE_URL: url, PORT: '0' },
        input: '{"menus": []}',
      })
      expect(run.code, args.join(' ')).toBe(args[0] === 'doctor' ? 1 : 2)
      expect(run.stdout + run.stderr).toContain('DATABASE_URL must be a path')
      expect(run.stdout + run.stderr).not.toContain(PASSWORD)
    }
    expect(readdirSync(cwd)).toEqual([])
  },
)

test('a folder named like a quoted path is still a folder', async () => {
  const cwd = temporaryFolder()
  mkdirSync(join(cwd, "o'brien"))
  expect((await signage(['migrate'], { cwd, environment: { DATABASE_URL: "o'brien/x.db" } })).code).toBe(0)
  expect(readdirSync(join(cwd, "o'brien"))).toEqual(['x.db'])
})
