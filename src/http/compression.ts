import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import { ownBytes } from './own-bytes.ts'

export type Compression = 'br' | 'gzip'
/** How a body travels (RFC 9110 §8.4.1); `identity` is as it is. */
export type Coding = Compression | 'identity'
const CODINGS: readonly Coding[] = ['br', 'gzip', 'identity']

/** One step more makes large menus 4 % smaller and takes a fifth longer; what follows costs ever more. */
const BROTLI_QUALITY = 5

const brotli = promisify<Buffer, object, Buffer>(brotliCompress)
const encoders: Record<Compression, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: promisify<Buffer, Buffer>(gzip),
}

/** The body in a coding; the work is done by another thread. */
export async function compress(body: Buffer, coding: Compression): Promise<Buffer> {
  return ownBytes(await encoders[coding](body))
}

/** Screens of one kind all send the same header: what it means is worked out once. */
const understood = new Map<string, Coding>()
const MAX_UNDERSTOOD = 1000
/** Those that clients really send are shorter; others are not worth their memory. */
const MAX_UNDERSTOOD_LENGTH = 200

/** The best coding that an Accept-Encoding allows, by its q-values (RFC 9110 §12.5.3). */
export function acceptedCoding(acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined) return 'identity'
  let coding = understood.get(acceptEncoding)
  if (coding === undefined) {
    coding = negotiate(acceptEncoding)
    if (acceptEncoding.length > MAX_UNDERSTOOD_LENGTH) return coding
    if (understood.size >= MAX_UNDERSTOOD) understood.clear()
    understood.set(acceptEncoding, coding)
  }
  return coding
}

function negotiate(acceptEncoding: string): Coding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  return negotiator.encodings(CODINGS, { preferred: CODINGS })[0] ?? 'identity'
}
