import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openPage, takeScreenshot } from '../support/browser.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseUrl } from '../support/database.ts'
import { group, item, KEY, menu, menusDocument } from '../support/documents.ts'
import { startServer } from '../support/process.ts'

const LUNCH = menu('lunch', { groups: [group('Soups', { items: [item('Leek', { price: 6 })] })] })
/** Long enough to be worth compressing. */
const DINNER = menu('dinner', {
  groups: [group('Mains', { items: Array.from({ length: 60 }, (_, n) => item(`Dish ${n}`, { price: n })) })],
})
const NO_OVERLOAD = { MAX_EVENT_LOOP_DELAY_MS: '0' }
const UNAVAILABLE = { expectedErrors: /ERR_|a status of 503/ }

async function serve(...menus: { id: string }[]) {
  const environment = { DATABASE_URL: await newDatabaseUrl(), ...NO_OVERLOAD }
  const input = JSON.stringify(menusDocument(...menus))
  const { code, stderr } = await signage(['import', '-'], { environment, input })
  expect(code, stderr).toBe(0)
  const server = await startServer(environment)
  const restart = () => startServer({ ...environment, PORT: new URL(server.address).port })
  return { ...server, restart, page: `${server.address}/app/menus`, key: `#key=${KEY}` }
}

const makeBoard = (page: Page) => page.getByRole('button', { name: 'Make a board' })
const again = (page: Page) => page.getByRole('button', { name: 'Refresh' })
const costs = (page: Page) => page.locator('.cost dd').allTextContents()
const NONE = ['–', '–', '–']

/** Counts the requests for groups that the browser has measured, including failed ones. */
const measured = (page: Page) =>
  page.evaluate(
    () => performance.getEntriesByType('resource').filter(({ name }) => /\/groups\?/.test(name)).length,
  )

const developers = (page: Page) => page.locator('#developers')

/** Checks that no board can be made, that nothing can be copied, and that no cost is shown. */
async function expectDisabled(page: Page): Promise<void> {
  expect(await page.locator('#make-board').isDisabled()).toBe(true)
  if ((await developers(page).getAttribute('open')) === null) await page.getByText('For developers').click()
  for (const form of ['URL', 'curl', 'fetch'])
    expect(await page.getByRole('button', { name: `Copy ${form}` }).isDisabled(), form).toBe(true)
  expect(await page.getByLabel('Show key').isDisabled()).toBe(true)
  expect(await page.locator('#formats pre').allTextContents()).toEqual(['', '', ''])
  expect(await costs(page)).toEqual(NONE)
}

describe('without a selected menu', () => {
  test.each([360, 1440])('boards and requests are disabled, %s px wide', async (width) => {
    const service = await serve(LUNCH)
    const page = await openPage(service.page + service.key, { viewport: { width, height: 900 } })
    await page.locator('#transferred', { hasText: /\d/ }).waitFor({ state: 'attached' })
    if (width === 360) await page.getByRole('button', { name: 'Filter: lunch' }).click()
    await page.getByRole('checkbox', { name: 'lunch' }).uncheck()
    await page.getByText('Choose a menu.').waitFor()
    await expectDisabled(page)
    await makeBoard(page).scrollIntoViewIfNeeded()
    await takeScreenshot(page, `menus-none-chosen-${width}`)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)

    await page.getByRole('checkbox', { name: 'lunch' }).check()
    await page.locator('#transferred', { hasText: /\d/ }).waitFor({ state: 'attached' })
    expect(await makeBoard(page).isEnabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Copy URL' }).isEnabled()).toBe(true)
    expect(await page.locator('#formats pre').first().textContent()).toMatch(/\/v1\/groups\?menus=lunch$/)
  })

  test('the request for an earlier selection is aborted', async () => {
    const service = await serve(LUNCH, DINNER)
    const page = await openPage(service.page + service.key)
    await page.locator('.group').first().waitFor()
    await page.route(/\/v1\/groups\?/, () => undefined)
    const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('?menus=lunch'))
    await page.getByRole('checkbox', { name: 'lunch' }).check()
    await page.getByRole('checkbox', { name: 'dinner' }).uncheck()
    await page.getByRole('checkbox', { name: 'lunch' }).uncheck()
    await aborted
    await expectDisabled(page)
    expect(await page.locator('.group').count()).toBe(0)
  })

  test('the panel is disabled for a key without menus', async () => {
    const service = await serve()
    const page = await openPage(service.page + service.key)
    await page.getByText('This key has no menu access yet.').waitFor()
    await expectDisabled(page)
  })

  test('the panel is disabled until the menus are known, and “Refresh” requests them again', async () => {
    const service = await serve(LUNCH)
    const page = await openPage('about:blank', UNAVAILABLE)
    await page.route('**/v1/menus', (route) => route.abort())
    await page.goto(service.page + service.key)
    await page.getByText('The service is not responding.').waitFor()
    await expectDisabled(page)
    await page.unroute('**/v1/menus')
    await again(page).click()
    await page.getByText('Leek').waitFor()
    expect(await page.getByText('The service is not responding.').count()).toBe(0)
  })
})

