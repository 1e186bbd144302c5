import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { version } from '../../config/version.ts'
import { isSystemError, reasonOf } from '../../system-error.ts'
import type { AlertRequest } from '../formats/format.ts'
import {
  AddressRefused,
  type CheckedAddress,
  checkedAddresses,
  type Resolve,
  systemResolve,
} from './addresses.ts'
import type { Answer } from './answer.ts'

/** What limits sending. */
export interface SendOptions {
  /** Internal addresses, or ranges of them, that messages may be sent to. */
  readonly webhookAllow: readonly string[]
  /** How long it may take, from resolving the name to the end of the answer. By default 15 s. */
  readonly timeoutMs?: number
  /** Aborted when the process stops. */
  readonly stopping?: AbortSignal | undefined
  readonly resolve?: Resolve
}

/** Nothing was answered. The message is the reason, as the end of a sentence, and contains no secret. */
export class NotSent extends Error {
  override name = 'NotSent'
}

const TIMEOUT_MS = 15_000
const MOST_BYTES = 64 * 1024

/**
 * Sends a POST, only to addresses that were checked just before. It follows no redirect and uses no proxy: both would lead to
 * addresses that were not.
 * @throws {NotSent} if there is no answer, or it may not be sent
 */
export async function send(request: AlertRequest, options: SendOptions): Promise<Answer> {
  const { webhookAllow, timeoutMs = TIMEOUT_MS, resolve = systemResolve, stopping } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout
  try {
    signal.throwIfAborted()
    const addresses = await beforeAbort(checkedAddresses(request.url, webhookAllow, resolve), signal)
    return await readAnswer(await responseTo(request, addresses, signal))
  } catch (error) {
    throw new NotSent(timeout.aborted ? `no answer within ${timeoutMs / 1000} s` : reasonFor(error))
  }
}

/** The resolver of the system cannot be aborted, only left alone. */
function beforeAbort<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  )
  return Promise.race([work, aborted])
}

function responseTo(
  { url, headers, body }: AlertRequest,
  addresses: readonly CheckedAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { 'user-agent': `signage/${version}`, 'content-length': Buffer.byteLength(body), ...headers },
      agent: false,
      lookup: answeringWith(addresses),
      signal,
    } as const
    const sent: ClientRequest = (url.protocol === 'https:' ? https : http).request(url, options)
    sent.once('response', resolve).on('error', reject).end(body)
  })
}

/** What a connection asks for the addresses of a host. The name stays what the certificate must have. */
function answeringWith(addresses: readonly CheckedAddress[]): LookupFunction {
  return (_host, { all }, callback) => {
    if (all) return callback(null, [...addresses])
    const [first] = addresses
    callback(null, first?.address ?? '', first?.family)
  }
}

async function readAnswer(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) break
  }
  const body = Buffer.concat(chunks).subarray(0, MOST_BYTES)
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null, body }
}

function reasonFor(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  if (first instanceof AddressRefused) return first.message
  if (isSystemError(first)) return first.code === 'ENOTFOUND' ? 'its name is unknown' : reasonOf(first)
  return first instanceof Error ? first.message : String(first)
}
