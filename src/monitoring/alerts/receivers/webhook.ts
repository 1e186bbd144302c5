import { createHmac, randomBytes } from 'node:crypto'
import { JSON_HEADERS, type ReceiverFormat } from './format.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A program of one's own, as Standard Webhooks 1.0.0 describes it. What is stored is sent as it is. */
export const webhook: ReceiverFormat = {
  isChat: false,
  token: 'secret',
  toRequest({ url, token }, { id, text }, nowMs) {
    const timestamp = `${Math.floor(nowMs / 1000)}`
    const headers = {
      ...JSON_HEADERS,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${sign(token ?? '', `${id}.${timestamp}.${text}`)}`,
    }
    return { url: new URL(url), headers, body: text }
  },
}

/** A new secret, with which a receiver checks that a message comes from this service. */
export function newSigningSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`
}

function sign(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return createHmac('sha256', key).update(signed).digest('base64')
}
