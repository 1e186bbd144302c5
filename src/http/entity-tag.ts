import { hash } from 'node:crypto'
import { COMPRESSIONS, type ContentEncoding } from './content-encodings.ts'

/** Identifies the content of a body by 162 bits of a SHA-256: the same in every process and on every engine. */
export function contentHashOf(body: Buffer | string): string {
  return hash('sha256', body, 'base64url').slice(0, 27)
}

/** The ETag of a response in an encoding. Each encoding has its own (RFC 9110 §8.8.3). */
export function entityTag(contentHash: string, encoding: ContentEncoding = 'identity'): string {
  return encoding === 'identity' ? `"${contentHash}"` : `"${contentHash}-${encoding}"`
}

/** The hash (see `contentHashOf`) in an ETag of ours, whatever the encoding of its response; undefined for any other text. */
export function contentHashIn(etag: string): string | undefined {
  const [, contentHash, encoding] = /^"?([\w-]{27})(?:-(\w+))?"?$/.exec(etag) ?? []
  const isKnown = encoding === undefined || COMPRESSIONS.some((known) => known === encoding)
  return isKnown ? contentHash : undefined
}

/** Whether If-None-Match, a list of ETags compared weakly or `*`, matches the ETag (RFC 9110 §13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
  )
}
