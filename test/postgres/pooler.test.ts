import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { prepareRead } from '../../src/storage/postgres/dialect.ts'
import { refused, signage } from '../support/commands.ts'
import { listen } from '../support/listen.ts'

/** Refuses each connection as PgBouncer does. */
const pooler = createServer((socket) => {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options']
  const body = Buffer.from(`${fields.join('\0')}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeUInt32BE(body.length + 4, 1)
  socket.once('data', () => socket.end(Buffer.concat([head, body]))).on('error', () => {})
})

test('a pooler in front of the server is refused', async () => {
  const environment = { DATABASE_URL: `postgres://u@127.0.0.1:${await listen(pooler)}/d` }
  expect(await signage(['users', 'list'], { environment })).toEqual(
    refused(
      'A pooler between this service and PostgreSQL changes the settings of its sessions: let DATABASE_URL name the server itself.\n',
    ),
  )
})

test('the name of a statement is made from its text, and fits into a name of PostgreSQL', () => {
  const nameOf = (sql: string) => prepareRead({ sql }).name
  expect(nameOf('SELECT 1')).toBe('signage_4ATr1bVTKkuFmEpi-K1IqB')
  expect(nameOf('SELECT 1')).toBe(nameOf('SELECT 1'))
  expect(nameOf('SELECT 1')).not.toBe(nameOf('SELECT 2'))
  expect(Buffer.byteLength(nameOf(`SELECT ${'1, '.repeat(5000)}1`))).toBeLessThan(63)
})
