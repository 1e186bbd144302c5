import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll, openPage, takeScreenshot } from '../support/browser.ts'
import { startDemo } from '../support/process.ts'

const { address } = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })
const FLEET = `${address}/app/`
const OPTIONS = { expectedErrors: /the server responded with a status of 40[13]/ }
const NO_SCOPE = 'This key cannot read devices. It needs the scope device:read.'

/** Empty while there are no devices to update. */
const updated = async (page: Page) => (await page.locator('#updated').allTextContents()).join('')

async function enter(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
}

describe('the fleet page', () => {
  test('says that it is loading while a request is pending', async () => {
    const page = await openPage('about:blank', OPTIONS)
    await page.route('**/fleet?*', () => undefined)
    await page.goto(`${FLEET}#key=demo-operations-key`)
    await page.getByText('Loading…').waitFor()
  })

  test('does not say so without a request: for no key, an invalid key, a key without scope, a forgotten key', async () => {
    const page = await openPage(FLEET, OPTIONS)
    expect(await updated(page)).toBe('')
    await enter(page, 'no-such-key')
    await page.getByText('This key is not valid').waitFor()
    expect(await updated(page)).toBe('')
    await enter(page, 'demo-menus-only-key')
    await page.getByText(NO_SCOPE).waitFor()
    expect(await updated(page)).toBe('')
    await enter(page, 'demo-operations-key')
    await page.getByText(/^Updated/).waitFor()
    await page.getByRole('button', { name: 'Forget key' }).click()
    expect(await updated(page)).toBe('')
  })
})

describe('a key for menus only', () => {
  test('is still stored after a visit to the fleet page', async () => {
    const page = await openPage(`${address}/app/menus#key=demo-menus-only-key`, OPTIONS)
    await page.locator('.group').first().waitFor()
    await page.getByRole('link', { name: 'Fleet' }).click()
    await page.getByText(NO_SCOPE).waitFor()
    await page.reload()
    await page.getByText(NO_SCOPE).waitFor()
    await page.getByRole('link', { name: 'Menus' }).click()
    await page.locator('.group').first().waitFor()
  })

  test.each([360, 1440])('can be forgotten or replaced on the fleet page, %s px wide', async (width) => {
    const viewport = { width, height: 800 }
    const page = await openPage(`${FLEET}#key=demo-menus-only-key`, { ...OPTIONS, viewport })
    await page.getByText(NO_SCOPE).waitFor()
    await takeScreenshot(page, `fleet-no-scope-${width}`)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forget key' }).click()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(await page.getByText(NO_SCOPE).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Forget key' }).isVisible()).toBe(false)

    await enter(page, 'demo-menus-only-key')
    await page.getByText(NO_SCOPE).waitFor()
    await enter(page, 'demo-operations-key')
    await page.locator('tr[data-device]').first().waitFor()
    await page.reload()
    await page.locator('tr[data-device]').first().waitFor()
  })
})
