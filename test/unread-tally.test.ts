import { IncomingMessage } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connectionsOf } from '../src/http/server/connections.ts'
import { createHttpApp } from '../src/http/server/http-app.ts'
import { DEFAULT_LIMITS } from '../src/http/server/limits.ts'
import { createUnreadTally } from '../src/http/server/unread-tally.ts'
import { ServiceResponse } from '../src/http/service-response.ts'
import { MEBIBYTE } from '../src/lib/bytes.ts'

function responseWith(body: Buffer): ServiceResponse {
  const response = new ServiceResponse(new IncomingMessage(new Socket()))
  response.unreadBody = body
  return response
}

test('a response that is larger than the limit of a key does not use it up, nor does the same one for many screens', () => {
  const tally = createUnreadTally()
  const large = Buffer.alloc(40 * MEBIBYTE)
  for (let screen = 0; screen < 100; screen++) tally.add('key', responseWith(large))
  expect(tally.exceedsLimits('key')).toBe(false)
  for (let other = 0; other < 32; other++) tally.add('key', responseWith(Buffer.alloc(MEBIBYTE)))
  expect(tally.exceedsLimits('key')).toBe(true)
})

test('when all keys together leave too much unread, one that has little is served', () => {
  const tally = createUnreadTally()
  for (let key = 0; key < 5; key++)
    for (let n = 0; n < 30; n++) tally.add(`key ${key}`, responseWith(Buffer.alloc(MEBIBYTE)))
  tally.add('small', responseWith(Buffer.alloc(MEBIBYTE / 2)))
  expect([tally.exceedsLimits('key 0'), tally.exceedsLimits('small'), tally.exceedsLimits('new')]).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['texts', (text: string) => text],
  ['buffers', (text: string) => Buffer.from(text)],
])('a burst of unread responses is bounded while no timer runs: %s', async (_, toBody) => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = await createHttpApp({
    ...{ origins: '*', trustedProxies: [], earlyHandlers: { GET: [], POST: [] } },
    limits: { ...DEFAULT_LIMITS, maxEventLoopDelayMs: 0 },
    ...{ logger: undefined, observe: () => {}, onDrop: undefined },
  })
  onTestFinished(() => app.close())
  let [requests, mostUnread] = [0, 0]
  app.get('/body', async () => {
    const unread = [...connectionsOf(app.server).withUnreadData()].flatMap(([, responses]) => responses)
    mostUnread = Math.max(mostUnread, unread.length)
    requests++
    return toBody('x'.repeat(MEBIBYTE))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  for (let n = 0; n < 10; n++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void socket.destroy())
    socket.pause().write('GET /body HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20))
  }
  await expect.poll(() => requests).toBe(200)
  expect(mostUnread).toBeGreaterThan(10)
  expect(mostUnread).toBeLessThan(70)
})
