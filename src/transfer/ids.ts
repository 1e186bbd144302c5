import { createHash } from 'node:crypto'

/**
 * Derives the id of a group or item without one from its position in the menu. Importing the same file again
 * therefore gives the same ids.
 * @param taken the ids that exist in the menu. An export keeps the derived ids: if an entry is then inserted
 *   at the front, the id derived for its position is already in use.
 */
export function deriveId(menuId: string, pointer: string, taken: ReadonlySet<string>): string {
  for (let attempt = 0; ; attempt++) {
    const id = toUuid([menuId, pointer, ...(attempt > 0 ? [attempt] : [])])
    if (!taken.has(id)) return id
  }
}

/** A UUID of version 8 (RFC 9562 §5.8) made from a hash. */
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

/**
 * Copies an id that is kept. V8 makes a text from the parser a slice of the text around it, so a kept slice would
 * keep a whole chunk of the file in memory.
 */
export function copyId(id: string): string {
  return Buffer.from(id).toString()
}
