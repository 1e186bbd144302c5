import { isUtf8 } from 'node:buffer'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isCostlyJson } from '../costly-json.ts'
import { HttpError } from '../http/errors.ts'
import { TOO_DEEP } from '../transfer/errors.ts'
import { findRepeatedField, REPEATED } from '../transfer/repeated-fields.ts'

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

/** Reads the bodies of all routes of a plugin as bytes. Those that are too large are 413. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, done) => done(null, body),
  )
  // A client that asks first whether to send its body (RFC 9110 §10.1.1) has been authorised by now.
  app.addHook('preParsing', async ({ headers }, reply) => {
    const bytes = Number(headers['content-length'] ?? 0)
    if (bytes > MAX_BODY_BYTES && bytes <= MAX_DISCARDED_BYTES)
      throw new HttpError(413, 'The body is too large')
    if (headers.expect !== undefined) reply.raw.writeContinue()
  })
}

/* Hooks of routes before validation. In a parser, Fastify would close the connection after an error, although the body was read. */

/** An empty body is no body, whatever its type. Any other must be JSON, by its type: 415. */
export async function requireJson(request: FastifyRequest): Promise<void> {
  if (!Buffer.isBuffer(request.body)) return
  if (request.body.length === 0) request.body = undefined
  else requireJsonType(request)
}

/** Parses the body as JSON. */
export async function parseBody(request: FastifyRequest): Promise<void> {
  await requireJson(request)
  if (Buffer.isBuffer(request.body)) request.body = parseJson(request.body)
}

function requireJsonType({ method, headers }: FastifyRequest): void {
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  if (!isAccepted(type, method) || encoding.toLowerCase() !== 'identity') {
    throw new HttpError(415, 'The media type of the body is not supported')
  }
}

/** @throws {HttpError} 400 if it is not JSON in UTF-8, or nested too deep */
export function parseJson(body: Buffer): unknown {
  if (isCostlyJson(body)) throw new HttpError(400, `/: ${TOO_DEEP}`)
  if (!isUtf8(body)) throw new HttpError(400, '/: must be UTF-8')
  const text = body.toString()
  const value = parseText(text)
  const repeated = findRepeatedField(text)
  if (repeated !== undefined) throw new HttpError(400, `${repeated}: ${REPEATED}`)
  return value
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text)
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
