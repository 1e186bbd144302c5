import { describe, expect, test } from 'vitest'
import type { AlertRoute } from '../src/alerts/alert-route.ts'
import {
  ALERT_FORMAT_NAMES,
  ALERT_FORMATS,
  type AlertFormatName,
  isForPeople,
} from '../src/alerts/formats/alert-formats.ts'
import { type IncidentData, type MessageBody, testBody } from '../src/alerts/message.ts'
import { complaintsOf, NTFY_TOKEN, ROUTING_KEY, SIGNING_KEY, SUCCESS } from './support/alert-receivers.ts'
import { openAlerts, type Received, route, startReceiver } from './support/alerts.ts'
import { NOW } from './support/target.ts'

const TOKENS: Readonly<Partial<Record<AlertFormatName, string>>> = {
  ntfy: NTFY_TOKEN,
  pagerduty: ROUTING_KEY,
  webhook: `whsec_${SIGNING_KEY.toString('base64')}`,
}

const HOSTILE = [
  '<!channel> <https://evil.example|click> & *bold* _it_',
  '@everyone @here <@1234> [click](https://evil.example) **x** ~~y~~ `z` ||s|| # h',
  '{{DATE(2026-01-01T00:00:00Z,SHORT)}} {{{DATE(2026-01-01T00:00:00Z,SHORT)}}} <at>all</at> [a](javascript:alert(1))',
  'line\nbreak \u202e and \u001b[31m control',
  `"quotes\\" ${'é'.repeat(500)}`,
  `${'😀'.repeat(900)}`,
  '&'.repeat(1000),
  '*'.repeat(1000),
  '"'.repeat(1000),
  '\\'.repeat(1000),
  '漢'.repeat(1000),
  '- [ ] > list',
]

/** A receiver that refuses what the real one would, and a route to it. */
async function startStrict(format: AlertFormatName) {
  const complaints: string[] = []
  const receiver = await startReceiver((response, received: Received) => {
    const found = complaintsOf(format, received)
    complaints.push(...found)
    response.writeHead(found.length > 0 ? 400 : SUCCESS[format]).end()
  })
  return {
    ...receiver,
    complaints,
    route: route('r', { format, url: receiver.url, token: TOKENS[format] ?? null }),
  }
}

/** Devices with hostile names, alone, together at a site with a hostile name, and as a part of the fleet. */
async function openHostile(to: AlertRoute) {
  const opened = await openAlerts(to)
  await opened.run("UPDATE sites SET name = ? WHERE id = 'quay'", HOSTILE.join(' ').slice(0, 1000))
  for (const [n, name] of HOSTILE.entries()) {
    await opened.add(`alone-${n}-${'<&"*é'.repeat(20)}`, name)
    await opened.add(`there-${n}`, name, 'quay')
    await opened.open({ id: `inc_${n}`, kind: 'device', subject: `alone-${n}-${'<&"*é'.repeat(20)}` })
  }
  const devices = HOSTILE.map((_, n) => `there-${n}`)
  await opened.open({ id: 'inc_site', kind: 'site', subject: 'quay', devices })
  return opened
}

describe('a receiver accepts all messages, also with names that try to be markup', () => {
  test.each(ALERT_FORMAT_NAMES)('%s', async (format) => {
    const { received, complaints, route: to } = await startStrict(format)
    const { open, runAt, end, messages } = await openHostile(to)
    await runAt(15)
    await open({ id: 'inc_feed', kind: 'feed', devices: ['lobby', 'hall', 'van'] })
    await runAt(15.5)
    // At most ten messages are made in ten minutes.
    await runAt(25.5)
    for (const id of ['inc_feed', 'inc_site', ...HOSTILE.map((_, n) => `inc_${n}`)]) await end(id, 26)
    await runAt(26)
    await runAt(90)
    expect(complaints).toEqual([])
    const all = await messages()
    expect(all.map(({ last_result }) => last_result)).toEqual(all.map(() => `HTTP ${SUCCESS[format]}`))
    // In a chat, all that are due at a time are one message.
    expect(received).toHaveLength(isForPeople(format) ? 3 : 28)
  })
})

