import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { applyPatch } from '../examples/follow-groups.js'
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

test('a patch of a stream turns each response into the next', async () => {
  const service = await startService(document)
  const stream = await service.listen('/v1/groups/stream', { 'x-api-key': KEY })
  let groups = JSON.parse((await stream.next())?.data ?? '')
  const soups = [
    item('Tomato', { price: 7 }),
    item('Pea / Mint', { tags: ['a~b'] }),
    item('Leek'),
    item('Onion'),
  ]
  let patches = 0
  const changes = [soups, soups.slice(2), soups.slice(1, 3)]
  for (const items of changes) {
    await service.put(menusDocument(menu('lunch', { groups: [group('Soups', { items })] })))
    const event = await stream.next()
    const data = JSON.parse(event?.data ?? '')
    if (event?.name === 'patch') patches++
    groups = event?.name === 'patch' ? applyPatch(groups, data) : data
    const response = await service.get('/v1/groups', { 'x-api-key': KEY })
    expect(groups).toEqual(response.json())
  }
  expect(patches).toBeGreaterThan(0)
  await stream.close()
})

test('applyPatch adds, removes and replaces members of lists and objects, and changes nothing in place', () => {
  const before = { metadata: { groups: { total: 1 } }, groups: [group('a', { items: [] })] } as never
  const copy = structuredClone(before)
  const after = applyPatch(before, [
    { op: 'add', path: '/groups/0', value: 'first' },
    { op: 'add', path: '/groups/-', value: 'last' },
    { op: 'replace', path: '/groups/1/name', value: 'b' },
    { op: 'remove', path: '/groups/1/items' },
    { op: 'add', path: '/metadata/a~1b~0c', value: 1 },
    { op: 'replace', path: '/groups/2', value: 'end' },
  ])
  expect(after).toEqual({
    metadata: { groups: { total: 1 }, 'a/b~c': 1 },
    groups: ['first', { id: 'group-a', name: 'b' }, 'end'],
  })
  expect(before).toEqual(copy)
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
