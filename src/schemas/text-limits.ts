import { formatNumber } from '../lib/text/format-number.ts'

/* The limits of stored texts and lists of texts, which are the same for files, commands and HTTP. `body-limits.ts` adds them up. */

/** Lengths are in characters. This limit also applies to other short texts, such as the orientation of a screen. */
export const MAX_NAME_LENGTH = 1000
export const MAX_DESCRIPTION_LENGTH = 20_000
export const MAX_TAG_LENGTH = 1000
/** The tags of one group or item. */
export const MAX_TAGS = 200
/** The bytes of an id, and of the name of a device. An index contains both, and PostgreSQL limits an entry to 2,704 bytes. */
export const MAX_INDEXED_BYTES = 1000

/** A limit in words, for error messages. */
export function atMost(limit: number, unit: string): string {
  return `must have at most ${formatNumber(limit)} ${unit}`
}
