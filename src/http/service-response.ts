import { type IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageUnavailableError } from '../storage/database.ts'
import { clientNetworkOf } from './client-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly isHealthRoute?: boolean
  }
}

const UNKNOWN = () => undefined

/** A response, with what the response record, the fast path and the limits of memory need to know about it. */
export class ServiceResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  readonly startedAtMs = performance.now()
  requestId: string | undefined = undefined
  route: string | null = null
  keyId: string | undefined = undefined
  isHealthRoute = false
  /** Whether it is a stream, which may stay open indefinitely. */
  isStream = false
  /** The body, if it is counted by the limit of unread responses. */
  unreadBody: Buffer | undefined = undefined
  /** The address or the network of the client; undefined if it is not known. See `clientNetworkOf`. */
  clientNetwork: () => string | undefined = UNKNOWN
  /** The storage error of the fast path. The full path throws it again, so that the database is not asked twice. */
  fastPathError: StorageUnavailableError | undefined = undefined
}

export function setResponseFields(
  { raw }: FastifyReply,
  fields: Partial<
    Pick<ServiceResponse, 'requestId' | 'route' | 'keyId' | 'isHealthRoute' | 'isStream' | 'clientNetwork'>
  >,
): void {
  if (raw instanceof ServiceResponse) Object.assign(raw, fields)
}

/** Sets the fields of a response that follow from its request. */
export function setFieldsFromRequest(request: FastifyRequest, reply: FastifyReply): void {
  setResponseFields(reply, {
    requestId: request.id,
    route: request.routeOptions.url ?? null,
    isHealthRoute: isHealthRoute(request),
    clientNetwork: () => clientNetworkOf(request),
  })
}

/** @throws {StorageUnavailableError} if the fast path could not read the database for this request */
export function throwFastPathError({ raw }: FastifyReply): void {
  if (raw instanceof ServiceResponse && raw.fastPathError) throw raw.fastPathError
}

export function isHealthRoute({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isHealthRoute === true
}
