import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { hashKey, keyIdOfHash } from '../../src/auth/credential.ts'
import {
  type BoardService,
  CAFE,
  openBoard,
  SMALL,
  startBoardService,
  storedMenus,
} from '../support/board.ts'
import { expectAccessible, openPage, takeScreenshot } from '../support/browser.ts'
import { group, item, KEY, menu } from '../support/documents.ts'
import { expectReadable, inEachLook } from '../support/each-look.ts'
import { startServer } from '../support/process.ts'

/** Messages that browsers log when the service is unavailable, or rejects a request. */
const UNAVAILABLE = {
  expectedErrors:
    /^Failed to load resource: (net::ERR_|.* 503)|^An unknown error occurred when fetching the script/,
}
const REJECTED = { expectedErrors: /^Failed to load resource: .* 401/ }
const STREAM = '**/v1/groups/stream**'
/** Longer than any wait of a board, even on a busy machine. */
const SOON = { timeout: 180_000 }
/** Guests stand near, so that all of a menu is on the first page. */
const NEAR = 'distance=1'

const soldOut = (page: Page, name: string) => page.locator('.row', { hasText: name }).locator('.sold-out')

/** Starts the same service on the same port, as after a crash. */
function restart({ environment, server }: BoardService) {
  return startServer({ ...environment, LOG_LEVEL: 'info', PORT: new URL(server.address).port })
}

/** Waits until the worker has cached the files and the page has stored its menu. */
async function waitUntilStored(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => storedMenus(page), SOON).toBeGreaterThan(0)
}

/** Waits until the menu is marked as outdated. */
async function expectOutdated(page: Page): Promise<void> {
  await page.locator('#outdated').waitFor(SOON)
  expect(await page.getByText('Lemonade').isVisible()).toBe(true)
  await expectReadable(page, '#outdated')
}

const expectCurrent = (page: Page) =>
  expect.poll(() => page.locator('#outdated').isVisible(), SOON).toBe(false)

test('a change by another process arrives through the stream', async () => {
  const service = await startBoardService([CAFE])
  const page = await openBoard(service.server.address, 'menus=cafe')
  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  await soldOut(page, 'Lemonade').waitFor(SOON)
  await service.load({
    menus: [{ ...CAFE, groups: [group('New', { items: [item('Pie', { price: 9.75 })] })] }],
  })
  await page.getByText('9.75').waitFor(SOON)
})

test('a change leads to the layout of a board that is opened then: descriptions come back', async () => {
  const described = (description: string) =>
    menu('described', {
      groups: [
        group('Mains', {
          items: Array.from({ length: 8 }, (_, n) => item(`Dish ${n}`, { price: n, description })),
        }),
      ],
    })
  const service = await startBoardService([described('Nuts, honey and all that grows here. '.repeat(9))])
  const open = () => openBoard(service.server.address, 'menus=described&diagonal=32')
  const hasDescriptions = (page: Page) => page.locator('#menu:not(.without-descriptions)').count()
  const page = await open()
  await service.load({ menus: [described('Nuts')] })
  await page
    .locator('.page:not(.hidden-page) .description', { hasText: /^Nuts$/ })
    .first()
    .waitFor({ ...SOON, state: 'attached' })
  expect(await hasDescriptions(page)).toBe(await hasDescriptions(await open()))
})

test.each([
  ['cannot be opened', 'abort'],
  ['is held back by a proxy', 'hold'],
])('the board polls if the stream %s', async (_, fault) => {
  const service = await startBoardService([CAFE])
  const page = await openPage('about:blank', UNAVAILABLE)
  await page.route(STREAM, (route) => (fault === 'abort' ? route.abort() : undefined))
  await page.goto(`${service.server.address}/app/board?menus=cafe#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  await soldOut(page, 'Lemonade').waitFor(SOON)
  expect(await page.locator('#outdated').isVisible()).toBe(false)
})

test('an event that has no menu makes the board request the menu', async () => {
  const service = await startBoardService([CAFE])
  const stale = { groups: [{ ...group('Stale'), description: null, items: [], groups: [] }] }
  const event = (data: unknown) => `event: groups\nid: "x"\ndata: ${JSON.stringify(data)}\n\n`
  const body = event(stale) + event({ groups: 7 })
  const page = await openPage('about:blank')
  await page.route(STREAM, (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await Promise.all([
    page.waitForRequest('**/v1/groups?**', SOON),
    page.goto(`${service.server.address}/app/board?menus=cafe#key=${KEY}`),
  ])
  await page.getByText('Lemonade').waitFor(SOON)
})

