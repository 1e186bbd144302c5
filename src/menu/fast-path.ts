import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { Repeated, Repetition } from '../fast-path/fast-path.ts'
import { matches } from '../http/entity-tag.ts'

/** What is needed to send a response again. */
export interface RepeatableResponse {
  readonly etag: string
  readonly notModifiedHeaders: readonly OutgoingHttpHeader[]
  /** The headers of a 200 response, if one has been sent. */
  readonly headers?: readonly OutgoingHttpHeader[]
  /** Returns the body, while it is cached. */
  readonly body?: () => Buffer | undefined
}

/** Screens send the same request over and over: until keys, grants or menus change, it has the same response. */
export const repeatedMenus: Repetition<RepeatableResponse> = {
  // None of these can contain a line break.
  cacheKeyOf: ({ url, headers }) =>
    headers['x-api-key'] === undefined
      ? undefined
      : `${url}\n${headers['x-api-key']}\n${headers['accept-encoding']}\n${headers.origin}`,
  repeat: (known, _key, request) => notModified(known, request) ?? full(known),
}

function notModified({ etag, notModifiedHeaders }: RepeatableResponse, request: IncomingMessage) {
  if (!matches(request.headers['if-none-match'], etag)) return undefined
  return { status: 304, headers: notModifiedHeaders, body: undefined } as const
}

function full({ headers, body }: RepeatableResponse): Repeated | undefined {
  const cached = body?.()
  return headers && cached && { status: 200, headers, body: cached }
}
