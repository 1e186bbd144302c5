/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { openBoard, storedMenus } from '../support/board.ts'
import { openPage } from '../support/browser.ts'
import { withoutNewerThan } from '../support/old-browsers.ts'
import { startPathProxy } from '../support/path-proxy.ts'
import { startDemo } from '../support/process.ts'

/* A proxy serves the service under a path, which it removes: the service does not know of it. */

const demo = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0', DEVICE_BASE_PATH: '/own' })
const KEY = 'demo-operations-key'
const SOON = { timeout: 180_000 }

const start = () => startPathProxy(demo.address, '/place/signage')
const { address, outside } = await start()
afterEach(() => expect(outside.splice(0)).toEqual([]))

const linksOf = (page: Page) =>
  page.locator('a[href]:visible').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))

/** The menu of the demo that has an item, for a board. */
const QUERY = 'theme=burger&locale=en-US&currency=USD'

test('all links of the front page lead to pages under the path', async () => {
  const page = await openPage(`${address}/`)
  const links = await linksOf(page)
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    expect(link.startsWith(`${address}/`), link).toBe(true)
    expect((await fetch(link)).status, link).toBe(200)
  }
})

test.each(['/app/', '/app'])('the dashboard at %s shows devices, and one of them', async (path) => {
  const page = await openPage(`${address}${path}#key=${KEY}`)
  await page.getByText('Quayside Window').first().click()
  await page.getByRole('dialog').waitFor()
  for (const link of await linksOf(page)) expect(link.startsWith(`${address}/`), link).toBe(true)
})

test('the menu browser shows a menu, the request for it, and leads to boards', async () => {
  const page = await openPage(`${address}/app/menus#key=${KEY}`)
  await page.getByRole('checkbox', { name: 'Kids Menu' }).check()
  await page.locator('.group').first().waitFor()
  await expect
    .poll(() => page.locator('#developers pre').textContent(), SOON)
    .toContain(`${address}/v1/groups?`)
  await page.getByRole('button', { name: 'Make a board' }).click()
  const board = await page.locator('#board').evaluate((link) => (link as HTMLAnchorElement).href)
  expect(board).toContain(`${address}/app/board?menus=`)
})

test.each(['/app/stock', '/app/stock/'])(
  'a change at %s reaches a board by its stream, and the old board',
  async (path) => {
    const stock = await openPage(`${address}${path}#key=${KEY}`)
    await stock.getByRole('switch').first().or(stock.getByText('Which menu?')).waitFor()
    const menus: { id: string }[] = await (
      await fetch(`${address}/v1/menus`, { headers: { 'x-api-key': KEY } })
    ).json()
    const query = `menus=${menus[0]?.id}&${QUERY}`
    const board = await openBoard(address, query, {}, KEY)
    const isStreaming = () =>
      board.evaluate(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.includes('/v1/stream-token')),
      )
    await expect.poll(isStreaming, SOON).toBe(true)
    const old = await openPage('about:blank')
    await old.addInitScript(withoutNewerThan(53))
    await old.goto(`${address}/app/board?${query}#key=${KEY}`)
    await old.locator('.row, li, td').first().waitFor(SOON)
    expect(new URL(old.url()).pathname).toBe('/place/signage/tv')
  },
)

test('a board starts while the service is unavailable, also from an address with a slash at its end', async () => {
  const own = await start()
  const menus: { id: string }[] = await (
    await fetch(`${own.address}/v1/menus`, { headers: { 'x-api-key': KEY } })
  ).json()
  const page = await openBoard(own.address, `menus=${menus[0]?.id}&${QUERY}`, { expectedErrors: /./ }, KEY)
  const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)
  expect(scope).toBe(`${own.address}/app/board`)
  await expect.poll(() => storedMenus(page), SOON).toBeGreaterThan(0)
  const shown = await page.locator('.row:visible').first().innerText()
  expect(own.outside).toEqual([])
  own.goDown()
  for (const end of ['', '/']) {
    await page.goto('about:blank')
    await page.goto(`${own.address}/app/board${end}?menus=${menus[0]?.id}&${QUERY}#key=${KEY}`)
    await page.locator('.row:visible').first().waitFor(SOON)
    expect(await page.locator('.row:visible').first().innerText()).toBe(shown)
  }
})
