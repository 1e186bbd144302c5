import type { ContentEncoding } from './compression.ts'

/** The ETag of a response in an encoding. Each encoding has its own (RFC 9110 §8.8.3). */
export function entityTag(tag: string, coding: ContentEncoding): string {
  return coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`
}

/** Whether If-None-Match, a list of tags compared weakly or `*`, matches the ETag (RFC 9110 §13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}
