import type { Coding } from './compression.ts'

/** The ETag of an answer in a coding: each coding has its own (RFC 9110 §8.8.3). */
export function entityTag({ tag }: { readonly tag: string }, coding: Coding): string {
  return coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`
}

/** Whether an If-None-Match names the tag: a list of tags, compared weakly, or `*` (RFC 9110 §13.1.2). */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  return (
    ifNoneMatch.trim() === '*' ||
    ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  )
}