test.each([
  ['the page of a network that requires a login', { body: '<h1>Log in to this network</h1>' }],
  ['an error of a proxy', { status: 503, json: { message: 'Busy' } }],
])('an invalid response never replaces a menu: %s', async (_, response) => {
  const service = await startBoardService([CAFE])
  const page = await openBoard(service.server.address, `menus=cafe&${NEAR}`, UNAVAILABLE)
  await page.route('**/v1/**', (route) => route.fulfill(response))
  await service.server.stop('SIGKILL')
  await expectOutdated(page)
})

test('while the service is down the menu stays, marked as outdated; once it is back the menu is updated', async () => {
  const service = await startBoardService([CAFE])
  const boards = await inEachLook((look) =>
    openBoard(service.server.address, `menus=cafe&${look}`, UNAVAILABLE),
  )
  await service.server.stop('SIGKILL')
  await boards(async (page, look) => {
    await expectOutdated(page)
    await takeScreenshot(page, `board-unavailable-${look}`)
    await expectAccessible(page)
  })

  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  await restart(service)
  await boards(async (page) => {
    await soldOut(page, 'Lemonade').waitFor(SOON)
    await expectCurrent(page)
  })
  await service.run('menus', 'stock', 'item-Lemonade', 'in')
  await boards((page) => soldOut(page, 'Lemonade').waitFor({ ...SOON, state: 'detached' }))
})

test('a reload while the service is down shows the last menu of that address', async () => {
  const service = await startBoardService([CAFE, SMALL])
  const page = await openBoard(service.server.address, `menus=cafe&locale=en&${NEAR}`, UNAVAILABLE)
  const address = page.url()
  await waitUntilStored(page)
  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  await soldOut(page, 'Lemonade').waitFor(SOON)
  await waitUntilStored(page)
  await service.server.stop('SIGKILL')

  await page.reload()
  await soldOut(page, 'Lemonade').waitFor(SOON)
  await expectOutdated(page)
  await page.goto(address.replace('menus=cafe', 'menus=small'))
  await page.getByText('The menu will appear shortly.').waitFor(SOON)
  await expectReadable(page, '#message')
  await page.goto(address)
  await restart(service)
  await expectCurrent(page)
})

test('a revoked key is reported, and its menu is gone after a reload', async () => {
  const service = await startBoardService([CAFE])
  const boards = await inEachLook((look) =>
    openBoard(service.server.address, `menus=cafe&locale=en&${look}`, REJECTED),
  )
  await boards(waitUntilStored)
  await service.run('keys', 'revoke', keyIdOfHash(hashKey(KEY)))
  await boards(async (page, look) => {
    await page.locator('#notice', { hasText: 'access has expired' }).waitFor(SOON)
    expect(await page.getByText('Lemonade').isVisible()).toBe(true)
    await takeScreenshot(page, `board-revoked-${look}`)
    await expectReadable(page, '#notice')
    await expectAccessible(page)

    await page.reload()
    await page.locator('#message', { hasText: 'address is not valid' }).waitFor(SOON)
    expect(await page.getByText('Lemonade').count()).toBe(0)
    expect(await storedMenus(page)).toBe(0)
  })
})

test('a board says that its menu was removed', async () => {
  const service = await startBoardService([CAFE])
  const page = await openBoard(service.server.address, 'menus=cafe&locale=en')
  await service.run('menus', 'delete', 'cafe', '--yes')
  await page.locator('#message', { hasText: 'Nothing on the menu right now.' }).waitFor(SOON)
})

test('a key with characters that no header can contain is reported as invalid', async () => {
  const service = await startBoardService([menu('cafe')])
  const page = await openPage(`${service.server.address}/app/board?locale=en#key=k%C3%BCche%20%E2%82%AC`)
  await page.getByText('The key in this screen’s address is not valid.').waitFor(SOON)
})

test('the key is in no requested URL and in no cache', async () => {
  const service = await startBoardService([CAFE])
  const page = await openPage('about:blank')
  const urls: string[] = []
  page.context().on('request', (request) => urls.push(request.url()))
  await page.goto(`${service.server.address}/app/board?menus=cafe#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  await waitUntilStored(page)
  await service.run('menus', 'stock', 'item-Lemonade', 'out')
  await soldOut(page, 'Lemonade').waitFor(SOON)
  await page.reload()
  await soldOut(page, 'Lemonade').waitFor(SOON)

  expect(urls.some((url) => url.includes('/v1/groups/stream'))).toBe(true)
  // A browser does not send the fragment, but Playwright includes it in the URL.
  expect(urls.filter((url) => url.replace(/#.*/, '').includes(KEY))).toEqual([])
  const stored = await page.evaluate(async () => {
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
  expect(stored).toContain('Lemonade')
  expect(stored).not.toContain(KEY)
  expect(service.server.output()).not.toContain(KEY)
})
