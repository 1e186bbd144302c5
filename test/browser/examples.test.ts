/// <reference lib="dom" />
import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BoardService, startBoardService } from '../support/board.ts'
import { openPage } from '../support/browser.ts'
import { group, item, KEY, menu } from '../support/documents.ts'

const LUNCH = menu('lunch', { groups: [group('Soups', { items: [item('Tomato', { price: 6.5 })] })] })
const STREAM = '**/v1/groups/stream**'
const SOON = { timeout: 180_000 }
/** What a browser says by itself of a stream that was refused. */
const REFUSED = /Failed to load resource|net::ERR_/

let service: BoardService
let script = ''
const server = createServer((request, response) => {
  const isScript = request.url === '/page.js'
  response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
  response.end(
    isScript ? script : '<!doctype html><title>Menu</title><main></main><script src="/page.js"></script>',
  )
}).listen(0, '127.0.0.1')

beforeAll(async () => {
  service = await startBoardService([LUNCH])
  script = await bundle(`
    import { createRoot } from 'react-dom/client'
    import { createElement } from 'react'
    import { Menu } from './use-groups.tsx'
    const props = { service: '${service.server.address}', menu: 'lunch', apiKey: '${KEY}' }
    const root = createRoot(document.querySelector('main'))
    root.render(createElement(Menu, props))
    window.unmount = () => root.unmount()
  `)
  if (!server.listening) await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await service.server.stop()
})

/** Bundles a script that imports examples, as a project would. */
async function bundle(entry: string): Promise<string> {
  const id = fileURLToPath(new URL('../../examples/entry.js', import.meta.url))
  const bundling = await rolldown({
    input: id,
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'entry',
        load: (file) => (file === id ? entry : null),
        resolveId: (file) => (file === id ? id : null),
      },
    ],
  })
  const { output } = await bundling.generate({ format: 'iife' })
  await bundling.close()
  return output[0].code
}

async function openMenu(prepare: (page: Page) => Promise<void> = async () => {}): Promise<Page> {
  const address = server.address()
  const page = await openPage('about:blank', {
    allowedOrigins: [service.server.address, origin()],
    expectedErrors: REFUSED,
  })
  await prepare(page)
  await page.goto(origin())
  return page

  function origin(): string {
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }
}

const shows = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor(SOON)
const requests = (page: Page, path: string) => {
  const urls: string[] = []
  page.on('request', (request) => request.url().includes(path) && urls.push(request.url()))
  return urls
}

test('the React component shows a menu and its changes, by a stream with a token, and ends it', async () => {
  let streams: string[] = []
  const page = await openMenu(async (page) => {
    streams = requests(page, '/v1/groups/stream')
  })
  await shows(page, 'Tomato 6.5')
  await service.run('menus', 'stock', 'item-Tomato', 'out')
  await shows(page, 'Tomato sold out')
  await service.run('menus', 'stock', 'item-Tomato', 'in')
  await shows(page, 'Tomato 6.5')
  expect(streams).toHaveLength(1)
  expect(streams[0]).toMatch(/token=sgt_/)
  expect(streams[0]).not.toContain(KEY)
  const ended = page.waitForEvent('requestfailed', (request) => request.url().includes('/stream'))
  await page.evaluate('unmount()')
  await ended
})

test('where streams do not get through, it polls', async () => {
  let polls: string[] = []
  const page = await openMenu(async (page) => {
    await page.route(STREAM, (route) => route.abort())
    polls = requests(page, '/v1/groups?')
  })
  await shows(page, 'Tomato 6.5')
  expect(polls.length).toBeGreaterThan(0)
})

test('a stream that breaks is opened again later, with a new token', async () => {
  let tokens: string[] = []
  let isRefused = true
  const page = await openMenu(async (page) => {
    tokens = requests(page, '/v1/stream-token')
    await page.clock.install()
    await page.route(STREAM, (route) => (isRefused ? route.abort() : route.continue()))
  })
  await shows(page, 'Tomato 6.5')
  expect(tokens).toHaveLength(1)
  isRefused = false
  // Polling ends after 75 seconds at most.
  await page.clock.fastForward(76_000)
  await expect.poll(() => tokens.length, SOON).toBe(2)
  await service.run('menus', 'price', 'item-Tomato', '7.25')
  await shows(page, 'Tomato 7.25')
})
