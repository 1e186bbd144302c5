import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from '@sinclair/typebox'
import { createGuard, type RouteContext } from '../../auth/guard.ts'
import { findKey } from '../../auth/repository.ts'
import { apiKey, type Scheme, securityOf } from '../../auth/requirement.ts'
import { createStreamTokens, TOKEN_LIFE } from '../../auth/stream-token.ts'
import { headersOf } from '../../fast-path/fast-path.ts'
import { contentHashIn } from '../../http/entity-tag.ts'
import { commonErrorResponses, NO_STORE } from '../../http/http-error.ts'
import { readIds } from '../../http/query-parameters.ts'
import { REQUEST_ID_HEADER } from '../../http/request-id.ts'
import { setResponseFields } from '../../http/service-response.ts'
import { queryParameter } from '../../http/unchecked-parameters.ts'
import { isoTime } from '../../lib/time/timestamps.ts'
import { Instant } from '../../schemas/schema-parts.ts'
import { GroupsParameters, parseSelection } from '../selection.ts'
import type { StreamHub } from './streams.ts'

interface StreamRoutesOptions extends RouteContext {
  readonly streams: StreamHub
  /** Signs stream tokens, together with the hash of their key. */
  readonly streamTokenSecret: string
}

const token = Type.String({ description: 'A stream token, for clients that cannot send `X-API-Key`.' })
const StreamParameters = Type.Object({ ...GroupsParameters.properties, token: Type.Optional(token) })

const StreamToken = Type.Object({
  token: Type.String({ description: 'The token. Send it as the parameter `token` instead of the key.' }),
  expiresAt: Instant('When it expires.'),
})

/** The stream of changes: the response of `GET /v1/groups`, and its new response after each change. */
export const streamRoutes: FastifyPluginAsyncTypebox<StreamRoutesOptions> = async (app, options) => {
  const { database, clock, limitRate, streams, streamTokenSecret } = options
  const tokens = createStreamTokens({ database, clock, secret: streamTokenSecret })
  /** Accepts a token in the URL but no key, because URLs appear in logs. */
  const keyOrToken: Scheme = {
    name: 'ApiKey',
    credentialOf: (request) => apiKey.credentialOf(request) ?? queryParameter(request, 'token'),
    keyHashOf: (credential, request) =>
      (apiKey.credentialOf(request) ? apiKey : tokens).keyHashOf(credential, request),
  }
  const guardOf = (scheme: Scheme) =>
    createGuard<string>({
      scheme,
      clock,
      limitRate,
      lookup: async (keyHash) => ({ key: await findKey(database, keyHash), data: keyHash }),
    })
  const keyGuard = guardOf(apiKey)
  const keyOrTokenGuard = guardOf(keyOrToken)

  app.get('/v1/stream-token', { schema: schemas.token, onRequest: keyGuard.hook }, async (request, reply) => {
    const { token, expiresAtMs } = tokens.create(keyGuard.dataOf(request))
    reply.headers(NO_STORE)
    return { token, expiresAt: isoTime(expiresAtMs) }
  })

  app.get(
    '/v1/groups/stream',
    { schema: schemas.stream, onRequest: keyOrTokenGuard.hook },
    async (request, reply) => {
      reply.headers(STREAM_HEADERS)
      if (request.method === 'HEAD') return reply.send('')
      const selection = parseSelection(request.query)
      const keyHash = keyOrTokenGuard.dataOf(request)
      const subscription = { keyHash, menuIds: readIds(request.query.menus), selection }
      // After this, no error can be sent.
      reply.hijack()
      setResponseFields(reply, { isStream: true })
      reply.raw.writeHead(200, [...headersOf(reply), REQUEST_ID_HEADER, request.id])
      streams.open(subscription, reply.raw, contentHashIn(request.headers['last-event-id']?.toString() ?? ''))
    },
  )
}

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'private, no-store',
  // Proxies that buffer responses do not buffer this one.
  'x-accel-buffering': 'no',
}

/** An example of a stream, for the description of the interface. */
const EVENT_EXAMPLE =
  'retry:2000\nevent: groups\nid: "3AbUd_HHBpXYfbuBsJ6fsq0Qg25"\ndata: {"metadata":{"groups":{"total":0}},"groups":[]}\n\n'

const schemas = {
  token: {
    operationId: 'createStreamToken',
    summary: 'A token for opening a stream',
    description:
      `For an EventSource, which cannot send headers. The token is bound to the key and expires after ${TOKEN_LIFE.inWords}. ` +
      'A stream opened with it continues as long as the key is valid.',
    tags: ['Menus'],
    security: securityOf({ scheme: apiKey }),
    'x-example': { token: 'sgt_…', expiresAt: '2026-03-02T09:46:14.000Z' },
    response: { 200: { ...StreamToken, description: 'The token.' }, ...commonErrorResponses },
  },
  stream: {
    operationId: 'streamGroups',
    summary: 'Groups, and their changes as a stream',
    description:
      'Server-Sent Events: `groups` with the response of `GET /v1/groups`, first and after each change. The id of an event is ' +
      'the ETag. A client whose `Last-Event-ID` is current receives only later changes.',
    tags: ['Menus'],
    security: [...securityOf({ scheme: apiKey }), { streamToken: [] }],
    'x-example': EVENT_EXAMPLE,
    querystring: StreamParameters,
    response: {
      200: {
        description: 'The events.',
        content: { 'text/event-stream': { schema: Type.String() } },
      },
      ...commonErrorResponses,
    },
  },
}
