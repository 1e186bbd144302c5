import { afterAll, beforeAll, expect, test } from 'vitest'
import { importDocument } from '../../src/transfer/import.ts'
import { openMemory } from '../support/database.ts'
import { group, item, menu, menusDocument } from '../support/documents.ts'

// INSERT OR REPLACE fires no trigger for the row that it deletes.
const database = await openMemory()
afterAll(() => database.close())

const tree = (name: string) => menu(name, { groups: [group(name, { items: [item(name)] })] })
beforeAll(() => importDocument(database, menusDocument(tree('a'), tree('b'))))

const revisions = async () =>
  (await database.all<{ revision: string }>('SELECT revision FROM menus ORDER BY id')).map(
    (row) => row.revision,
  )

test.each([
  `INSERT OR REPLACE INTO menu_items (menu_id, position, id, group_id, name)
   VALUES ('b', 9, 'item-a', 'group-b', 'x')`,
  "INSERT OR REPLACE INTO menu_groups (menu_id, position, id, name) VALUES ('b', 9, 'group-a', 'x')",
])('a row that replaces one of another menu changes the revision of both: %s', async (script) => {
  const before = await revisions()
  await database.batch([{ script }])
  const after = await revisions()
  expect(after).toHaveLength(2)
  for (const revision of after) expect(before).not.toContain(revision)
})
