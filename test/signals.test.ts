import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { importDocument } from '../src/document/read.ts'
import { openDatabase } from '../src/storage/open.ts'
import { temporaryFolder } from './support/database.ts'
import { group, item, KEY, menu, menusDocument } from './support/documents.ts'
import { startServer } from './support/process.ts'

const folder = temporaryFolder()
const DATABASE_URL = join(folder, 'signage.db')
const items = Array.from({ length: 20_000 }, (_, n) => item(`i${n}`, { description: 'x'.repeat(500) }))
const database = await openDatabase(DATABASE_URL, 'create')
await importDocument(database, menusDocument(menu('small'), menu('m', { groups: [group('g', { items })] })))
await database.close()

/** Asks once. @returns the status, or what is wrong with the connection */
function ask(url: string, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = get(url, { agent, headers: { 'x-api-key': KEY } }, (answer) => {
      buffer(answer).then(
        () => resolve(answer.statusCode ?? 0),
        (error) => resolve(`in the middle of an answer: ${error.code}`),
      )
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

test('SIGTERM under load: every request that was taken is answered, none is reset', async () => {
  const server = await startServer({ DATABASE_URL, LOG_LEVEL: 'info' })
  const seen: (number | string)[] = []
  let isOver = false
  const clients = Array.from({ length: 20 }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = client; !isOver; n++) {
      const outcome = await ask(`${server.address}/v1/groups?menus=${n % 10 === 0 ? 'm' : 'small'}`, agent)
      seen.push(outcome)
      if (outcome === 'ECONNREFUSED') return
    }
  })
  await sleep(700)
  expect(await server.stop('SIGTERM')).toBe(0)
  await sleep(50)
  isOver = true
  await Promise.all(clients)
  expect(seen.filter((outcome) => outcome === 200).length).toBeGreaterThan(100)
  expect(new Set(seen)).toEqual(new Set([200, 'ECONNREFUSED']))
}, 60_000)

test('a second signal ends it now, whoever is still being answered', async () => {
  const server = await startServer({ DATABASE_URL, SHUTDOWN_TIMEOUT: '60' })
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.write(`GET /v1/groups HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\n\r\n`)
  await once(socket, 'readable')
  const first = server.stop('SIGTERM')
  expect(await Promise.race([first, sleep(500, 'still answering')])).toBe('still answering')
  server.child.kill('SIGTERM')
  expect(await Promise.race([first, sleep(10_000, 'still there')])).toBe(1)
  socket.destroy()
})
