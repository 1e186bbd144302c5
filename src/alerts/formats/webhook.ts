import { createHmac, randomBytes } from 'node:crypto'
import { type AlertFormat, JSON_HEADERS } from './alert-format.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Any program that accepts Standard Webhooks 1.0.0. It gets the JSON of the message unchanged. */
export const webhook: AlertFormat = {
  isForPeople: false,
  tokenUse: 'secret',
  toRequest({ url, token }, message, nowMs) {
    const { id } = message
    const body = JSON.stringify(message.body)
    const timestamp = `${Math.floor(nowMs / 1000)}`
    const headers = {
      ...JSON_HEADERS,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${sign(token ?? '', `${id}.${timestamp}.${body}`)}`,
    }
    return { url: new URL(url), headers, body }
  },
}

/** Creates a secret, with which a receiver verifies that a message comes from this service. */
export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

function sign(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(signed).digest('base64')
}
