import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../storage/database.ts'
import { keyId } from './credential.ts'
import { findKeyHash } from './repository.ts'

/** How long a token can be used to open a stream. */
export const TOKEN_LIFE_MS = 5 * 60_000
const TOKEN = /^sgt_([0-9a-f]{16})\.(\d{1,15})\.([\w-]{43})$/

/** Replaces a key that cannot be sent as a header. The key itself must not be visible in a URL. */
export interface StreamToken {
  readonly token: string
  /** In milliseconds since 1970. */
  readonly expiresAtMs: number
}

/** Creates and verifies stream tokens. Tokens are not stored: a signature binds each one to its key. */
export interface StreamTokens {
  readonly create: (keyHash: string) => StreamToken
  /** Returns the hash of the key that a token stands for, or undefined if the token is forged or expired. */
  readonly keyHashOf: (token: string) => Promise<string | undefined>
}

interface Parts {
  readonly database: Database
  readonly clock: Clock
  /** Signs tokens, together with the hash of the key. It must be the same in all processes. */
  readonly secret: string
}

export function createStreamTokens({ database, clock, secret }: Parts): StreamTokens {
  const sign = (keyHash: string, content: string) =>
    createHmac('sha256', `${secret}${keyHash}`).update(content).digest('base64url')

  return {
    create(keyHash) {
      const expiresAtMs = clock() + TOKEN_LIFE_MS
      const content = `${idPart(keyId(keyHash))}.${expiresAtMs}`
      return { token: `sgt_${content}.${sign(keyHash, content)}`, expiresAtMs }
    },

    async keyHashOf(token) {
      const [, id, expiresAtMs, signature] = TOKEN.exec(token) ?? []
      if (id === undefined || signature === undefined || clock() >= Number(expiresAtMs)) return undefined
      const keyHash = await findKeyHash(database, `key_${id}`)
      const expected = sign(keyHash ?? '', `${id}.${expiresAtMs}`)
      const isGenuine = timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
      return isGenuine ? keyHash : undefined
    },
  }
}

/** The id of a key without its common prefix. */
function idPart(id: string): string {
  return id.slice('key_'.length)
}
