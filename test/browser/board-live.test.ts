import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hashKey, keyId } from '../../src/auth/credential.ts'
import { type BoardService, CAFE, openBoard, SMALL, startBoardService } from '../support/board.ts'
import { expectAccessible, openPage, photograph } from '../support/browser.ts'
import { group, item, KEY, menu } from '../support/documents.ts'
import { startServer } from '../support/process.ts'

/** What a browser says by itself of a service that is away, or refuses. */
const AWAY = {
  expectedErrors: /^Failed to load resource: net::ERR_|^An unknown error occurred when fetching the script/,
}
const REFUSED = { expectedErrors: /^Failed to load resource: .* 401/ }
const STREAM = '**/v1/groups/stream**'
/** Longer than any wait of a board, which a loaded machine may stretch. */
const SOON = { timeout: 45_000 }

const soldOut = (page: Page, name: string) => page.locator('.row', { hasText: name }).locator('.sold-out')

/** The same service on the same port, as after a crash. */
function restart({ environment, server }: BoardService) {
  return startServer({ ...environment, LOG_LEVEL: 'info', PORT: new URL(server.address).port })
}

/** Waits until the worker keeps the files and the page keeps its menu. */
async function waitUntilKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  const kept = () => page.evaluate(async () => (await (await caches.open('board-answers')).keys()).length)
  await expect.poll(kept, SOON).toBeGreaterThan(0)
}

test('a change by another process arrives by the stream', async () => {
  const service = await startBoardService([CAFE])
  const page = await openBoard(service.server.address, 'menus=cafe')
  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  await soldOut(page, 'Lemonade').waitFor(SOON)
  await service.load({
    menus: [{ ...CAFE, groups: [group('New', { items: [item('Pie', { price: 9.75 })] })] }],
  })
  await page.getByText('9.75').waitFor(SOON)
  await service.server.stop()
})

test.each([
  ['is refused', 'abort'],
  ['is held back by a proxy', 'hold'],
])(
  'where a stream %s, the board polls',
  async (_, fault) => {
    const service = await startBoardService([CAFE])
    const page = await openPage('about:blank', AWAY)
    await page.route(STREAM, (route) => (fault === 'abort' ? route.abort() : undefined))
    await page.goto(`${service.server.address}/app/board?menus=cafe#key=${KEY}`)
    await page.locator('.page:visible').waitFor()
    await service.run('menus', 'stock', 'item-Lemonade', 'out')
    await soldOut(page, 'Lemonade').waitFor(SOON)
    expect(await page.locator('#mark').isVisible()).toBe(false)
    await service.server.stop()
  },
  60_000,
)

test('a patch that does not apply costs an answer, not the menu', async () => {
  const service = await startBoardService([CAFE])
  const page = await openPage('about:blank')
  const stale = { groups: [{ ...group('Stale'), description: null, items: [], groups: [] }] }
  const event = (name: string, data: unknown) => `event: ${name}\nid: "x"\ndata: ${JSON.stringify(data)}\n\n`
  const body = event('groups', stale) + event('patch', [{ op: 'remove', path: '/groups/7' }])
  await page.route(STREAM, (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/v1/groups?')) asked++
  })
  await page.goto(`${service.server.address}/app/board?menus=cafe#key=${KEY}`)
  await expect.poll(() => asked, SOON).toBeGreaterThan(1)
  await page.getByText('Lemonade').waitFor(SOON)
  await service.server.stop()
})

test('an answer that makes no sense never takes the place of a menu', async () => {
  const service = await startBoardService([CAFE])
  const page = await openBoard(service.server.address, 'menus=cafe', AWAY)
  await page.route('**/v1/**', (route) => route.fulfill({ body: '<h1>Log in to this network</h1>' }))
  await service.server.stop('SIGKILL')
  await page.locator('#mark').waitFor(SOON)
  expect(await page.getByText('Lemonade').isVisible()).toBe(true)
})

