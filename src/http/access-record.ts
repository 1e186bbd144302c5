import { type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageUnavailableError } from '../storage/database.ts'
import { clientNetworkOf } from './client-address.ts'

/** The record of a finished response, for the access log and metrics. */
export interface AccessRecord {
  /** Absent if the input was not an HTTP request. */
  readonly requestId?: string | undefined
  readonly method: string | null
  readonly route: string | null
  /** 499 if the client disconnected before anything was sent. */
  readonly status: number
  readonly durationMs: number
  readonly keyId?: string | undefined
  /** Whether the connection was closed before the whole response had been sent. */
  readonly isAborted: boolean
  /** Whether the request was a health probe. These are not logged. */
  readonly isProbe: boolean
}

/** Called for each finished response. It must not modify anything. */
export type AccessObserver = (record: AccessRecord) => void

/** The status logged for a client that disconnected before a response was sent, as in nginx. */
const CLIENT_CLOSED_REQUEST = 499

const UNKNOWN = () => undefined

/** A response that collects the fields of its access record. */
export class ObservedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  readonly startedAtMs = performance.now()
  requestId: string | undefined = undefined
  route: string | null = null
  keyId: string | undefined = undefined
  isProbe = false
  /** Whether it is a stream, which may stay open indefinitely. */
  isStream = false
  /** The body that is in memory until it is sent, if that is large or shared. */
  body: Buffer | undefined = undefined
  /** The network that its request comes from, if that is known. */
  network: () => string | undefined = UNKNOWN
  /** The error that the fast path met. The full path responds with this error instead of querying the database again. */
  failure: StorageUnavailableError | undefined = undefined
}

/** Adds fields to the access record of a response. */
export function record(
  { raw }: FastifyReply,
  known: Partial<
    Pick<ObservedResponse, 'requestId' | 'route' | 'keyId' | 'isProbe' | 'isStream' | 'network'>
  >,
): void {
  if (raw instanceof ObservedResponse) Object.assign(raw, known)
}

/** Adds the fields of a request to the access record of its response. */
export function recordRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? null
  const network = () => clientNetworkOf(request)
  record(reply, { requestId: request.id, route, isProbe: isProbe(request), network })
}

/** @throws {StorageUnavailableError} if the fast path could not read the database for this request */
export function throwEarlierFailure({ raw }: FastifyReply): void {
  if (raw instanceof ObservedResponse && raw.failure) throw raw.failure
}

/** Whether a request is a health probe. The probed routes are those with the log level `silent`. */
export function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.logLevel === 'silent'
}

export function toAccessRecord(response: ObservedResponse): AccessRecord {
  const { requestId, route, keyId, isProbe, req, headersSent, statusCode, startedAtMs } = response
  return {
    requestId,
    method: req.method ?? null,
    route,
    status: headersSent ? statusCode : CLIENT_CLOSED_REQUEST,
    durationMs: performance.now() - startedAtMs,
    keyId,
    isAborted: !response.writableFinished,
    isProbe,
  }
}

/** The record of input that was rejected before there was a response object, such as malformed HTTP. */
export function toRejectionRecord(status: number, method?: string, requestId?: string): AccessRecord {
  const unknown = { route: null, durationMs: 0, isAborted: false, isProbe: false }
  return { ...unknown, status, method: method ?? null, requestId }
}
