import { expect, test } from 'vitest'
import { openPage, takeScreenshot } from '../support/browser.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseUrl } from '../support/database.ts'
import { group, item, KEY, menu, menusDocument } from '../support/documents.ts'
import { startServer } from '../support/process.ts'

const LUNCH = menu('lunch', { groups: [group('Soups', { items: [item('Leek', { price: 6 })] })] })
const DINNER = menu('dinner', { groups: [group('Mains')] })
const NOT_RESPONDING = 'The service is not responding. Retrying automatically.'
const UNAVAILABLE = { hasClock: true, expectedErrors: /ERR_/ }

const environment = { DATABASE_URL: await newDatabaseUrl(), MAX_EVENT_LOOP_DELAY_MS: '0' }
const input = JSON.stringify(menusDocument(LUNCH, DINNER))
const { code, stderr } = await signage(['import', '-'], { environment, input })
expect(code, stderr).toBe(0)
const server = await startServer(environment)
const MENUS = `${server.address}/app/menus#key=${KEY}`

test('the request for an earlier selection is aborted', async () => {
  const page = await openPage(`${server.address}/app/menus?menus=lunch#key=${KEY}`)
  await page.locator('.group').first().waitFor()
  await page.route(/\/v1\/groups\?/, () => undefined)
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('?menus=dinner'))
  await page.getByRole('checkbox', { name: 'lunch' }).uncheck()
  await page.getByRole('checkbox', { name: 'dinner' }).check()
  await page.getByRole('checkbox', { name: 'dinner' }).uncheck()
  await aborted
  expect(await page.locator('.group').count()).toBe(0)
})

test.each([
  ['menus', '**/v1/menus'],
  ['groups', /\/v1\/groups\?/],
])('a request for %s that fails is said, and repeated', async (_, address) => {
  const page = await openPage('about:blank', UNAVAILABLE)
  await page.route(address, (route) => route.abort())
  await page.goto(MENUS)
  await page.getByText(NOT_RESPONDING).waitFor()
  await takeScreenshot(page, 'menus-unavailable')
  await page.unroute(address)
  await page.clock.fastForward(16_000)
  await page.locator('.group').first().waitFor()
  expect(await page.getByText(NOT_RESPONDING).count()).toBe(0)
})