describe('the cost of a response', () => {
  test('is the size of its body, compressed and uncompressed', async () => {
    const service = await serve(DINNER)
    const page = await openPage('about:blank')
    const awaited = page.waitForResponse(/\/v1\/groups\?/)
    await page.goto(service.page + service.key)
    const response = await awaited
    const headers = await response.allHeaders()
    expect(headers['content-encoding']).toBeDefined()
    await page.locator('#transferred', { hasText: /\d/ }).waitFor({ state: 'attached' })
    const [wire, unpacked] = await costs(page)
    expect(wire).toBe(`${headers['content-length']} bytes`)
    expect(unpacked).toBe(`${((await response.body()).length / 1000).toFixed(1)} kB`)
  })

  test('has equal sizes for an uncompressed response', async () => {
    const service = await serve(LUNCH)
    const page = await openPage(service.page + service.key)
    await page.locator('#transferred', { hasText: /\d/ }).waitFor({ state: 'attached' })
    const [wire, unpacked] = await costs(page)
    expect(wire).toBe(unpacked)
  })

  test('has no transferred bytes for a response from the browser cache', async () => {
    const service = await serve(LUNCH)
    const page = await openPage(service.page + service.key)
    await page.locator('#transferred', { hasText: /[1-9]/ }).waitFor({ state: 'attached' })
    await again(page).click()
    await expect.poll(() => measured(page)).toBe(2)
    await page.locator('#transferred', { hasText: /^0 bytes$/ }).waitFor({ state: 'attached' })
    expect(await page.locator('#uncompressed').textContent()).toMatch(/^[1-9]\d* bytes$/)
  })

  test('is unknown for an error', async () => {
    const service = await serve(LUNCH)
    const page = await openPage('about:blank', UNAVAILABLE)
    await page.route(/\/v1\/groups\?/, (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
    await page.goto(service.page + service.key)
    await page.getByText('The service is not responding.').waitFor()
    await expect.poll(() => measured(page)).toBe(1)
    expect(await costs(page)).toEqual(NONE)
  })

  test('is unknown without a response', async () => {
    const service = await serve(LUNCH)
    const page = await openPage(service.page + service.key, UNAVAILABLE)
    await page.locator('#duration', { hasText: /\d/ }).waitFor({ state: 'attached' })
    await service.stop('SIGKILL')
    await again(page).click()
    await page.getByText('The service is not responding.').waitFor()
    await expect.poll(() => measured(page)).toBe(2)
    expect(await costs(page)).toEqual(NONE)
    await takeScreenshot(page, 'menus-unavailable')

    await service.restart()
    await again(page).click()
    await page.locator('#duration', { hasText: /\d/ }).waitFor({ state: 'attached' })
  })
})
