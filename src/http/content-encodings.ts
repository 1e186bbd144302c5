/* Without imports, because browsers use it, too. */

/** The content encodings that compress (RFC 9110 §8.4.1), the preferred one first. */
export const COMPRESSIONS = ['br', 'gzip'] as const
export type Compression = (typeof COMPRESSIONS)[number]
/** `identity` means uncompressed. */
export type ContentEncoding = Compression | 'identity'

/** For regular expressions: the end of the ETag of a compressed response. */
export const ETAG_SUFFIX = `-(?:${COMPRESSIONS.join('|')})`
