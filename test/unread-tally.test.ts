import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createUnreadTally, UNREAD_LIMITS } from '../src/http/server/unread-tally.ts'
import { ServiceResponse } from '../src/http/service-response.ts'

const MEBIBYTE = 1024 * 1024

function responseWith(body: Buffer): ServiceResponse {
  const response = new ServiceResponse(new IncomingMessage(new Socket()))
  response.countedBody = body
  return response
}

test('a response that is larger than the limit of a key does not use it up, nor does the same one for many screens', () => {
  const tally = createUnreadTally(UNREAD_LIMITS)
  const large = Buffer.alloc(40 * MEBIBYTE)
  for (let screen = 0; screen < 100; screen++) tally.add('key', responseWith(large))
  expect(tally.isUsedUp('key')).toBe(false)
  for (let other = 0; other < 32; other++) tally.add('key', responseWith(Buffer.alloc(MEBIBYTE)))
  expect(tally.isUsedUp('key')).toBe(true)
})

test('when all keys together leave too much unread, one that has little is served', () => {
  const tally = createUnreadTally(UNREAD_LIMITS)
  for (let key = 0; key < 5; key++)
    for (let n = 0; n < 30; n++) tally.add(`key ${key}`, responseWith(Buffer.alloc(MEBIBYTE)))
  tally.add('small', responseWith(Buffer.alloc(MEBIBYTE / 2)))
  expect([tally.isUsedUp('key 0'), tally.isUsedUp('small'), tally.isUsedUp('new')]).toEqual([
    true,
    false,
    false,
  ])
})
