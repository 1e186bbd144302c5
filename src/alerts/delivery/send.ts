import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { NO_PROXIES, type Proxies, proxyFor, reasonThrough } from '../../lib/http-client/proxies.ts'
import { createProxyAgent, proxyRefusal } from '../../lib/http-client/through-proxy.ts'
import { version } from '../../lib/package.ts'
import { failureReason, firstAttemptError } from '../../lib/system-error.ts'
import { DeadlinePassedError, startDeadline, untilAborted } from '../../lib/time/deadline.ts'
import { SECOND_MS } from '../../lib/time/durations.ts'
import type { AlertRequest } from '../formats/alert-format.ts'
import { checkedAddresses, findRefusal, type Resolve, SendError, systemResolve } from './addresses.ts'
import { type ReceiverResponse, readResponse } from './response.ts'

/** How long sending a message may take, from resolving the name of its receiver to the end of the response. */
export const SENDING_MS = 15 * SECOND_MS

/** Where messages may be sent, and through which proxies. */
export interface SendOptions {
  /** Internal addresses, or ranges of them, that messages may be sent to. */
  readonly webhookAllow: readonly string[]
  /** By default none is used. */
  readonly proxies?: Proxies
  /** By default `SENDING_MS`. */
  readonly timeoutMs?: number
  /** Aborted when the process stops. */
  readonly stopping?: AbortSignal | undefined
  readonly resolve?: Resolve
}

/**
 * Sends a POST to addresses that it has just checked, or through the configured proxy. It follows no redirect, which could lead
 * to an internal address. It ends within the timeout, whatever the receiver does.
 * @throws {SendError} if there is no response, or the message may not be sent
 */
export async function send(request: AlertRequest, options: SendOptions): Promise<ReceiverResponse> {
  const { timeoutMs = SENDING_MS, stopping } = options
  const { signal, cancel } = startDeadline(timeoutMs, stopping)
  const proxy = proxyFor(request.url, options.proxies ?? NO_PROXIES)
  try {
    signal.throwIfAborted()
    if (proxy === undefined) return await sendDirectly(request, options, signal)
    return await sendThroughProxy(proxy, request, options, signal)
  } catch (error) {
    if (error instanceof SendError) throw error
    const isLate = error instanceof DeadlinePassedError
    const reason = isLate ? `no answer within ${timeoutMs / 1000} s` : unsentReason(error)
    throw new SendError(reasonThrough(proxy, reason))
  } finally {
    cancel()
  }
}

async function sendDirectly(
  request: AlertRequest,
  { webhookAllow, resolve = systemResolve }: SendOptions,
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  // The resolver of the system cannot be aborted, so this only stops waiting for it.
  const addresses = await untilAborted(checkedAddresses(request.url, webhookAllow, resolve), signal)
  const response = await untilAborted(responseTo(request, addresses, signal), signal)
  return readResponse({ status: response.statusCode ?? 0, headers: response.headers, body: response }, signal)
}

/** Sends a message through a proxy, which resolves the name of the receiver by itself. */
async function sendThroughProxy(
  proxy: URL,
  { url, headers, body }: AlertRequest,
  { webhookAllow, resolve = systemResolve }: SendOptions,
  signal: AbortSignal,
): Promise<ReceiverResponse> {
  const refusal = await untilAborted(findRefusal(url, webhookAllow, resolve), signal)
  if (refusal) throw refusal
  const { request } = await import('undici')
  const dispatcher = await createProxyAgent(proxy)
  try {
    const allHeaders = { ...OWN_HEADERS, ...headers }
    const options = { method: 'POST', headers: allHeaders, body, dispatcher, signal } as const
    const response = await untilAborted(request(url, options), signal)
    return await readResponse({ ...response, status: response.statusCode }, signal)
  } finally {
    dispatcher.destroy().catch(() => {})
  }
}

const OWN_HEADERS = { 'user-agent': `signage/${version}` } as const

/** Listens to every event by which a request can end, because in some cases Node emits only one of them. */
function responseTo(
  { url, headers, body }: AlertRequest,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...OWN_HEADERS, 'content-length': Buffer.byteLength(body), ...headers },
      agent: false,
      // Without this, Node connects to one address only.
      autoSelectFamily: true,
      lookup: answeringWith(addresses),
      signal,
    } as const
    const sent: ClientRequest = (url.protocol === 'https:' ? https : http).request(url, options)
    sent
      .once('response', resolve)
      // With 101 the receiver switches to another protocol. The response counts as a failure.
      .once('upgrade', (response, socket) => {
        socket.destroy()
        resolve(response)
      })
      .once('close', () => reject(new Error(CLOSED)))
      .on('error', reject)
      .end(body)
  })
}

/** A `lookup` function that returns the checked addresses. TLS still verifies the name of the host. */
function answeringWith(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, _options, callback) => callback(null, found)
}

const CLOSED = 'it closed the connection without an answer'
/** Reasons by error codes. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNRESET: CLOSED,
  EPIPE: CLOSED,
  ENOTFOUND: 'its name is unknown',
}

function unsentReason(error: unknown): string {
  const first = firstAttemptError(error)
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  if (code.startsWith('HPE_')) return 'its answer is not valid HTTP'
  return proxyRefusal(first) ?? REASONS[code] ?? failureReason(first)
}
