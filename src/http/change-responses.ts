import { formatNumber } from '../lib/text/format-number.ts'
import { MAX_SMALL_BODY_BYTES } from './bodies/body-limits.ts'
import { errorSchema, scopedErrorResponses } from './http-error.ts'

/** The OpenAPI tag of the routes that write. */
export const CHANGES_TAG = { tags: ['Changes'] }

/** The error responses of a route whose body has a limit. */
export const bodyErrorResponses = (maxBytes: number) => ({
  ...scopedErrorResponses,
  400: errorSchema(
    'The body is invalid. The message begins with the JSON pointer of the first error: `/price: must be a number or null`.',
  ),
  413: errorSchema(`The body is larger than ${formatNumber(maxBytes)} bytes.`),
  415: errorSchema('The body is not JSON.'),
  429: errorSchema(
    'Too many requests, or requests with this key are sending too many bytes at once; retry after `Retry-After` seconds.',
  ),
})
export const smallBodyErrorResponses = bodyErrorResponses(MAX_SMALL_BODY_BYTES)
