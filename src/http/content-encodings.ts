/* Without imports, because browsers use it, too. */

/** The content encodings that compress (RFC 9110 §8.4.1), the preferred one first. */
export const COMPRESSIONS = ['br', 'gzip'] as const
export type Compression = (typeof COMPRESSIONS)[number]
/** `identity` means uncompressed. */
export type ContentEncoding = Compression | 'identity'
