import type { Page, Route } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import {
  expectAccessible,
  openPage,
  type PageOptions,
  stopClock,
  takeScreenshot,
} from '../support/browser.ts'
import { startService } from '../support/service.ts'
import {
  KEYS,
  openStock,
  RESTAURANT,
  recordPatches,
  rowOf,
  soldOutNames,
  switchOf,
} from '../support/stock.ts'

const service = await startService(RESTAURANT, { allowsChanges: true })
const address = await service.address()
const ITEM = '**/v1/items/**'
const FAILURES: PageOptions = { expectedErrors: /net::ERR_|the server responded with a status of (40|503)/ }
const NO_CONNECTION = 'No connection. Nothing can be changed until it is back.'

afterEach(() => service.put(RESTAURANT))

const says = (page: Page, text: string) => page.locator('#bar-text', { hasText: text }).waitFor()
const disabled = (page: Page, isDisabled: boolean) =>
  switchOf(page, 'Lemonade')
    .and(page.locator(`[aria-disabled="${isDisabled}"]`))
    .waitFor()

describe('without a connection', () => {
  test('the page says so, changes nothing, and sends nothing once it is back', async () => {
    const page = await openStock(address, FAILURES)
    await disabled(page, false)
    const sent = recordPatches(page)
    await page.context().setOffline(true)
    await page.getByText(NO_CONNECTION).waitFor()
    await disabled(page, true)
    await takeScreenshot(page, 'stock-no-connection')
    await expectAccessible(page)
    // Forced, because Playwright would wait until the switch is enabled.
    await switchOf(page, 'Lemonade').click({ force: true })
    await page.context().setOffline(false)
    await disabled(page, false)
    expect(await page.getByText(NO_CONNECTION).count()).toBe(0)
    expect(sent).toEqual([])
    expect(await soldOutNames(page)).not.toContain('Lemonade')
  })

  test('the page says so even if a request succeeds just as the connection is lost', async () => {
    const page = await openPage('about:blank', FAILURES)
    const loseConnection = async (route: Route) => {
      const response = await route.fetch()
      // The stream has delivered the menu.
      await disabled(page, false)
      await page.context().setOffline(true)
      await route.fulfill({ response })
    }
    await page.route('**/v1/groups?**', loseConnection, { times: 1 })
    await page.goto(`${address}/app/stock#key=${KEYS.cook}`)
    await page.getByText(NO_CONNECTION).waitFor()
  })

  test('a change whose answer is lost is neither repeated nor taken for made', async () => {
    const page = await openStock(address, FAILURES)
    await disabled(page, false)
    const sent = recordPatches(page)
    await page.route(ITEM, (route) => route.abort())
    await switchOf(page, 'Lemonade').click()
    await says(page, 'There was no answer. Check Lemonade: it may have changed, or not.')
    expect(await switchOf(page, 'Lemonade').getAttribute('aria-checked')).toBe('true')
    expect(sent).toHaveLength(1)
  })
})

test('a busy service is not asked again, and the row goes back; an item that is gone is named', async () => {
  const page = await openStock(address, { ...FAILURES, hasClock: true })
  await disabled(page, false)
  const sent = recordPatches(page)
  const headers = { 'retry-after': '1' }
  await page.route(ITEM, (route) => route.fulfill({ status: 503, headers, json: { message: 'Busy' } }))
  await switchOf(page, 'Lemonade').click()
  await says(page, 'Lemonade was not changed, because the service is busy. Try again in a moment.')
  expect(await rowOf(page, 'Lemonade').getAttribute('aria-busy')).toBe('false')
  expect(await switchOf(page, 'Lemonade').getAttribute('aria-checked')).toBe('true')
  await takeScreenshot(page, 'stock-busy')
  await page.clock.runFor(20_000)
  expect(sent).toHaveLength(1)
  await page.getByRole('button', { name: 'OK' }).click()
  expect(await page.locator('#bar').isVisible()).toBe(false)

  await page.route(ITEM, (route) => route.fulfill({ status: 404, json: { message: 'Item not found' } }))
  await switchOf(page, 'Lemonade').click()
  await says(page, 'Lemonade is not on this menu any more.')
})

