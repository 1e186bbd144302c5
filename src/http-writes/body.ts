import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isCostlyJson } from '../costly-json.ts'
import { HttpError } from '../http/errors.ts'
import { TOO_DEEP } from '../transfer/errors.ts'

/** The largest body in bytes. */
export const MAX_BODY_BYTES = 5 * 1024 * 1024

/**
 * Bodies up to this size are read to their end, and discarded, if they are too large. For longer ones, Fastify closes the
 * connection, and a client that still sends may then not see the response.
 */
const MAX_DISCARDED_BYTES = 4 * MAX_BODY_BYTES

const JSON_TYPE = 'application/json'
/** A patch of a JSON object, in which null is a value like any other here (RFC 7396). */
const MERGE_PATCH_TYPE = 'application/merge-patch+json'

/**
 * Parses the bodies of all routes of a plugin as JSON. An empty body is no body, whatever its type.
 * Other bodies are 413, 415, or 400 if they are not JSON in UTF-8.
 */
export function parseBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  )
  // Not in the parser: Fastify would close the connection after an error there, although the body was read.
  app.addHook('preValidation', async (request) => {
    const { body } = request
    if (Buffer.isBuffer(body)) request.body = body.length === 0 ? undefined : parse(request, body)
  })
  // A client that asks first whether to send its body (RFC 9110 §10.1.1) has been authorised by now.
  app.addHook('preParsing', async ({ headers }, reply) => {
    const bytes = Number(headers['content-length'] ?? 0)
    if (bytes > MAX_BODY_BYTES && bytes <= MAX_DISCARDED_BYTES)
      throw new HttpError(413, 'The body is too large')
    if (headers.expect !== undefined) reply.raw.writeContinue()
  })
}

function parse({ method, headers }: FastifyRequest, body: Buffer): unknown {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  if (!isAccepted(type, method) || encoding.toLowerCase() !== 'identity') {
    throw new HttpError(415, 'The media type of the body is not supported')
  }
  if (isCostlyJson(body)) throw new HttpError(400, `/: ${TOO_DEEP}`)
  if (!isUtf8(body)) throw new HttpError(400, '/: must be UTF-8')
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new HttpError(400, '/: must be JSON')
  }
}

function isAccepted(contentType: string, method: string): boolean {
  const [type, ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return false
  return type === JSON_TYPE || (type === MERGE_PATCH_TYPE && method === 'PATCH')
}
