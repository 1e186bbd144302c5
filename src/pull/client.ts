import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Static, TSchema } from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import { CommandError } from '../command-error.ts'
import { version } from '../config/version.ts'
import { MAX_ATTEMPTS, waitMs } from './back-off.ts'
import type { Limit } from './limit.ts'
import type { Known, Memory } from './memory.ts'
import { NoResponse, type Received, request, shown } from './request.ts'

/** An API key, and where it comes from: `in FILE`, for messages. */
export interface Key {
  readonly text: string
  readonly source: string
}

/** A parsed response. */
export interface Answer {
  readonly value: unknown
  /** The same for the same body. */
  readonly digest: string
  /** Whether the body is the same as when it was read last. */
  readonly isKnown: boolean
  /** Where it comes from, for messages. */
  readonly from: string
}

export interface ClientParts {
  /** The address of the service, without a slash at the end. */
  readonly address: string
  readonly key: Key
  /** The header that the key is sent in. */
  readonly header: Readonly<Record<string, string>>
  readonly memory: Memory
  readonly limit: Limit
  readonly signal: AbortSignal
  /** How long one response may take. */
  readonly timeoutMs?: number
  /** Called with the length of each body. */
  readonly onBytes: (bytes: number) => void
}

export type Client = ReturnType<typeof createClient>

/** Creates a client of one interface of a service. It repeats what may succeed later, and asks only for what has changed. */
export function createClient(parts: ClientParts) {
  const { address, key, memory, limit, signal } = parts

  /** Sends a GET. @param path with its query. @throws {CommandError} if the answer is not JSON with status 200 */
  async function get(path: string): Promise<Answer> {
    const url = new URL(`${address}${path}`)
    const before = memory.find(url.href)
    const response = await limit(() => insist(url, before))
    const now = response.status === 304 && before ? before : readKnown(response, url, key)
    memory.keep(url.href, now)
    return { ...now, isKnown: now.digest === before?.digest, from: shown(url) }
  }

  async function insist(url: URL, before: Known | undefined): Promise<Received> {
    for (let failures = 1; ; failures++) {
      const result = await attempt(url, before)
      if (!(result instanceof NoResponse) && !isBusy(result.status)) return result
      if (failures === MAX_ATTEMPTS) throw unavailable(url, result)
      const retryAfter = result instanceof NoResponse ? null : result.headers.get('retry-after')
      await sleep(waitMs(failures, retryAfter, Date.now()), undefined, { signal })
    }
  }

  async function attempt(url: URL, before: Known | undefined): Promise<Received | NoResponse> {
    const headers: Record<string, string> = {
      ...parts.header,
      accept: 'application/json',
      'user-agent': `signage/${version}`,
      ...(before?.etag ? { 'if-none-match': before.etag } : {}),
    }
    const { timeoutMs } = parts
    try {
      const received = await request(url, { headers, signal, ...(timeoutMs ? { timeoutMs } : {}) })
      parts.onBytes(received.body.length)
      return received
    } catch (error) {
      if (error instanceof NoResponse) return error
      throw error
    }
  }

  return { address, get, signal }
}

/** @throws {CommandError} if an answer has another form */
export function readAs<Schema extends TSchema>(schema: Schema, value: unknown, from: string): Static<Schema> {
  if (Check(schema, value)) return value
  throw new CommandError(
    `${from} answered with something that is not ${schema.description}: check the address.`,
  )
}

/** Whether a service, or a proxy before it, may answer soon. */
function isBusy(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504)
}

function unavailable(url: URL, result: Received | NoResponse): CommandError {
  const reason = result instanceof NoResponse ? result.message : `it answers with ${result.status}`
  return new CommandError(`${shown(url)} cannot be read: ${reason}. Try again later.`)
}

function readKnown({ status, headers, body }: Received, url: URL, key: Key): Known {
  if (status !== 200) throw new CommandError(describeStatus(status, url, key))
  return { value: parse(body, url), digest: hash('sha256', body), etag: headers.get('etag') }
}

function describeStatus(status: number, url: URL, key: Key): string {
  if (status === 401)
    return `${shown(url)} does not accept the key ${key.source}: it is unknown, revoked or expired there.`
  if (status === 403)
    return `${shown(url)} refuses the key ${key.source}: it lacks a scope there, such as device:read.`
  return `${shown(url)} answered with ${status} instead of 200: check the address.`
}

function parse(body: Buffer, url: URL): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new CommandError(`${shown(url)} answered with something that is not JSON: check the address.`)
  }
}
