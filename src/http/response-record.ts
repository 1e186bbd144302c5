import type { ServiceResponse } from './service-response.ts'

/** The record of a finished response, for the access log and metrics. The log shows null as null, and leaves out what is undefined. */
export interface ResponseRecord {
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
  readonly isStream: boolean
  /** Whether the request was for a health route. These are not logged. */
  readonly isHealthRoute: boolean
}

/** Called for each finished response. It must not modify anything. */
export type ResponseObserver = (record: ResponseRecord) => void

/** The status logged for a client that disconnected before a response was sent, as in nginx. */
const CLIENT_CLOSED_REQUEST = 499

/** The record of a response that is finished, or whose client has disconnected. */
export function toResponseRecord(response: ServiceResponse): ResponseRecord {
  const { requestId, route, keyId, isHealthRoute, isStream, req, headersSent, statusCode, startedAtMs } =
    response
  return {
    requestId,
    method: req.method ?? null,
    route,
    status: headersSent ? statusCode : CLIENT_CLOSED_REQUEST,
    durationMs: performance.now() - startedAtMs,
    keyId,
    isAborted: !response.writableFinished,
    isStream,
    isHealthRoute,
  }
}

/** The record of input that was rejected before there was a response object, such as malformed HTTP. */
export function toRejectionRecord(status: number, method?: string, requestId?: string): ResponseRecord {
  const unknown = { route: null, durationMs: 0, isAborted: false, isStream: false, isHealthRoute: false }
  return { ...unknown, status, method: method ?? null, requestId }
}
