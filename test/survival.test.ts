import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importDocument } from '../src/document/read.ts'
import { openDatabase } from '../src/storage/open.ts'
import { temporaryFolder } from './support/database.ts'
import { menu, menusDocument } from './support/documents.ts'
import { startServer } from './support/process.ts'

const DATABASE_URL = join(temporaryFolder(), 'signage.db')
const database = await openDatabase(DATABASE_URL, 'create')
await importDocument(database, menusDocument(menu('m')))
await database.close()

test('a CORS preflight of any path is answered, and the process lives on', async () => {
  const server = await startServer({ DATABASE_URL })
  const preflight = {
    method: 'OPTIONS',
    headers: {
      origin: 'https://board.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    },
  }
  for (const path of ['/v1/menus', '/v1/groups', '/devices/d', '/livez', '/nothing']) {
    const answer = await fetch(`${server.address}${path}`, preflight)
    expect(answer.status, path).toBe(204)
    expect(answer.headers.get('access-control-allow-origin'), path).toBe('*')
  }
  expect((await fetch(`${server.address}/livez`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})