describe('the longest texts are cut to what a receiver accepts', () => {
  const url = 'https://signage.example/app?state=offline'
  const told = (text: string): IncidentData => ({
    text,
    incident: {
      ...{ id: 'inc_1', kind: 'device', site: null, devices_total: 1, devices_silent: 1, resolved_at: null },
      ...{ started_at: '2026-01-01T00:00:00.000Z', opened_at: '2026-01-01T00:05:00.000Z' },
    },
    devices: [],
    url,
  })
  const texts = ['<', '*', '"', '\\', '漢', '😀', '&', 'é', '_', 'a'].map((character) =>
    character.repeat(3000),
  )

  const lists = [
    texts,
    ...texts.map((text) => [text]),
    ...texts.map((text) => Array.from({ length: 10 }, () => text)),
    ...texts.map((text) => Array.from({ length: 10 }, () => text.slice(0, 450))),
  ]

  test.each(ALERT_FORMAT_NAMES.filter((format) => format !== 'webhook'))('%s', (format) => {
    const type = 'incident.opened'
    const timestamp = '2026-01-01T00:00:00.000Z'
    const joined = lists.map((list) => ({ lines: [...list, 'and 1,234 more'], url }))
    const data = isForPeople(format) ? joined : texts.map(told)
    const receiver = route('r', { format, url: 'https://x.example/in', token: TOKENS[format] ?? null })
    for (const one of data) {
      const body = { type, timestamp, data: one } as MessageBody
      const request = ALERT_FORMATS[format].toRequest(receiver, { id: 'msg_1', body }, NOW)
      const received = { ...request, method: 'POST', path: request.url.pathname }
      expect(complaintsOf(format, received)).toEqual([])
      // Something is left of the first text.
      expect(request.body.length).toBeGreaterThan(600)
    }
  })
})

describe('a test message', () => {
  test.each(ALERT_FORMAT_NAMES)('for %s says what it is', (format) => {
    const body = testBody('r', NOW)
    const receiver = route('r', { format, url: 'https://x.example/in', token: TOKENS[format] ?? null })
    const request = ALERT_FORMATS[format].toRequest(receiver, { id: 'msg_1', body }, NOW)
    expect(request.body).toContain('This is a test of the alerts of signage')
  })
})

test('PagerDuty gets the same key for the beginning and the end, and what is wider is more severe', async () => {
  const { bodies, route: to } = await startStrict('pagerduty')
  const { open, end, runAt } = await openAlerts(to)
  await open({ id: 'inc_d', kind: 'device', subject: 'van' })
  await open({ id: 'inc_s', kind: 'site', subject: 'quay', devices: ['bar', 'lobby'] })
  await runAt(15)
  await open({ id: 'inc_f', kind: 'feed', devices: ['hall'] })
  await runAt(15.5)
  await end('inc_s', 16)
  await runAt(16)
  const sent = bodies().map(({ event_action, dedup_key, payload }) => [
    event_action,
    dedup_key,
    payload?.severity,
  ])
  expect(sent.slice(0, 3).sort()).toEqual([
    ['trigger', 'incident:inc_d', 'warning'],
    ['trigger', 'incident:inc_f', 'critical'],
    ['trigger', 'incident:inc_s', 'error'],
  ])
  expect(sent[3]).toEqual(['resolve', 'incident:inc_s', undefined])
})

test('a webhook is sent what is stored, byte for byte', async () => {
  const { received, route: to } = await startStrict('webhook')
  const { open, runAt, messages } = await openAlerts(to)
  await open({ id: 'inc_d', kind: 'device', subject: 'van' })
  await runAt(15)
  const [message] = await messages()
  expect(received[0]?.body).toBe(message?.body)
  expect(received[0]?.headers['webhook-id']).toBe(message?.id)
  expect((JSON.parse(received[0]?.body ?? '') as MessageBody).type).toBe('incident.opened')
})

test('a message without an address of the service has no link', async () => {
  const data = { lines: [], url: null }
  const body: MessageBody = { type: 'incident.opened', timestamp: '2026-01-01T00:00:00.000Z', data }
  for (const format of ALERT_FORMAT_NAMES) {
    const receiver = route('r', { format, url: 'https://x.example/in', token: TOKENS[format] ?? null })
    const request = ALERT_FORMATS[format].toRequest(receiver, { id: 'msg_1', body }, NOW)
    expect(request.body).not.toMatch(/null\||<null>|"click"|OpenUrl|"links"/)
  }
})
