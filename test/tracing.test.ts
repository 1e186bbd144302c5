import { createServer } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { importDocument } from '../src/documents/import.ts'
import { openDatabase } from '../src/storage/open.ts'
import { temporaryFolder } from './support/database.ts'
import { KEY, menu, menusDocument } from './support/documents.ts'
import { listen } from './support/listen.ts'
import { startServer } from './support/process.ts'

test('with TRACES_URL, every request is traced with its route, and never with a key', async () => {
  const received: string[] = []
  const collector = createServer(async (request, response) => {
    received.push(String(await buffer(request)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const port = await listen(collector)
  afterAll(() => collector.close())

  const DATABASE_URL = join(temporaryFolder(), 'signage.db')
  const database = await openDatabase(DATABASE_URL, 'create')
  await importDocument(database, menusDocument(menu('m')))
  await database.close()

  const server = await startServer({
    DATABASE_URL,
    TRACES_URL: `http://127.0.0.1:${port}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })
  for (let n = 0; n < 3; n++) {
    const response = await fetch(`${server.address}/v1/menus`, { headers: { 'x-api-key': KEY } })
    expect(response.status).toBe(200)
  }
  const sent = () => received.join('')
  // What is left when the service stops is sent only if the collector answers at once.
  await expect.poll(() => sent().split('/v1/menus').length).toBeGreaterThan(3)
  expect(await server.stop()).toBe(0)
  expect(sent()).toContain('signage-service')
  expect(sent()).not.toContain(KEY)
})
