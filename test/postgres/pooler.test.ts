import pg from 'pg'
import { expect, test } from 'vitest'
import { prepareRead } from '../../src/storage/postgres/dialect.ts'
import { translateError } from '../../src/storage/postgres/errors.ts'

test.each(['42P05', '26000'])(
  'a pooler that does not keep the statements of its clients apart is named: %s',
  (code) => {
    const error = Object.assign(new pg.DatabaseError('prepared statement', 0, 'error'), { code })
    expect(String(translateError(error))).toContain(
      'A pooler between this service and PostgreSQL confuses prepared statements: set it to session mode',
    )
  },
)

test('the name of a statement is made from its text, so that processes behind a pooler agree, and fits into a name of PostgreSQL', () => {
  const nameOf = (sql: string) => prepareRead({ sql }).name
  expect(nameOf('SELECT 1')).toBe('signage_4ATr1bVTKkuFmEpi-K1IqB')
  expect(nameOf('SELECT 1')).toBe(nameOf('SELECT 1'))
  expect(nameOf('SELECT 1')).not.toBe(nameOf('SELECT 2'))
  expect(Buffer.byteLength(nameOf(`SELECT ${'1, '.repeat(5000)}1`))).toBeLessThan(63)
})
