import { afterAll, describe, expect, test } from 'vitest'
import { hashKey, keyIdOfHash } from '../src/auth/credential.ts'
import { createStreamTokens } from '../src/auth/stream-token.ts'
import { importDocument } from '../src/documents/import.ts'
import { openMemory } from './support/database.ts'
import { KEY, menusDocument } from './support/documents.ts'
import { NOW } from './support/service.ts'

const database = await openMemory()
afterAll(() => database.close())
await importDocument(database, menusDocument())
const keyHash = hashKey(KEY)
const UNKNOWN = hashKey('not in the database')

let nowMs = NOW
const tokensOf = (secret: string) => createStreamTokens({ database, clock: () => nowMs, secret })
const tokens = tokensOf('')

describe('a stream token', () => {
  const { token, expiresAtMs } = tokens.create(keyHash)
  const [id, time = '', signature = ''] = token.split('.')

  test('has the id of its key, the time when it expires, and a signature', () => {
    expect(expiresAtMs).toBe(NOW + 5 * 60_000)
    expect(id).toBe(`sgt_${keyIdOfHash(keyHash).slice(4)}`)
    expect(time).toBe(String(expiresAtMs))
    expect(signature).toMatch(/^[\w-]{43}$/)
  })

  test('stands for its key until the millisecond in which it expires', async () => {
    expect(await tokens.keyHashOf(token)).toBe(keyHash)
    nowMs = expiresAtMs - 1
    expect(await tokens.keyHashOf(token)).toBe(keyHash)
    nowMs = expiresAtMs
    expect(await tokens.keyHashOf(token)).toBeUndefined()
    nowMs = NOW
  })

  test.each([
    ['nothing', ''],
    ['another text', 'token'],
    ['characters before it', `x${token}`],
    ['characters after it', `${token}x`],
    ['a line break after it', `${token}\n`],
    ['a later time', `${id}.${Number(time) + 1}.${signature}`],
    ['another key', `sgt_${'0'.repeat(16)}.${time}.${signature}`],
    ['another signature', `${id}.${time}.${'A'.repeat(43)}`],
    ['a shorter signature', `${id}.${time}.${signature.slice(1)}`],
    ['a time of sixteen digits', `${id}.1${time.padStart(15, '0')}.${signature}`],
  ])('is rejected if it is changed: %s', async (_, changed) => {
    expect(await tokens.keyHashOf(changed)).toBeUndefined()
  })

  test('of a key that does not exist is rejected, also if it is signed for an empty hash', async () => {
    expect(await tokens.keyHashOf(tokens.create(UNKNOWN).token)).toBeUndefined()
    const forged = createStreamTokens({ database, clock: () => nowMs, secret: '' }).create('')
    expect(await tokens.keyHashOf(forged.token)).toBeUndefined()
  })

  test('is rejected by a service with another secret', async () => {
    expect(await tokensOf('secret').keyHashOf(token)).toBeUndefined()
    expect(await tokensOf('secret').keyHashOf(tokensOf('secret').create(keyHash).token)).toBe(keyHash)
    expect(await tokens.keyHashOf(tokensOf('secret').create(keyHash).token)).toBeUndefined()
  })
})
