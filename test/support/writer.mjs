// Changes a database as told on standard input, a line a change, and says after each that it is committed.
import { createInterface } from 'node:readline'
import { revokeKey } from '../../dist/auth/admin-queries.js'
import { importDocument, openDatabase } from '../../dist/index.js'
import { setStock } from '../../dist/menu/admin-queries.js'

const database = await openDatabase(process.argv[2], 'write')
const changes = {
  import: (document) => importDocument(database, document),
  stock: (itemId, inStock) => setStock(database, itemId, inStock),
  revoke: (keyId) => revokeKey(database, keyId, Date.now()),
}
for await (const line of createInterface({ input: process.stdin })) {
  const [change, ...parameters] = JSON.parse(line)
  await changes[change](...parameters)
  process.stdout.write('committed\n')
}
await database.close()
