import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/storage/open.ts'
import { createPostgresDatabase } from '../support/postgres.ts'

const database = await openDatabase(await createPostgresDatabase(), 'create')
afterAll(() => database.close())
await database.batch([{ script: "INSERT INTO menus (id, name) VALUES ('m', 'Menu')" }])

const STATE = 'SELECT version FROM content_version'
const REVISION = 'SELECT revision AS version FROM menus'

/** A cascade from a delete changes the version, too, which would hide a missing trigger of the table itself. */
const DROP_FOREIGN_KEYS = `
DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT conrelid::regclass AS owner, conname FROM pg_constraint WHERE contype = 'f' LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.owner, found.conname);
  END LOOP;
END $$`

test('a transaction with several changes changes the content version once', async () => {
  const seen = 'INSERT INTO users (id, name) SELECT ?, version FROM content_version'
  await database.batch([
    { script: "UPDATE menus SET name = 'x'" },
    { sql: seen, parameters: ['first'] },
    { script: "UPDATE menus SET name = 'y'" },
    { sql: seen, parameters: ['second'] },
  ])
  const versions = 'SELECT DISTINCT name FROM users UNION SELECT version::text FROM content_version'
  expect(await database.all({ sql: versions })).toHaveLength(1)
})

test.each([
  ['TRUNCATE menu_groups', REVISION],
  ['TRUNCATE menu_items', REVISION],
  ['DELETE FROM users', STATE],
  ['TRUNCATE users', STATE],
  ['DELETE FROM api_keys', STATE],
  ['TRUNCATE api_keys', STATE],
  ['DELETE FROM api_key_menus', STATE],
  ['TRUNCATE api_key_menus', STATE],
  ['DELETE FROM menus', STATE],
  ['TRUNCATE menus', STATE],
])('without foreign keys, %s changes the result of %s', async (script, version) => {
  await database.batch([{ script: DROP_FOREIGN_KEYS }])
  const before = await database.all({ sql: version })
  await database.batch([{ script }])
  expect(await database.all({ sql: version })).not.toEqual(before)
})
