// Reads changes from standard input, one per line, applies each to a database, and prints a line after each commit.
import { createInterface } from 'node:readline'
import { importDocument, openDatabase } from '../../dist/bundle/index.js'

const database = await openDatabase(process.argv[2], 'write')
const run = (sql, ...parameters) => database.batch([{ sql, parameters }])
const changes = {
  import: (document) => importDocument(database, document),
  stock: (itemId, inStock) => run('UPDATE menu_items SET in_stock = ? WHERE id = ?', inStock ? 1 : 0, itemId),
  revoke: (keyId) => run('UPDATE api_keys SET revoked_at = ? WHERE id = ?', new Date().toISOString(), keyId),
}
for await (const line of createInterface({ input: process.stdin })) {
  const [change, ...parameters] = JSON.parse(line)
  await changes[change](...parameters)
  process.stdout.write('committed\n')
}
await database.close()
