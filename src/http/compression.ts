import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import { COMPRESSIONS, type Compression, type ContentEncoding } from './content-encodings.ts'

const ENCODINGS: readonly ContentEncoding[] = [...COMPRESSIONS, 'identity']

/** The next level makes large menus 4 % smaller and takes a fifth longer. Higher levels cost more still. */
const BROTLI_QUALITY = 5

const encodeBrotli = promisify<Buffer, object, Buffer>(brotliCompress)

const compressors: Readonly<Record<Compression, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    }
    return encodeBrotli(body, { params })
  },
  gzip: promisify<Buffer, Buffer>(gzip),
}

/** Compresses a body on another thread. */
export async function compress(body: Buffer, encoding: Compression): Promise<Buffer> {
  return compactBuffer(await compressors[encoding](body))
}

/**
 * Returns the same bytes in a buffer that holds no other memory. A small buffer, or one from zlib, is a slice
 * of a larger one and would keep all of that in memory.
 */
export function compactBuffer(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}

/** The best encoding that an Accept-Encoding header allows, by the q-values of the header (RFC 9110 §12.5.3). */
export function acceptedEncoding(acceptEncoding: string | undefined): ContentEncoding {
  if (acceptEncoding === undefined) return 'identity'
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  return negotiator.encodings(ENCODINGS, { preferred: ENCODINGS })[0] ?? 'identity'
}
