import { type IncomingHttpHeaders, type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * What log, metrics and traces are told of a response once it is over. It names the route, not the URL: a URL may
 * hold a secret.
 */
export interface AccessRecord {
  /** Absent where what came was no HTTP request. */
  readonly requestId?: string | undefined
  readonly method: string | null
  readonly route: string | null
  /** 499 where the client left before anything was sent. */
  readonly status: number
  readonly durationMs: number
  readonly keyId?: string | undefined
  /** Whether the connection was closed before all of the response had left. */
  readonly isAborted: boolean
  /** Whether a probe of the health asked, of which the log says nothing. */
  readonly isProbe: boolean
  readonly headers?: IncomingHttpHeaders | undefined
}

/** Is told of each response. It must not change anything. */
export type AccessObserver = (record: AccessRecord) => void

/** The status that the log has for a request whose client left before a response was sent, as in nginx. */
const CLIENT_CLOSED_REQUEST = 499

/** A response that collects what is told of it once it is over. */
export class ObservedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  readonly startedAtMs = performance.now()
  requestId: string | undefined = undefined
  route: string | null = null
  keyId: string | undefined = undefined
  isProbe = false
  /** Whether it goes on for as long as its client likes. */
  isStream = false
}

/** Notes what request a response belongs to. */
export function noteRequest(request: FastifyRequest, { raw }: FastifyReply): void {
  if (!(raw instanceof ObservedResponse)) return
  raw.requestId = request.id
  raw.route = request.routeOptions.url ?? null
  raw.isProbe = isProbe(request)
}

/** Whether a probe of the health asks: its routes are those that are not to be logged. */
export function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.logLevel === 'silent'
}

/** Notes the id of the key that a request came with. */
export function noteKey({ raw }: FastifyReply, keyId: string): void {
  if (raw instanceof ObservedResponse) raw.keyId = keyId
}

/** Notes that a response is a stream. */
export function noteStream({ raw }: FastifyReply): void {
  if (raw instanceof ObservedResponse) raw.isStream = true
}

/** The record of a response that is over. */
export function recordOf(response: ObservedResponse): AccessRecord {
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
    headers: req.headers,
  }
}

/** The record of what was refused before there was a response, such as broken HTTP. */
export function refusalRecord(refusal: {
  readonly status: number
  readonly method?: string | undefined
  readonly requestId?: string | undefined
}): AccessRecord {
  const { status, method = null, requestId } = refusal
  return { requestId, method, route: null, status, durationMs: 0, isAborted: false, isProbe: false }
}

/** One observer that tells all of them. It never throws: the first failure is reported, and no response is harmed. */
export function observeAll(
  observers: readonly AccessObserver[],
  report: (error: unknown) => void,
): AccessObserver {
  let hasFailed = false

  function fail(error: unknown): void {
    if (hasFailed) return
    hasFailed = true
    try {
      report(error)
    } catch {
      // Nothing is left to report it to.
    }
  }

  return (record) => {
    for (const observe of observers) {
      try {
        observe(record)
      } catch (error) {
        fail(error)
      }
    }
  }
}
