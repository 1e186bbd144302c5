import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseDeviceHeading } from '../../src/formats/devices/device-columns.ts'
import { expectAccessible, expectGoodLook, openPage, WINDOWS } from '../support/browser.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseUrl, temporaryFolder } from '../support/database.ts'
import { device, devicesDocument, KEY } from '../support/documents.ts'
import { startServer } from '../support/process.ts'

const SITES = Array.from({ length: 40 }, (_, n) => ({
  id: `s${n}`,
  name: `Restaurant ${String(n + 1).padStart(2, '0')}`,
  timezone: 'Europe/Paris',
}))
const HOSTILE = '=HYPERLINK("http://evil", "<b>")'

/** 600 devices at 40 sites, of which two of the third site are offline, and one of the first. */
const DEVICES_AT_SITES = {
  ...devicesDocument(
    ...Array.from({ length: 600 }, (_, n) =>
      device(`d${n}`, {
        name: n === 31 ? HOSTILE : `Screen ${n}`,
        site: `s${Math.floor(n / 15)}`,
        last_heartbeat_at: n === 30 || n === 31 ? '-PT20M' : n === 4 ? '-PT3H' : '-PT30S',
      }),
    ),
  ),
  sites: SITES,
}
const environment = { DATABASE_URL: await newDatabaseUrl(), MAX_EVENT_LOOP_DELAY_MS: '0' }
const put = async (next: object) => {
  const { code, stderr } = await signage(['import', '-'], { environment, input: JSON.stringify(next) })
  expect(code, stderr).toBe(0)
}
await put(DEVICES_AT_SITES)
const server = await startServer({ ...environment, CHANGES: 'on' })
const fleet = (query = '') => `${server.address}/app/${query}#key=${KEY}`

type Page = Awaited<ReturnType<typeof openPage>>
const rows = (page: Page) => page.locator('tr[data-device]')
const sites = (page: Page) => page.locator('tr.site').allInnerTexts()

const scrollToEnd = (page: Page) =>
  expect
    .poll(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      return page.getByRole('link', { name: 'Restaurant 40' }).count()
    })
    .toBe(1)

test.each(WINDOWS)('is accessible and fits a window of $width px, in light and dark', async (viewport) => {
  const page = await openPage(fleet(), { viewport })
  await rows(page).first().waitFor()
  await expectGoodLook(page, 'fleet-table')
})

test('devices are grouped by site, the newest outage first, and say why they are offline', async () => {
  const page = await openPage(fleet())
  await rows(page).first().waitFor()
  const [first, second] = await sites(page)
  expect(first).toMatch(/^Restaurant 03\s+13 of 15 online/)
  expect(second).toMatch(/^Restaurant 01\s+14 of 15 online/)
  const row = page.getByRole('row', { name: /Screen 4\b/ }).first()
  await expect
    .poll(() => row.innerText())
    .toContain('Only this screen: 14 other screens at Restaurant 01 are online.')
  expect(await row.innerText()).toMatch(/^Offline since /)
  expect(await page.title()).toBe('(3) Fleet · signage-service')
  // What says the same of all devices has no column, and of 30 days nothing is known yet.
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'State',
    'Name',
    'Last seen',
    expect.stringMatching(/^Last 24 hours/),
  ])
  const rightOf = (selector: string) =>
    page.locator(selector).evaluate((it) => it.getBoundingClientRect().right)
  expect(Math.abs((await rightOf('#table')) - (await rightOf('thead th:last-child')))).toBeLessThan(2)
  // Rows far below the window are not there yet.
  await page.evaluate(() => scrollBy(0, 700))
  await expect.poll(async () => (await sites(page)).join()).toMatch(/Restaurant 02\s+15 of 15 online/)
})

test('a site without trouble is one line until it is opened, by its button or with the arrow keys', async () => {
  const page = await openPage(fleet())
  await rows(page).first().waitFor()
  const device = page.locator('tr[data-device="d15"]')
  const button = page.getByRole('button', { name: 'Devices of Restaurant 02' })
  expect(await device.count()).toBe(0)
  await button.click()
  await device.waitFor()
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  await page.getByRole('link', { name: 'Restaurant 02' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => device.count()).toBe(0)
  await page.keyboard.press('ArrowLeft')
  expect(await device.count()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await device.waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Screen 15')
})

test('the key can be forgotten while there is more to load', async () => {
  const page = await openPage(fleet())
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: 'Show more' }).waitFor()
  await page.getByRole('button', { name: 'Forget key' }).click()
  await page.getByLabel('API key').waitFor()
  expect(await rows(page).count()).toBe(0)
})

test('a site says until which day it is muted', async () => {
  const page = await openPage('about:blank')
  const muted_until = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await page.route('**/fleet?*', async (route) => {
    const json = await (await route.fetch()).json()
    for (const site of json.sites) site.muted_until = muted_until
    await route.fulfill({ json })
  })
  await page.goto(fleet())
  await page
    .getByText(/^muted until [A-Z]/)
    .first()
    .waitFor()
})