test('a change stays on a network that lets no stream through', async () => {
  const page = await openPage('about:blank', { ...FAILURES, hasClock: true })
  await page.route('**/v1/groups/stream**', (route) => route.abort())
  await page.goto(`${address}/app/stock#key=${KEYS.cook}`)
  await disabled(page, false)
  await stopClock(page)
  const methods: string[] = []
  page.on('request', (request) => methods.push(request.method()))
  await switchOf(page, 'Lemonade').click()
  await says(page, 'Lemonade is sold out.')
  const isPolled = () => methods.lastIndexOf('GET') > methods.lastIndexOf('PATCH')
  await expect.poll(() => page.clock.runFor(1).then(isPolled), { interval: 200, timeout: 60_000 }).toBe(true)
  await page.clock.runFor(4_000)
  await expect.poll(() => soldOutNames(page)).toContain('Lemonade')
})

test('a price that only some of the options have taken says so', async () => {
  const page = await openStock(address, FAILURES)
  await rowOf(page, 'Flat White').getByRole('button', { name: 'price' }).click()
  await page.getByLabel('New price').fill('3.9')
  const busy = { status: 503, json: { message: 'Busy' } }
  await page.route('**/v1/items/flat-small**', (route) => route.fulfill(busy))
  await page.keyboard.press('Enter')
  await says(page, 'Flat White was changed only in part. Check the prices of its options.')
})

test('a menu that the key loses is replaced by the only one that is left', async () => {
  const page = await openPage(`${address}/app/stock?menus=cafe#key=${KEYS.manager}`, FAILURES)
  await rowOf(page, 'Lemonade').waitFor()
  const apiKeys = RESTAURANT.apiKeys.map((one) =>
    one.key === KEYS.manager ? { ...one, menus: ['small'] } : one,
  )
  await service.put({ ...RESTAURANT, apiKeys })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await rowOf(page, 'Treacle Tart').waitFor()
  expect(await rowOf(page, 'Lemonade').count()).toBe(0)
})

test('undo and its offer end after ten seconds', async () => {
  const page = await openStock(address, { hasClock: true })
  await stopClock(page)
  await switchOf(page, 'Lemonade').click()
  await page.getByRole('button', { name: 'Undo' }).focus()
  await page.clock.runFor(5000)
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
  await page.clock.runFor(6000)
  expect(await page.locator('#bar').isVisible()).toBe(false)
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(focused).toBe('Lemonade, in stock')
})

describe('before anybody taps', () => {
  test('a key that is not valid, or may not change menus, is explained', async () => {
    const page = await openPage(`${address}/app/stock`, FAILURES)
    await expectAccessible(page)
    const enter = async (key: string) => {
      await page.getByLabel('API key').fill(key)
      await page.keyboard.press('Enter')
    }
    await enter('no-such-key')
    await page.getByText('This key is not valid').waitFor()
    await enter(KEYS.board)
    await page.getByText('This key cannot change items and menus. It needs the scope menu:write.').waitFor()
    await takeScreenshot(page, 'stock-no-scope')
    await expectAccessible(page)
    await enter(KEYS.cook)
    await disabled(page, false)
    await page.getByRole('button', { name: 'Forget key' }).click()
    expect(await page.locator('.item').count()).toBe(0)
  })

  test('a key that is revoked is asked for again', async () => {
    const page = await openStock(address, FAILURES)
    await disabled(page, false)
    await service.revoke(KEYS.cook)
    await page.getByText('This key is not valid').waitFor()
    expect(await page.locator('.item').count()).toBe(0)
  })

  test('a service without changes says so', async () => {
    const readOnly = await startService(RESTAURANT)
    const page = await openStock(await readOnly.address(), FAILURES)
    await page.getByText('Changes are switched off on this service: start it with CHANGES=on.').waitFor()
    await disabled(page, true)
    await expectAccessible(page)
  })
})
