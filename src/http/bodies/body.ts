import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import { countValues } from '../../lib/json/count-values.ts'
import { findRepeatedFields, REPEATED } from '../../lib/json/repeated-fields.ts'
import { formatNumber } from '../../lib/text/format-number.ts'
import { TOO_DEEP } from '../../schemas/depth.ts'
import { HttpError, UNSUPPORTED_MEDIA_TYPE } from '../http-error.ts'
import { MAX_PATCH_VALUES } from './body-limits.ts'

const JSON_TYPE = 'application/json'
/** A JSON merge patch (RFC 7396). Here, null is a value of a field, and removes nothing. */
const MERGE_PATCH_TYPE = 'application/merge-patch+json'

/* Written as hooks: Fastify closes the connection if a content type parser throws. */

/** Treats an empty body as none. @throws {HttpError} 415 if any other body does not have a JSON media type */
export async function requireJson(request: FastifyRequest): Promise<void> {
  if (!Buffer.isBuffer(request.body)) return
  if (request.body.length === 0) request.body = undefined
  else if (!hasJsonType(request)) throw new HttpError(415, UNSUPPORTED_MEDIA_TYPE)
}

/** Parses the body, which has few values, as JSON. */
export async function parseBody(request: FastifyRequest): Promise<void> {
  await requireJson(request)
  if (Buffer.isBuffer(request.body)) request.body = parseJson(request.body, MAX_PATCH_VALUES)
}

/** More fields than any object has. Parsing an object with hundreds of thousands takes seconds. */
const MAX_FIELDS = 256

/** @throws {HttpError} 400 if it is not JSON in UTF-8, or would take long to parse */
export function parseJson(body: Buffer, maxValues: number): unknown {
  const values = countValues(body, MAX_FIELDS)
  if (values === 'too deep') throw new HttpError(400, `/: ${TOO_DEEP}`)
  if (values === 'too many fields')
    throw new HttpError(400, `/: must have at most ${MAX_FIELDS} fields in an object`)
  if (values > maxValues) throw new HttpError(400, `/: must have at most ${formatNumber(maxValues)} values`)
  if (!isUtf8(body)) throw new HttpError(400, '/: must be UTF-8')
  const text = body.toString()
  const value = parseText(text)
  const [repeated] = findRepeatedFields(text)
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

function hasJsonType({ method, headers }: FastifyRequest): boolean {
  const { 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = headers
  const [type, ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (encoding.toLowerCase() !== 'identity') return false
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) return false
  return type === JSON_TYPE || (type === MERGE_PATCH_TYPE && method === 'PATCH')
}
