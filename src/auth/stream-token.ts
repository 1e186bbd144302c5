import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../lib/time/clock.ts'
import { MINUTE_MS } from '../lib/time/durations.ts'
import type { Database } from '../storage/database.ts'
import { keyIdOfHash } from './credential.ts'
import { findKeyHash } from './repository.ts'

/** How long a token can be used to open a stream. */
export const TOKEN_LIFE = { ms: 5 * MINUTE_MS, inWords: 'five minutes' } as const
const TOKEN = /^sgt_([0-9a-f]{16})\.(\d{1,15})\.([\w-]{43})$/

interface StreamTokenOptions {
  readonly database: Database
  readonly clock: Clock
  /** Signs tokens, together with the hash of the key. It must be the same in all processes. */
  readonly secret: string
}

/**
 * Creates and verifies stream tokens, for clients that cannot send their key as a header: a token may be
 * visible in a URL, a key may not. Tokens are not stored: a signature binds each one to its key.
 */
export function createStreamTokens({ database, clock, secret }: StreamTokenOptions) {
  const sign = (keyHash: string, content: string) =>
    createHmac('sha256', `${secret}${keyHash}`).update(content).digest('base64url')

  return {
    create(keyHash: string) {
      const expiresAtMs = clock() + TOKEN_LIFE.ms
      const content = `${keyIdOfHash(keyHash).slice('key_'.length)}.${expiresAtMs}`
      return { token: `sgt_${content}.${sign(keyHash, content)}`, expiresAtMs }
    },

    /** Returns the hash of the key of a token, or undefined if the token is forged or expired. */
    async keyHashOf(token: string): Promise<string | undefined> {
      const [, id, expiresAtMs, signature] = TOKEN.exec(token) ?? []
      if (id === undefined || signature === undefined || clock() >= Number(expiresAtMs)) return undefined
      const keyHash = await findKeyHash(database, `key_${id}`)
      const expected = sign(keyHash ?? '', `${id}.${expiresAtMs}`)
      const isGenuine = timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
      return isGenuine ? keyHash : undefined
    },
  }
}
