/// <reference lib="dom" />
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import type { Backend } from '../support/backend.ts'
import { openPage } from '../support/browser.ts'
import { device, devicesDocument, group, item, KEY, menu } from '../support/documents.ts'
import { listen } from '../support/listen.ts'
import { startProcessBackend } from '../support/process-backend.ts'

declare global {
  interface Window {
    /** The events that the page has received. */
    received: string[]
  }
}

const document = {
  ...devicesDocument(device('d')),
  menus: [menu('m', { groups: [group('g', { items: [item('soup'), item('stew'), item('salad')] })] })],
  apiKeys: [{ key: KEY, name: 'all', user: 'ops', scopes: ['device:read'], menus: ['m'] }],
}
/** Messages that browsers log by themselves. */
const REJECTED = /Failed to load resource/
const BLOCKED = /blocked by CORS policy|Failed to load resource/

const pageServer = createServer((_, response) => {
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<!doctype html><title>A board of another site</title>')
})
const pageOrigin = `http://127.0.0.1:${await listen(pageServer)}`

const open = await startProcessBackend(document, {})
const limited = await startProcessBackend(document, { corsOrigin: ['https://a.example', pageOrigin] })
const closed = await startProcessBackend(document, { corsOrigin: ['https://a.example'] })
afterAll(async () => {
  const ends = await Promise.all([open, limited, closed].map(({ end }) => end()))
  expect(ends).toEqual([[], [], []])
})

/** Opens a page of another origin, such as a board that a user of the API has written. */
async function openElsewhere({ address }: Backend, expectedErrors: RegExp): Promise<Page> {
  return openPage(pageOrigin, { allowedOrigins: [await address()], expectedErrors })
}

/** Sends a request from inside the page. @returns what its script may read, or the name of the error */
async function requestFrom(page: Page, url: string, headers: Record<string, string>) {
  return page.evaluate(
    async ([url, headers]) => {
      try {
        const response = await fetch(url, { headers })
        const { status } = response
        return { status, etag: response.headers.get('etag') ?? '', body: await response.text() }
      } catch (error) {
        return { error: error instanceof Error ? error.name : '' }
      }
    },
    [url, headers] as const,
  )
}

const byKey = { 'X-API-Key': KEY }
const byBearer = { Authorization: `Bearer ${KEY}` }

describe.each([
  ['the default of CORS_ORIGIN', open],
  ['its origin in CORS_ORIGIN', limited],
] as const)('a page of another origin, with %s', (_, service) => {
  test('reads menus, groups and a device, and gets 304 for an unchanged response', async () => {
    const page = await openElsewhere(service, REJECTED)
    const address = await service.address()
    for (const [path, headers, expected] of [
      ['/v1/menus', byKey, '"id":"m"'],
      ['/v1/groups?menus=m', byKey, '"name":"soup"'],
      ['/devices/d', byBearer, '"id":"d"'],
    ] as const) {
      const response = await requestFrom(page, `${address}${path}`, headers)
      expect(response).toMatchObject({ status: 200, body: expect.stringContaining(expected) })
    }
    const { etag = '' } = await requestFrom(page, `${address}/v1/groups`, byKey)
    expect(etag).toMatch(/^"/)
    const again = await requestFrom(page, `${address}/v1/groups`, { ...byKey, 'If-None-Match': etag })
    expect(again).toEqual({ status: 304, etag, body: '' })
  })

  test('reads error messages', async () => {
    const page = await openElsewhere(service, REJECTED)
    const address = await service.address()
    for (const [path, headers, status, message] of [
      ['/v1/groups', { 'X-API-Key': 'unknown' }, 401, 'Invalid API key'],
      ['/devices/d', {}, 401, 'Invalid API key'],
      ['/devices/unknown', byBearer, 404, 'Device not found'],
      ['/nothing', byKey, 404, 'Not found'],
    ] as const) {
      const response = await requestFrom(page, `${address}${path}`, headers)
      expect(response, path).toMatchObject({ status, body: JSON.stringify({ message }) })
    }
  })

  test('receives changes through fetch with a key', async () => {
    const page = await openElsewhere(service, REJECTED)
    await page.evaluate(
      async ([url, headers]) => {
        window.received = []
        const response = await fetch(url, { headers })
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
        void (async () => {
          for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
            window.received.push(part.value)
        })()
      },
      [`${await service.address()}/v1/groups/stream`, byKey] as const,
    )
    await page.waitForFunction(() => window.received.join('').includes('event: groups'))
    await service.setStock('item-stew', false)
    await page.waitForFunction(() => window.received.join('').includes('"inStock":false'))
  })

  test('receives changes through EventSource with a token', async () => {
    const page = await openElsewhere(service, REJECTED)
    const address = await service.address()
    const response = await requestFrom(page, `${address}/v1/stream-token`, byKey)
    const { token } = JSON.parse(response.body ?? '')
    await page.evaluate((url) => {
      window.received = []
      const source = new EventSource(url)
      source.addEventListener('groups', ({ data }) => window.received.push(data))
    }, `${address}/v1/groups/stream?token=${token}`)
    const events = () => page.evaluate(() => window.received)
    await expect.poll(events).toHaveLength(1)
    await service.setStock('item-salad', false)
    await expect.poll(events).toHaveLength(2)
    expect((await events())[1]).toContain('"inStock":false')
  })
})

test('a page whose origin is not in CORS_ORIGIN reads nothing, not even error messages', async () => {
  const page = await openElsewhere(closed, BLOCKED)
  const address = await closed.address()
  for (const [path, headers] of [
    ['/v1/menus', byKey],
    ['/v1/groups', { 'X-API-Key': 'unknown' }],
    ['/devices/d', byBearer],
    ['/v1/groups/stream', byKey],
    ['/livez', {}],
    ['/nothing', {}],
  ] as const) {
    expect(await requestFrom(page, `${address}${path}`, headers), path).toEqual({ error: 'TypeError' })
  }
})