test('the service is killed and comes back: the menu stays, marked, and what changed meanwhile arrives', async () => {
  const service = await startBoardService([CAFE])
  const page = await openBoard(service.server.address, 'menus=cafe', AWAY)
  await service.server.stop('SIGKILL')
  await page.locator('#mark').waitFor(SOON)
  await photograph(page, 'board-away')
  await expectAccessible(page)
  expect(await page.getByText('Lemonade').isVisible()).toBe(true)

  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  const again = await restart(service)
  await soldOut(page, 'Lemonade').waitFor(SOON)
  await expect.poll(() => page.locator('#mark').isVisible(), SOON).toBe(false)
  await service.run('menus', 'stock', 'item-Lemonade', 'in')
  await soldOut(page, 'Lemonade').waitFor({ ...SOON, state: 'detached' })
  await again.stop()
}, 120_000)

test('a reload while the service is dead still shows the last menu, that of the address', async () => {
  const service = await startBoardService([CAFE, SMALL])
  const page = await openBoard(service.server.address, 'menus=cafe', AWAY)
  await waitUntilKept(page)
  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  await soldOut(page, 'Lemonade').waitFor(SOON)
  await waitUntilKept(page)
  await service.server.stop('SIGKILL')

  await page.reload()
  await soldOut(page, 'Lemonade').waitFor(SOON)
  expect(await page.locator('#mark').isVisible()).toBe(true)
  await page.goto(`${service.server.address}/app/board?menus=small#key=${KEY}`)
  await page.getByText('The menu will appear shortly.').waitFor(SOON)

  await page.goto(`${service.server.address}/app/board?menus=cafe#key=${KEY}`)
  const again = await restart(service)
  await expect.poll(() => page.locator('#mark').isVisible(), SOON).toBe(false)
  await again.stop()
}, 120_000)

test('a revoked key is told of, and nothing of it is kept beyond a reload', async () => {
  const service = await startBoardService([CAFE])
  const page = await openBoard(service.server.address, 'menus=cafe&locale=en', REFUSED)
  await waitUntilKept(page)
  await service.run('keys', 'revoke', keyId(hashKey(KEY)))
  await page.locator('#notice', { hasText: 'access has expired' }).waitFor(SOON)
  expect(await page.getByText('Lemonade').isVisible()).toBe(true)
  await photograph(page, 'board-revoked')
  await expectAccessible(page)

  await page.reload()
  await page.locator('#message', { hasText: 'access has expired' }).waitFor(SOON)
  expect(await page.getByText('Lemonade').count()).toBe(0)
  const kept = await page.evaluate(async () => (await (await caches.open('board-answers')).keys()).length)
  expect(kept).toBe(0)
  await service.server.stop()
}, 60_000)

test('a key that no header can hold is as wrong as any other', async () => {
  const service = await startBoardService([menu('cafe')])
  const page = await openPage(`${service.server.address}/app/board?locale=en#key=k%C3%BCche%20%E2%82%AC`)
  await page.getByText('The key in this screen’s address is not valid.').waitFor(SOON)
  await service.server.stop()
})

test('the key is in no address that is asked for, and in nothing that is kept', async () => {
  const service = await startBoardService([CAFE])
  const page = await openPage('about:blank')
  const urls: string[] = []
  page.context().on('request', (request) => urls.push(request.url()))
  await page.goto(`${service.server.address}/app/board?menus=cafe#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  await waitUntilKept(page)
  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  await soldOut(page, 'Lemonade').waitFor(SOON)
  await page.reload()
  await soldOut(page, 'Lemonade').waitFor(SOON)

  expect(urls.some((url) => url.includes('/v1/groups/stream'))).toBe(true)
  // A browser itself leaves the fragment away; what a test is told of it still has it.
  expect(urls.filter((url) => url.replace(/#.*/, '').includes(KEY))).toEqual([])
  const kept = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        const response = await cache.match(request)
        texts.push(request.url, JSON.stringify([...request.headers]), (await response?.text()) ?? '')
      }
    }
    return texts.join('\n')
  })
  expect(kept).toContain('Lemonade')
  expect(kept).not.toContain(KEY)
  expect(service.server.output()).not.toContain(KEY)
  await service.server.stop()
})
