import { randomBytes } from 'node:crypto'

/** Creates an id that nobody can guess, with a prefix that says what it is for. */
export function randomId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`
}
