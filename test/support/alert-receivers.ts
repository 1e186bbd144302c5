import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AlertFormatName } from '../../src/alerts/formats/alert-formats.ts'
import type { Received } from './alerts.ts'

/* Receivers as strict as the real ones are, written from their documentation. Each returns what is wrong with a request. */

type Complaints = (string | false)[]
type Check = (received: Received) => Complaints

export const ROUTING_KEY = 'R0123456789abcdefghijklmnopqrstu'
export const NTFY_TOKEN = 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2'
export const SIGNING_KEY = Buffer.from('a key of 32 bytes, as one has it')

/** The text that Slack shows when somebody is mentioned, or a link. */
const SLACK_CONTROL = /<(?!https:\/\/signage\.example\/[^<>|]*\|Open>)/

const slack: Check = ({ path, body }) => {
  const { text, blocks, ...rest } = JSON.parse(body)
  const sections: { type: string; text: { type: string; text: string; verbatim: boolean } }[] = blocks
  const all = [text, ...sections.map((section) => section.text.text)].join('\n')
  return [
    path !== '/in' && 'no_service',
    (text === '' || text.length > 40_000) && 'no_text',
    blocks.length > 50 && 'invalid_blocks',
    sections.some(({ type, text: { type: kind } }) => type !== 'section' || kind !== 'mrkdwn') &&
      'invalid_blocks',
    sections.some((section) => section.text.text.length > 3000 || section.text.text === '') &&
      'invalid_blocks',
    SLACK_CONTROL.test(all) && `a name is interpreted: ${all}`,
    (rest.unfurl_links || rest.unfurl_media) && 'links are unfurled',
  ]
}

interface CardElement {
  readonly type: string
  readonly text?: string
  readonly inlines?: { readonly type: string; readonly text: string }[]
}

const teams: Check = ({ body }) => {
  const { type, summary, attachments } = JSON.parse(body)
  const [{ contentType, contentUrl, content }, ...others] = attachments
  const elements: CardElement[] = content.body
  const texts = elements.flatMap(({ text, inlines = [] }) => [
    text ?? '',
    ...inlines.map((inline) => inline.text),
  ])
  return [
    Buffer.byteLength(body) > 20_000 && 'RequestEntityTooLarge',
    (typeof summary !== 'string' || summary === '' || summary.length > 200) && 'no summary',
    (type !== 'message' || others.length > 0 || contentUrl !== null) && 'no message',
    contentType !== 'application/vnd.microsoft.card.adaptive' && 'no card',
    (content.type !== 'AdaptiveCard' || content.version !== '1.4' || content.msteams.width !== 'full') &&
      'wrong card',
    texts.join('').includes('{{') && 'a name is interpreted as a template',
    elements.some(({ type: kind, text = '' }) => kind === 'TextBlock' && /[[\]<>@*_]/.test(text)) &&
      'Markdown',
    elements.length < 2 && 'empty',
  ]
}

const discord: Check = ({ body }) => {
  const { content, allowed_mentions, flags } = JSON.parse(body)
  const plain = content.replaceAll(/\\[^\sA-Za-z0-9]/g, '').replace(/<https:\/\/signage\.example\/\S*>$/, '')
  const [, ...lines] = plain.split('\n')
  return [
    (content.length === 0 || content.length > 2000) && 'BASE_TYPE_MAX_LENGTH',
    JSON.stringify(allowed_mentions) !== '{"parse":[]}' && 'mentions are allowed',
    flags !== 4 && 'embeds are not suppressed',
    /[*_~`|<>@#[\]]|:\/\//.test(lines.join('\n')) && `a name is interpreted: ${lines.join('\n')}`,
  ]
}

const ntfy: Check = ({ method, path, headers, body }) => {
  const { topic, title, message, priority, click, ...others } = JSON.parse(body)
  return [
    (method !== 'POST' || path !== '/') && 'page not found',
    headers.authorization !== `Bearer ${NTFY_TOKEN}` && 'unauthorized',
    topic !== 'in' && 'invalid topic',
    typeof title !== 'string' && 'invalid title',
    (message === '' || Buffer.byteLength(message) > 4096) && 'the message becomes an attachment',
    !(Number.isInteger(priority) && priority >= 1 && priority <= 5) && 'invalid priority',
    !URL.canParse(click) && 'invalid click',
    Object.keys(others).length > 0 && `unknown fields: ${Object.keys(others)}`,
  ]
}

const pagerduty: Check = ({ body }) => {
  const { routing_key, event_action, dedup_key, payload, links = [] } = JSON.parse(body)
  return [
    Buffer.byteLength(body) > 512 * 1024 && 'too large',
    routing_key !== ROUTING_KEY && 'invalid routing key',
    !['trigger', 'resolve'].includes(event_action) && 'invalid event action',
    !(dedup_key.length <= 255 && dedup_key.startsWith('incident:')) && 'invalid dedup_key',
    event_action === 'trigger' &&
      !(payload.summary.length > 0 && payload.summary.length <= 1024 && payload.source !== '') &&
      'invalid payload',
    event_action === 'trigger' &&
      !['critical', 'error', 'warning', 'info'].includes(payload.severity) &&
      'invalid severity',
    links.some(({ href }: { href: string }) => !URL.canParse(href)) && 'invalid link',
  ]
}

/** The check of the specification of Standard Webhooks. */
const webhook: Check = ({ headers, body }) => {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  const expected = createHmac('sha256', SIGNING_KEY).update([id, timestamp, body].join('.')).digest()
  const isSigned = String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => signature.split(','))
    .some(([scheme, base64 = '']) => {
      const given = Buffer.from(base64, 'base64')
      return scheme === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
    })
  return [
    !/^msg_[\w-]+$/.test(id) && 'invalid id',
    !/^\d{10}$/.test(timestamp) && 'invalid timestamp',
    !isSigned && 'invalid signature',
    Buffer.byteLength(body) > 20_000 && 'too large',
  ]
}

const CHECKS: Readonly<Record<AlertFormatName, Check>> = { slack, teams, discord, ntfy, pagerduty, webhook }
/** What each answers if nothing is wrong. */
export const SUCCESS: Readonly<Record<AlertFormatName, number>> = {
  ...{ slack: 200, teams: 202, discord: 204, ntfy: 200, pagerduty: 202, webhook: 200 },
}

/** What a receiver finds wrong with a request. */
export function complaintsOf(format: AlertFormatName, received: Received): string[] {
  const json = received.headers['content-type'] === 'application/json' ? [] : ['no JSON']
  return [...json, ...CHECKS[format](received).filter((complaint) => complaint !== false)]
}
