import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isPostgresUrl, parseConnectionUrl } from '../../src/storage/postgres/connection-url.ts'
import { clearTextWarning } from '../../src/storage/postgres/encryption.ts'
import { temporaryFolder } from '../support/database.ts'

const folder = temporaryFolder()

describe('a postgres: URL', () => {
  test('has defaults for everything that is optional', () => {
    expect(parseConnectionUrl('postgres://signage@db/menus')).toEqual({
      addresses: [{ host: 'db', port: 5432 }],
      user: 'signage',
      password: undefined,
      database: 'menus',
      sslmode: undefined,
      tls: undefined,
      poolSize: 10,
      statementTimeoutMs: 5000,
      connectTimeoutMs: 2000,
    })
  })

  test('may have several hosts, a password of any characters, and all parameters', () => {
    const certificates = join(folder, 'ca.pem')
    writeFileSync(certificates, 'certificates')
    const url = `postgresql://us%40er:p%40ss%2Fw%3Ao%3Frd@a:1,[::1]:2,%2Fvar%2Frun/men%20us?sslmode=verify-ca&sslrootcert=${certificates}&pool_size=3&statement_timeout=250&connect_timeout=7`
    expect(parseConnectionUrl(url)).toMatchObject({
      addresses: [
        { host: 'a', port: 1 },
        { host: '::1', port: 2 },
        { host: '/var/run', port: 5432 },
      ],
      user: 'us@er',
      password: 'p@ss/w:o?rd',
      database: 'men us',
      tls: { rejectUnauthorized: true, ca: 'certificates', checkServerIdentity: expect.any(Function) },
      poolSize: 3,
      statementTimeoutMs: 250,
      connectTimeoutMs: 7000,
    })
  })

  test.each(['pass#word', 'pass?word', 'pass?word=1&x=2', 'pass:word'])(
    'may have the password %s',
    (password) => {
      expect(parseConnectionUrl(`postgres://u:${password}@h/d`)).toMatchObject({ password, database: 'd' })
    },
  )

  test.each(['65535', '1'])('may have the port %s', (port) => {
    expect(parseConnectionUrl(`postgres://u@h:${port}/d`).addresses).toEqual([
      { host: 'h', port: Number(port) },
    ])
  })

  test.each(['./postgres:', 'file:postgres:', 'sqlite:postgresql://u@h/d'])('is not %s', (url) => {
    expect(isPostgresUrl(url)).toBe(false)
  })

  test.each(['postgres://u@h/d', 'postgresql://u@h/d', 'POSTGRES://u@h/d'])('is %s', (url) => {
    expect(isPostgresUrl(url)).toBe(true)
  })

  test.each([
    ['disable', undefined],
    ['require', { rejectUnauthorized: false }],
    ['verify-full', { rejectUnauthorized: true }],
  ])('sets TLS for sslmode=%s', (mode, tls) => {
    expect(parseConnectionUrl(`postgres://u@h/d?sslmode=${mode}`).tls).toEqual(tls)
  })
})

describe('the warning about unencrypted connections', () => {
  test.each([
    'localhost',
    'LOCALHOST:5433',
    '127.0.0.1',
    '127.8.9.10:5433',
    '[::1]',
    '[0:0:0:0:0:0:0:1]:5433',
    '[::ffff:127.0.0.1]',
    '%2Fvar%2Frun%2Fpostgresql',
    'localhost,127.0.0.1:5433',
  ])('is not given without sslmode if the server is on this machine: %s', (hosts) => {
    expect(clearTextWarning(`postgres://u:secret@${hosts}/d`)).toBeUndefined()
  })

  test.each([
    ['db.example', 'db.example'],
    ['10.0.0.7:5433', '10.0.0.7'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['localhost.example', 'localhost.example'],
    ['127.0.0.1.example', '127.0.0.1.example'],
    ['localhost,a:1,b,a:2', 'a, b'],
  ])('is given without sslmode if a server is on another machine: %s', (hosts, remote) => {
    expect(clearTextWarning(`postgres://u:secret@${hosts}/d?pool_size=3`)).toBe(
      `The connections to the database on ${remote} are not encrypted: add sslmode=verify-full to DATABASE_URL, or sslmode=disable if the network is trusted.`,
    )
  })

  test.each(['disable', 'require', 'verify-ca', 'verify-full'])('is not given with sslmode=%s', (mode) => {
    expect(clearTextWarning(`postgres://u:secret@db.example/d?sslmode=${mode}`)).toBeUndefined()
  })

  test.each(['data/signage.db', 'sqlite::memory:'])('is not given for SQLite: %s', (url) => {
    expect(clearTextWarning(url)).toBeUndefined()
  })
})

const PARAMETERS =
  'The parameters of DATABASE_URL are sslmode, sslrootcert, sslcert, sslkey, pool_size, statement_timeout, connect_timeout.'

describe('an error says what is wrong, and contains no part of the URL', () => {
  test.each([
    ['sslmode=prefer', 'DATABASE_URL: sslmode must be disable, require, verify-ca, verify-full.'],
    [
      'sslrootcert=/nowhere',
      'DATABASE_URL: sslrootcert must be used with sslmode=require, verify-ca or verify-full.',
    ],
    [
      'sslmode=verify-full&sslrootcert=/nowhere',
      'DATABASE_URL: sslrootcert must be a file that can be read.',
    ],
    ['pool_size=0', 'DATABASE_URL: pool_size must be a whole number from 1 to 1000.'],
    ['statement_timeout=1e3', 'DATABASE_URL: statement_timeout must be a whole number from 100 to 600000.'],
    ['connect_timeout=61', 'DATABASE_URL: connect_timeout must be a whole number from 1 to 60.'],
    ['sslcompression=1', PARAMETERS],
    ['se-cret=1', PARAMETERS],
  ])('%s', (query, message) => {
    expect(() => parseConnectionUrl(`postgres://u:secret@h/d?${query}`)).toThrow(
      expect.objectContaining({ name: 'StorageOperatorError', message }),
    )
  })

  test.each([
    'postgres://u:secret@h:x/d',
    'postgres://u:secret@a,b:0/d',
    'postgres://u:secret@h:65536/d',
    'postgres://u:secret@h%/d',
    'postgres:///d',
    'postgres://u:secret@a,/d',
    'postgres://:secret@h/d',
    'postgres://u:secret%@h/d',
    'postgres://u:secret@h',
    'postgres://u:secret@h/d/secret',
    'postgres:/u:secret@h/d',
    'postgres://u:sec@ret@h/d',
    'postgres://u:sec/ret@h/d',
    'postgres://u:a@secret?ret@h/d',
    'postgres://u:sec/ret?1@a,b/d',
  ])('%s', (url) => {
    expect(() => parseConnectionUrl(url)).toThrow(
      expect.objectContaining({
        name: 'StorageOperatorError',
        message:
          'DATABASE_URL must be like postgres://user:password@host:5432/signage?sslmode=verify-full, and within each part, @ is written as %40, / as %2F, ? as %3F, # as %23 and % as %25.',
      }),
    )
  })
})
