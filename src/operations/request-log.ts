import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { keyIdOf } from '../auth/authenticate.ts'

/** One line a request, when it has been answered. It names the route, not the URL: a URL may hold a secret. */
export class RequestLog extends LogController {
  constructor() {
    super({ requestIdLogLabel: 'requestId' })
  }

  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(_error: Error | null, request: FastifyRequest, reply: FastifyReply): void {
    logRequest(request, reply, keyIdOf(request))
  }
}

/** Writes the line of a request that has been answered. */
export function logRequest(request: FastifyRequest, reply: FastifyReply, keyId?: string): void {
  const line = {
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
    keyId,
  }
  reply.log.info(line, 'request')
}
