import { expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { importDocument } from '../../src/documents/import.ts'
import { openDatabase } from '../../src/storage/open.ts'
import { afterTestFile } from '../support/clean-up.ts'
import { newDatabaseToOpen } from '../support/database.ts'
import { group, item, menu, menusDocument } from '../support/documents.ts'

const SOLD_OUT = menusDocument(
  menu('m', { groups: [group('g', { items: [item('soup', { inStock: false })] })] }),
)

async function openWithItem() {
  const database = await openDatabase(await newDatabaseToOpen(), 'create')
  afterTestFile(() => database.close())
  await importDocument(database, structuredClone(SOLD_OUT))
  return database
}

test('jobs read the database that they write, not that of responses, which may lag behind', async () => {
  const [standby, primary] = [await openWithItem(), await openWithItem()]
  await primary.batch([
    {
      script:
        "INSERT INTO restocks (menu_id, item_id, at) VALUES ('m', 'item-soup', '2026-01-01T00:00:00.000Z')",
    },
  ])
  const app = await buildApp({ database: standby, writableDatabase: primary })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const isInStock = () => primary.all({ sql: 'SELECT in_stock FROM menu_items' })
  await expect.poll(isInStock).toEqual([{ in_stock: 1 }])
  await app.close()
})
