import { createHash } from 'node:crypto'

/**
 * The id of a group or item that was given none: a UUID of version 8 (RFC 9562 §5.8) made of its place in its
 * menu, so that importing the same document again gives the same ids.
 */
export function deriveId(menuId: string, place: string): string {
  const digits = createHash('sha256')
    .update(JSON.stringify([menuId, place]))
    .digest('hex')
  const variant = (8 + (Number.parseInt(digits.charAt(16), 16) % 4)).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
