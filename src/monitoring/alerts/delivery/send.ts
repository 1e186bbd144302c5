import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { failureReason, firstError } from '../../../lib/flow/system-error.ts'
import { version } from '../../../lib/package.ts'
import { beforeAbort, DeadlinePassed, startDeadline } from '../../../lib/time/deadline.ts'
import type { AlertRequest } from '../receivers/format.ts'
import { type CheckedAddress, checkedAddresses, type Resolve, systemResolve } from './addresses.ts'
import type { ReceiverAnswer } from './answer.ts'
import { SENDING_MS } from './times.ts'

/** What limits sending. */
export interface SendOptions {
  /** Internal addresses, or ranges of them, that messages may be sent to. */
  readonly webhookAllow: readonly string[]
  /** How long it may take, from resolving the name to the end of the answer. By default `SENDING_MS`. */
  readonly timeoutMs?: number
  /** Aborted when the process stops. */
  readonly stopping?: AbortSignal | undefined
  readonly resolve?: Resolve
}

/** Nothing was answered. The message is the reason, as the end of a sentence, and contains no secret. */
export class NotSent extends Error {
  override name = 'NotSent'
}

const MOST_BYTES = 64 * 1024

/**
 * Sends a POST, only to addresses that were checked just before. It follows no redirect and uses no proxy: both would lead to
 * addresses that were not. It ends in time, whatever the receiver does.
 * @throws {NotSent} if there is no answer, or it may not be sent
 */
export async function send(request: AlertRequest, options: SendOptions): Promise<ReceiverAnswer> {
  const { webhookAllow, timeoutMs = SENDING_MS, resolve = systemResolve, stopping } = options
  const { signal, end } = startDeadline(timeoutMs, stopping)
  try {
    signal.throwIfAborted()
    // The resolver of the system cannot be aborted, only left alone.
    const addresses = await beforeAbort(checkedAddresses(request.url, webhookAllow, resolve), signal)
    const response = await beforeAbort(responseTo(request, addresses, signal), signal)
    return await readAnswer(response, signal)
  } catch (error) {
    const isLate = error instanceof DeadlinePassed
    throw new NotSent(isLate ? `no answer within ${timeoutMs / 1000} s` : unsentReason(error))
  } finally {
    end()
  }
}

/** Settles however the request ends: after some events Node emits no other one. */
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
    sent
      .once('response', resolve)
      // With 101 the receiver changes to another protocol, in which nothing is said to it.
      .once('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response)
      })
      .once('close', () => reject(new Error(CLOSED)))
      .on('error', reject)
      .end(body)
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

/** The status says whether the message has arrived, whatever becomes of the body. */
async function readAnswer(response: IncomingMessage, signal: AbortSignal): Promise<ReceiverAnswer> {
  const chunks: Buffer[] = []
  await beforeAbort(readBody(response, chunks), signal).catch(() => {})
  const body = Buffer.concat(chunks).subarray(0, MOST_BYTES)
  return { status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null, body }
}

async function readBody(response: IncomingMessage, chunks: Buffer[]): Promise<void> {
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) break
  }
}

const CLOSED = 'it closed the connection without an answer'
/** Reasons by the codes of errors. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ENOTFOUND: 'its name is unknown',
  HPE_HEADER_OVERFLOW: 'the headers of its answer are too large',
}

function unsentReason(error: unknown): string {
  const first = firstError(error)
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  if (code.startsWith('HPE_')) return REASONS[code] ?? 'its answer is not valid HTTP'
  return REASONS[code] ?? failureReason(first)
}
