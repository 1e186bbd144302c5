import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { keyOf } from '../auth/authenticate.ts'

/** What the log says of a request. It names the route, not the URL: a URL may hold a secret. */
export interface AnsweredRequest {
  readonly requestId: string
  readonly method: string
  readonly route: string | null
  readonly status: number
  readonly durationMs: number
  readonly keyId?: string | undefined
}

/** One line a request, when it has been answered. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(_error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    logRequest(request, reply, keyOf(request)?.id)
  }
}

/** Writes the line of a request that has been answered. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, keyId?: string): void {
  if (request.routeOptions.logLevel === 'silent') return
  logAnswer(request.server.log, toAnswered(request, reply, keyId))
}

/** @param keyId not to be asked of a request that was refused before it had room for a key */
export function toAnswered(request: FastifyRequest, reply: FastifyReply, keyId?: string): AnsweredRequest {
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: reply.statusCode,
    durationMs: reply.elapsedTime,
    keyId,
  }
}

/** The same for any logger. */
export function logAnswer(log: FastifyBaseLogger, answered: AnsweredRequest): void {
  log.info({ ...answered, durationMs: Math.round(answered.durationMs * 1000) / 1000 }, 'request')
}
