import { randomBytes } from 'node:crypto'

/** A new id of a message, which is the same on each attempt to send it. */
export function newMessageId(): string {
  return `msg_${randomBytes(16).toString('base64url')}`
}
