import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { failureReason, firstError } from '../../../lib/flow/system-error.ts'
import { NO_PROXIES, type Proxies, proxyFor, shownProxy } from '../../../lib/http-client/proxies.ts'
import { proxyRefusal } from '../../../lib/http-client/through-proxy.ts'
import { version } from '../../../lib/package.ts'
import { beforeAbort, DeadlinePassed, startDeadline } from '../../../lib/time/deadline.ts'
import type { AlertRequest } from '../receivers/format.ts'
import {
  AddressRefused,
  type CheckedAddress,
  checkedAddresses,
  type Resolve,
  requireUsableByProxy,
  systemResolve,
} from './addresses.ts'
import type { ReceiverAnswer } from './answer.ts'
import { readAnswer } from './read-answer.ts'
import { sendThroughProxy } from './send-through-proxy.ts'
import { SENDING_MS } from './times.ts'

/** What limits sending. */
export interface SendOptions {
  /** Internal addresses, or ranges of them, that messages may be sent to. */
  readonly webhookAllow: readonly string[]
  /** By default none is used. */
  readonly proxies?: Proxies
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

/**
 * Sends a POST, only to addresses that were checked just before, or to a proxy that this machine must use. It follows no redirect,
 * which could lead elsewhere. It ends in time, whatever the receiver does.
 * @throws {NotSent} if there is no answer, or it may not be sent
 */
export async function send(request: AlertRequest, options: SendOptions): Promise<ReceiverAnswer> {
  const { timeoutMs = SENDING_MS, stopping } = options
  const { signal, end } = startDeadline(timeoutMs, stopping)
  const proxy = proxyFor(request.url, options.proxies ?? NO_PROXIES)
  try {
    signal.throwIfAborted()
    if (proxy === undefined) return await sendDirectly(request, options, signal)
    return await sendBy(proxy, request, options, signal)
  } catch (error) {
    const isLate = error instanceof DeadlinePassed
    const reason = isLate ? `no answer within ${timeoutMs / 1000} s` : unsentReason(error)
    if (proxy === undefined || error instanceof AddressRefused) throw new NotSent(reason)
    throw new NotSent(`${reason}, through ${shownProxy(proxy)}`)
  } finally {
    end()
  }
}

async function sendDirectly(
  request: AlertRequest,
  { webhookAllow, resolve = systemResolve }: SendOptions,
  signal: AbortSignal,
): Promise<ReceiverAnswer> {
  // The resolver of the system cannot be aborted, only left alone.
  const addresses = await beforeAbort(checkedAddresses(request.url, webhookAllow, resolve), signal)
  const response = await beforeAbort(responseTo(request, addresses, signal), signal)
  return readAnswer({ status: response.statusCode ?? 0, headers: response.headers, body: response }, signal)
}

async function sendBy(
  proxy: URL,
  request: AlertRequest,
  { webhookAllow, resolve = systemResolve }: SendOptions,
  signal: AbortSignal,
): Promise<ReceiverAnswer> {
  await beforeAbort(requireUsableByProxy(request.url, webhookAllow, resolve), signal)
  return sendThroughProxy(proxy, { ...request, headers: { ...OWN_HEADERS, ...request.headers } }, signal)
}

const OWN_HEADERS = { 'user-agent': `signage/${version}` } as const

/** Settles however the request ends: after some events Node emits no other one. */
function responseTo(
  { url, headers, body }: AlertRequest,
  addresses: readonly CheckedAddress[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...OWN_HEADERS, 'content-length': Buffer.byteLength(body), ...headers },
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
  return proxyRefusal(first) ?? REASONS[code] ?? failureReason(first)
}
