import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { pollGroups } from '../examples/poll-groups.js'
import { createReceiver, isGenuine } from '../examples/receive-alerts.js'
import { reportHeartbeats } from '../examples/report-heartbeats.js'
import { send } from '../src/alerts/delivery/send.ts'
import { newSigningSecret, webhook } from '../src/alerts/formats/webhook.ts'
import { WEBHOOK_ALLOW } from './support/alerts.ts'
import {
  device,
  devicesDocument,
  group,
  item,
  KEY,
  menu,
  menusDocument,
  withBearer,
} from './support/documents.ts'
import { listen } from './support/listen.ts'
import { startService } from './support/service.ts'

const document = menusDocument(
  menu('lunch', { groups: [group('Soups', { items: [item('Tomato', { price: 6.5 }), item('Leek')] })] }),
)

test('polling shows the first response and each change, and gets 304 in between', async () => {
  const service = await startService(document)
  const url = `${await service.address()}/v1/groups?menus=lunch`
  const shown: (boolean | undefined)[] = []
  const stopping = new AbortController()
  const polling = pollGroups({
    url,
    key: KEY,
    intervalMs: 20,
    signal: stopping.signal,
    onChange: ({ groups }) => shown.push(groups[0]?.items[0]?.inStock),
  })
  const notModified = () => service.requestLines().filter(({ status }) => status === 304).length
  await expect.poll(notModified).toBeGreaterThan(2)
  expect(shown).toEqual([true])
  await service.setStock('item-Tomato', false)
  await expect.poll(() => shown).toEqual([true, false])
  stopping.abort()
  await polling
  await service.setStock('item-Tomato', true)
  await sleep(100)
  expect(shown).toEqual([true, false])
})

test('polling reports errors and goes on', async () => {
  const service = await startService(document)
  const url = `${await service.address()}/v1/groups`
  const errors: unknown[] = []
  const stopping = new AbortController()
  const polling = pollGroups({
    url,
    key: 'unknown',
    intervalMs: 20,
    signal: stopping.signal,
    onChange: () => expect.unreachable(),
    onError: (error) => errors.push(error),
  })
  await expect.poll(() => errors.length).toBeGreaterThan(1)
  stopping.abort()
  await polling
  expect(String(errors[0])).toBe('Error: 401 Invalid API key')
})

test('a player reports itself, and goes on after errors', async () => {
  const document = devicesDocument(device('lobby', { access: [{ user: 'ops', level: 'update' }] }))
  const [key] = document.apiKeys
  const apiKeys = [{ ...key, scopes: ['device:read', 'device:heartbeat'] }]
  const service = await startService({ ...document, apiKeys }, { allowsChanges: true })
  const url = await service.address()
  const errors: unknown[] = []
  const stopping = new AbortController()
  const report = (id: string) =>
    reportHeartbeats({
      url,
      device: id,
      key: KEY,
      intervalMs: 20,
      signal: stopping.signal,
      onError: (error) => errors.push(error),
    })
  const reporting = [report('lobby'), report('unknown')]
  const isOnline = async () => (await service.get('/devices/lobby', withBearer)).json().is_online
  await expect.poll(isOnline).toBe(true)
  await expect.poll(() => errors.length).toBeGreaterThan(1)
  expect(String(errors[0])).toBe('Error: 404 Device not found')
  stopping.abort()
  await Promise.all(reporting)
})

test('a receiver accepts what the service signs, once, and nothing else', async () => {
  const secret = newSigningSecret()
  const alerts: string[] = []
  let fails = true
  const server = createReceiver({
    secret,
    onAlert({ type }) {
      if (fails) throw new Error('It is not ready.')
      alerts.push(type)
    },
  })
  const url = `http://127.0.0.1:${await listen(server)}/`
  const text = '{"type":"incident.opened","timestamp":"2026-01-01T00:00:00.000Z","data":{"text":"é"}}'
  const post = async (token: string, nowMs: number, change: object = {}) => {
    const message = { id: 'msg_1', text, body: JSON.parse(text) }
    const request = webhook.toRequest({ url, token }, message, nowMs)
    const { status } = await send({ ...request, ...change }, { webhookAllow: WEBHOOK_ALLOW })
    return status
  }
  expect(await post(newSigningSecret(), Date.now())).toBe(401)
  expect(await post(secret, Date.now() - 301_000)).toBe(401)
  expect(await post(secret, Date.now() + 302_000)).toBe(401)
  expect(await post(secret, Date.now(), { body: text.replace('opened', 'closed') })).toBe(401)
  expect(await post(secret, Date.now(), { headers: {} })).toBe(401)
  expect(alerts).toEqual([])
  expect(await post(secret, Date.now())).toBe(500)
  fails = false
  expect([await post(secret, Date.now()), await post(secret, Date.now())]).toEqual([204, 204])
  expect(alerts).toEqual(['incident.opened'])
  expect(isGenuine(secret, {}, text)).toBe(false)
})
