import { hash } from 'node:crypto'
import type { Static, TSchema } from '@sinclair/typebox'
import { Check } from '@sinclair/typebox/value'
import { CommandError } from '../../lib/flow/command-error.ts'
import type { Limit } from '../../lib/flow/limit.ts'
import { NoResponse, type Received, shown, TooLarge } from '../../lib/http-client/get.ts'
import type { HttpClient } from '../../lib/http-client/index.ts'
import { describeRefusal, type InterfaceName, keyHeader, type ServiceKey } from '../../lib/http-client/key.ts'
import type { Known, Memory } from './memory.ts'

const MAX_REDIRECTS = 5
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** A parsed response. */
export interface Parsed extends Known {
  /** Whether the body is the same as when it was read last. */
  readonly isKnown: boolean
  /** Where it comes from, for messages. */
  readonly from: string
}

interface PullClientOptions {
  /** The address of the service, without a slash at the end. */
  readonly address: string
  readonly interface: InterfaceName
  readonly key: ServiceKey
  readonly send: HttpClient
  readonly memory: Memory
  readonly limit: Limit
  readonly signal: AbortSignal
}

export type PullClient = ReturnType<typeof createPullClient>

/** Creates a client of one interface of a service. It asks only for what has changed. */
export function createPullClient(options: PullClientOptions) {
  const { address, key, memory, limit, signal } = options
  const ownHeader = keyHeader(options.interface, key)

  /** Sends a GET. @param path with its query. @throws {CommandError} if the answer is not JSON with status 200 */
  async function get(path: string): Promise<Parsed> {
    const url = new URL(`${address}${path}`)
    const before = memory.find(url.href)
    const headers = { ...ownHeader, ...(before?.etag ? { 'if-none-match': before.etag } : {}) }
    const send = (target: URL) => options.send(target, headers).catch((error) => fail(target, error))
    const response = await limit(() => followRedirects(url, send))
    const now = response.status === 304 && before ? before : readKnown(response, url, key)
    memory.keep(url.href, now)
    return { ...now, isKnown: now.digest === before?.digest, from: shown(url) }
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

/**
 * Follows redirects. They may not leave the origin, because the requests contain a key.
 * @throws {CommandError} if a redirect leads elsewhere, or there are too many
 */
async function followRedirects(
  url: URL,
  get: (url: URL) => Promise<Received>,
  redirects = 0,
): Promise<Received> {
  const response = await get(url)
  const location = response.headers.get('location')
  if (location === null || !REDIRECTS.includes(response.status)) return response
  const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined
  if (target?.origin !== url.origin)
    throw new CommandError(
      `${shown(url)} redirects to another address, where the key is not sent: pull from that address instead, if you trust it.`,
    )
  if (redirects === MAX_REDIRECTS)
    throw new CommandError(`${shown(url)} redirects more than ${MAX_REDIRECTS} times: check the address.`)
  return followRedirects(target, get, redirects + 1)
}

function fail(url: URL, error: unknown): never {
  if (error instanceof TooLarge)
    throw new CommandError(`${shown(url)} answered with ${error.body}: it does not fit into memory.`)
  if (!(error instanceof NoResponse)) throw error
  throw new CommandError(`${shown(url)} cannot be read: ${error.message}. ${error.advice}`)
}

function readKnown({ status, headers, body, values }: Received, url: URL, key: ServiceKey): Known {
  if (status !== 200) throw new CommandError(describeStatus(status, url, key))
  const [digest, etag, bytes] = [hash('sha256', body), headers.get('etag'), body.length]
  return { value: parse(body, url), digest, etag, bytes, values }
}

function describeStatus(status: number, url: URL, key: ServiceKey): string {
  if (status === 401) return describeRefusal(url, key)
  if (status === 403)
    return `${shown(url)} refuses the key ${key.source}: it lacks a scope there, such as device:read.`
  const advice = status >= 500 ? 'see the log of that service, or try again later' : 'check the address'
  return `${shown(url)} answered with ${status} instead of 200: ${advice}.`
}

function parse(body: Buffer, url: URL): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new CommandError(`${shown(url)} answered with something that is not JSON: check the address.`)
  }
}
