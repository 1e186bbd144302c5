import { createHash } from 'node:crypto'

/**
 * The id of a group or item that was given none: made of its place in its menu, so that importing the same
 * document again gives the same ids.
 * @param taken the ids that the menu gives itself: an exported menu in which something new was put at the
 *   front carries the id that its place would give
 */
export function deriveId(menuId: string, place: string, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt++) {
    const id = toUuid([menuId, place, ...(attempt > 0 ? [attempt] : [])])
    if (!taken.has(id)) return id
  }
}

/** A UUID of version 8 (RFC 9562 §5.8) made of a hash. */
function toUuid(content: unknown): string {
  const digits = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const variant = (8 + (Number.parseInt(digits.charAt(16), 16) % 4)).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}