test('the number of its rows is told once that all of them are loaded', async () => {
  const rowCount = (page: Page) => page.locator('#table').getAttribute('aria-rowcount')
  const page = await openPage(fleet())
  await rows(page).first().waitFor()
  expect(await rowCount(page)).toBe('-1')
  const small = await openPage(fleet('?state=offline'))
  await expect.poll(() => rows(small).count()).toBe(3)
  const headerAndSites = 1 + (await sites(small)).length
  expect(await rowCount(small)).toBe(String(headerAndSites + 3))
  expect(await rows(small).last().getAttribute('aria-rowindex')).toBe(String(headerAndSites + 3))
})

test('it is filtered by site by what is in its address', async () => {
  const page = await openPage(fleet('?unknown=1'))
  await page.getByRole('link', { name: 'Restaurant 03' }).click()
  await expect.poll(() => rows(page).count()).toBe(15)
  expect(new URL(page.url()).search).toBe('?site=s2')
  await page.getByRole('button', { name: 'Show all sites' }).click()
  await expect.poll(() => rows(page).count()).toBeGreaterThan(15)
})

test('the rest is loaded as the end comes near, and rows far from the window are removed', async () => {
  const page = await openPage(fleet())
  await rows(page).first().waitFor()
  await scrollToEnd(page)
  await expect.poll(() => page.locator('#more').isVisible()).toBe(false)
  expect(await rows(page).count()).toBeLessThan(400)
  await page
    .getByText('of 600 shown')
    .waitFor({ state: 'detached' })
    .catch(() => undefined)
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(() => sites(page)).toContainEqual(expect.stringMatching(/^Restaurant 03/))
})

test('devices that cannot be loaded are not requested again and again, but on request', async () => {
  const page = await openPage(fleet(), { expectedErrors: /ERR_/ })
  await rows(page).first().waitFor()
  const NEXT_PAGE = /\/fleet\?.*cursor=[^&]/
  let requests = 0
  await page.route(NEXT_PAGE, (route) => {
    requests++
    return route.abort('connectionrefused')
  })
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByText('The service is not responding.').waitFor()
  await page.waitForTimeout(500)
  expect(requests).toBeLessThan(5)
  await page.unroute(NEXT_PAGE)
  await page.getByRole('button', { name: 'Show more' }).click()
  await scrollToEnd(page)
})

test('it is refreshed again after a response that is no page of devices', async () => {
  const page = await openPage(fleet())
  await rows(page).first().waitFor()
  await page.evaluate(() => addEventListener('unhandledrejection', (event) => event.preventDefault()))
  await page.route('**/fleet?*', (route) => route.fulfill({ json: null }))
  await page.waitForResponse('**/fleet?*')
  await page.unroute('**/fleet?*')
  await page.waitForRequest('**/fleet?*', { timeout: 40_000 })
})

test('the keyboard moves from row to row, opens a device, and comes back to it', async () => {
  const page = await openPage(fleet())
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: 'CSV' }).focus()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const start = await focused()
  expect(start).toBe('Restaurant 03')
  await page.keyboard.press('ArrowDown')
  const next = await focused()
  expect(next).not.toBe(start)
  // The table has one Tab stop: the row that had the focus last.
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('Show more')
  await page.keyboard.press('Shift+Tab')
  expect(await focused()).toBe(next)
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: next ?? '' })
    .waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe(next)
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toBe(start)
})

test('while somebody points at the table, rows stay where they are, and a button shows what has changed', async () => {
  const page = await openPage(fleet('?state=offline'), { hasClock: true })
  await expect.poll(() => rows(page).count()).toBe(3)
  const names = () => page.locator('tr[data-device] a.detail').allInnerTexts()
  const before = await names()
  await page.locator('tr[data-device]').first().hover()
  await signage(['devices', 'heartbeat', 'd4'], { environment })
  await page.clock.fastForward(16_000)
  await page.getByRole('button', { name: 'Show changes' }).waitFor()
  expect(await names()).toEqual(before)
  await page.getByRole('button', { name: 'Show changes' }).click()
  await expect.poll(names).toHaveLength(2)
  await put(DEVICES_AT_SITES)
})

test('what is shown is exported as CSV, and no name becomes a formula', async () => {
  const page = await openPage(fleet())
  await rows(page).first().waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^fleet-\d{4}-\d\d-\d\d\.csv$/)
  const path = join(temporaryFolder(), 'fleet.csv')
  await download.saveAs(path)
  const text = readFileSync(path, 'utf8')
  const lines = text.slice('\ufeff'.length).trimEnd().split('\r\n')
  const headings = lines[0]?.split(',') ?? []
  expect(headings.slice(0, 5)).toEqual(['id', 'name', 'site', 'state', 'last_heartbeat_at'])
  // An import of the edited file changes only these: the other values are old by then.
  const imported = headings.filter((heading) => parseDeviceHeading(heading))
  expect(imported).toEqual(['id', 'name', 'site', 'screen_resolution'])
  expect(lines).toHaveLength(601)
  expect(text).toContain(`d31,"'=HYPERLINK(""http://evil"", ""<b>"")",Restaurant 03,offline,`)
})

test('a device that is not loaded is shown by its address', async () => {
  const page = await openPage(fleet('?device=d599'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Screen 599' }).waitFor()
  expect(await dialog.innerText()).toContain('Restaurant 40')
  await expectAccessible(page)
})
