import type { IncomingMessage, OutgoingHttpHeader } from 'node:http'
import type { FastPathRules, RepeatedResponse } from '../fast-path/fast-path.ts'
import { matchesEntityTag } from '../http/entity-tag.ts'

/** The parts of a response that is sent again. */
export interface RememberedMenuResponse {
  readonly etag: string
  readonly notModifiedHeaders: readonly OutgoingHttpHeader[]
  /** The headers of a 200 response, if one has been sent. */
  readonly headers?: readonly OutgoingHttpHeader[]
  /** Returns the body, while it is cached. */
  readonly body?: () => Buffer | undefined
}

/** Screens repeat the same request. Its response stays the same until keys, grants or menus change. */
export const menuFastPathRules: FastPathRules<RememberedMenuResponse> = {
  // None of these values can contain a line break, so the key is unambiguous.
  requestCacheKey: ({ url, headers }) =>
    headers['x-api-key'] === undefined
      ? undefined
      : `${url}\n${headers['x-api-key']}\n${headers['accept-encoding']}\n${headers.origin}`,
  repeat: (known, _key, request) => notModified(known, request) ?? full(known),
}

function notModified({ etag, notModifiedHeaders }: RememberedMenuResponse, request: IncomingMessage) {
  if (!matchesEntityTag(request.headers['if-none-match'], etag)) return undefined
  return { status: 304, headers: notModifiedHeaders, body: undefined } as const
}

function full({ headers, body }: RememberedMenuResponse): RepeatedResponse | undefined {
  const cached = body?.()
  return headers && cached && { status: 200, headers, body: cached }
}
