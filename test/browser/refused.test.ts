import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { SMALL, startBoardService, storedMenus } from '../support/board.ts'
import { expectAccessible, openPage, type PageOptions } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'
import { withoutNewerThan } from '../support/old-browsers.ts'

const ITEM = 'Treacle Tart'
const MAY_NOT_READ = 'This key may not read this menu.'
const NEEDS_SCOPE = 'This key needs the scope menu:read.'
const WRONG_ADDRESS = 'depth must be a whole number.'
/** Longer than both boards wait for their next request. */
const NEXT_MS = 61_000
const options: PageOptions = { hasClock: true, expectedErrors: /a status of 40[03]/ }

const { server } = await startBoardService([SMALL])
afterAll(() => server.stop())

const refuse = (page: Page, status: number, message: string) =>
  page.route('**/v1/**', (route) => route.fulfill({ status, json: { statusCode: status, message } }))
const text = (page: Page, id: string) => page.locator(`#${id}`).textContent()

describe.each([
  ['/app/board', ''],
  ['/tv', withoutNewerThan(53)],
])('at %s, a board that the service refuses', (path, script) => {
  async function openEmpty(): Promise<Page> {
    const page = await openPage('about:blank', options)
    await page.addInitScript(script)
    return page
  }
  const load = (page: Page, locale = 'en') =>
    page.goto(`${server.address}${path}?menus=small&locale=${locale}#key=${KEY}`)

  test.each([
    [403, 'Invalid scopes', 'en', 'en', MAY_NOT_READ],
    [403, 'Forbidden', 'de', 'de', 'Dieser Schlüssel darf diese Karte nicht lesen.'],
    [403, NEEDS_SCOPE, 'de', 'en', NEEDS_SCOPE],
    [400, WRONG_ADDRESS, 'de', 'en', WRONG_ADDRESS],
  ])('with %i %s, in %s, says so in place of a menu', async (status, message, locale, language, sentence) => {
    const page = await openEmpty()
    await refuse(page, status, message)
    await load(page, locale)
    await page.locator('#message', { hasText: sentence }).waitFor()
    expect(await page.locator('#message').getAttribute('lang')).toBe(language)
    expect(await text(page, 'notice')).toBe('')
  })

  test.each([
    [403, 'Invalid scopes', MAY_NOT_READ],
    [400, WRONG_ADDRESS, WRONG_ADDRESS],
  ])('with %i %s keeps its menu, says so, and goes on when it may', async (status, message, sentence) => {
    const page = await openEmpty()
    await load(page)
    await page.getByText(ITEM).waitFor()
    await refuse(page, status, message)
    await page.clock.runFor(NEXT_MS)
    await page.locator('#notice', { hasText: sentence }).waitFor()
    expect(await page.getByText('No connection').count()).toBe(0)
    expect(await page.getByText(ITEM).count()).toBe(1)
    await page.unroute('**/v1/**')
    await page.clock.runFor(NEXT_MS)
    await expect.poll(() => text(page, 'notice')).toBe('')
    expect(await page.getByText(ITEM).count()).toBe(1)
  })

  test('takes what a proxy forbids for a broken connection', async () => {
    const page = await openEmpty()
    await page.route('**/v1/**', (route) => route.fulfill({ status: 403, body: '<html>Forbidden</html>' }))
    await load(page)
    await page.locator('#message', { hasText: 'The menu will appear shortly.' }).waitFor()
  })
})

test('a board that is refused after a reload shows its stored menu, and says so', async () => {
  const page = await openPage(`${server.address}/app/board?menus=small&locale=en#key=${KEY}`, options)
  await page.getByText(ITEM).waitFor()
  await expect.poll(() => storedMenus(page)).toBe(1)
  await refuse(page, 403, 'Invalid scopes')
  await page.reload()
  await page.locator('#notice', { hasText: MAY_NOT_READ }).waitFor()
  await page.getByText(ITEM).waitFor()
  expect(await page.locator('#outdated').isVisible()).toBe(false)
  await expectAccessible(page)
})

test.each(['/app/menus', '/app/stock'])('%s says why it gets no menu, and keeps the key', async (path) => {
  const page = await openPage('about:blank', options)
  await page.route(/\/v1\/(?:groups|stream-token)/, (route) =>
    route.fulfill({ status: 403, json: { statusCode: 403, message: 'Invalid scopes' } }),
  )
  await page.goto(`${server.address}${path}#key=${KEY}`)
  await page.locator('#notice', { hasText: MAY_NOT_READ }).waitFor()
  expect(await page.locator('#key-box').isVisible()).toBe(false)
})
