import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { killRunning, startServing } from '../support/command.ts'
import { signage } from '../support/commands.ts'
import { temporaryFolder } from '../support/database.ts'
import { group, item, menu } from '../support/documents.ts'
import { headOf } from '../support/slow-clients.ts'

/* What clients that never read their responses can hold of the packed command, while another client is served. */

afterAll(killRunning)
const place = temporaryFolder()
const folder = join(place, 'empty')
mkdirSync(folder)
const [GREEDY, OTHER] = ['key-that-reads-nothing', 'key-of-another']
// More than the system holds for a connection, so that the service holds the rest.
const children = Array.from({ length: 24_000 }, (_, n) => item(`c${n}`, { description: 'x'.repeat(90) }))
const documentFile = join(place, 'document.json')
writeFileSync(
  documentFile,
  JSON.stringify({
    users: [{ id: 'ops', name: 'ops' }],
    menus: [
      menu('large', { groups: [group('g', { items: [item('large', { items: children })] })] }),
      menu('small', { groups: [group('h', { items: [item('small')] })] }),
    ],
    apiKeys: [
      { key: GREEDY, name: GREEDY, user: 'ops', scopes: ['menu:write'], menus: ['large'] },
      { key: OTHER, name: OTHER, user: 'ops', scopes: ['menu:write'], menus: ['small'] },
    ],
  }),
)

const environment = {
  MAX_EVENT_LOOP_DELAY_MS: '0',
  DATABASE_URL: join(place, 'unread.db'),
  CHANGES: 'on',
  CHANGES_PER_MINUTE: '0',
}
const imported = await signage(['import', documentFile], {
  cwd: folder,
  environment: { HOME: folder, ...environment },
})
expect(imported.stderr).not.toContain('rror')
const server = await startServing({ command: inject('command'), folder, environment })

const get = (key: string, path: string) => headOf('GET', path, { 'x-api-key': key })
const PRICE = JSON.stringify({ price: 1 })
const patch =
  headOf('PATCH', '/v1/items/item-large', {
    'x-api-key': GREEDY,
    'content-type': 'application/json',
    'content-length': PRICE.length,
  }) + PRICE

/** A client that sends requests, and reads what it is told to. */
function send(bytes: string): Socket {
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1', () => socket.write(bytes))
  return socket.on('error', () => {}).pause()
}

/** Reads all of a response little by little. @returns the number of bytes until the service closes the connection */
function readSlowly(socket: Socket): Promise<number> {
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    socket.pause()
    void setTimeout(250).then(() => socket.resume())
  })
  socket.resume()
  return new Promise((resolve) => socket.once('close', () => resolve(received)))
}

async function ask(key: string, path: string, options: RequestInit = {}) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const response = await fetch(`${server.address}${path}`, { headers, ...options })
  return { status: response.status, text: await response.text() }
}
const statusOf = async (key: string) => (await ask(key, '/v1/menus')).status

/** How many connections the service has closed. */
const closedCount = () => server.lines().reduce((sum, { connections = 0 }) => sum + connections, 0)
const untilClosed = (count: number) =>
  expect.poll(closedCount, { interval: 50 }).toBeGreaterThanOrEqual(count)

/** Reads what is left for a client. @returns whether it got more than `bytes` before the service closed the connection */
const getsMoreThan = (bytes: number) => async (socket: Socket) => {
  let received = 0
  const isEnough = new Promise<boolean>((resolve) => {
    socket.on('data', (chunk) => {
      received += chunk.length
      if (received > bytes) resolve(true)
    })
    socket.once('close', () => resolve(false))
  })
  socket.resume()
  return isEnough.finally(() => socket.destroy())
}

describe('responses that are not read', () => {
  test('of different queries are bounded by closing connections, while others are served and a slow client reads on', async () => {
    const whole = (await ask(GREEDY, '/v1/groups')).text.length
    const slow = readSlowly(send(headOf('GET', '/v1/groups', { 'x-api-key': GREEDY, connection: 'close' })))
    // Its buffers are full by then, so the service sees intervals of seconds without progress.
    await setTimeout(3000)
    const sockets = Array.from({ length: 24 }, (_, n) => send(get(GREEDY, `/v1/groups?depth=${n + 3}`)))
    await untilClosed(1)
    for (let n = 0; n < 10; n++) expect([await statusOf(OTHER), await statusOf(GREEDY)]).toEqual([200, 200])
    expect((await fetch(`${server.address}/livez`)).status).toBe(200)
    await untilClosed(14)
    expect(await slow).toBeGreaterThan(whole)
    const complete = (await Promise.all(sockets.map(getsMoreThan(whole)))).filter(Boolean).length
    expect(complete).toBeGreaterThan(0)
  })

  test('of changes of a large item are bounded in the same way', async () => {
    const before = closedCount()
    const sockets = Array.from({ length: 9 }, () => send(patch))
    await untilClosed(before + 1)
    const body = JSON.stringify({ price: 2 })
    const ofAnother = await ask(OTHER, '/v1/items/item-small', { method: 'PATCH', body })
    expect(ofAnother.status).toBe(200)
    for (const socket of sockets) socket.destroy()
    // This waits until the changes are made whose clients have gone.
    const change = await ask(GREEDY, '/v1/items/item-large', { method: 'PATCH', body })
    expect(change.status).toBe(200)
    expect(await server.stop()).toBe(0)
    expect(server.lines().filter(({ level }) => level >= 50)).toEqual([])
  })
})
