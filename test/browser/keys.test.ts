import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNothingBeside, openPage, photograph } from '../support/browser.ts'
import { startDemo } from '../support/process.ts'

const { address } = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })
const FLEET = `${address}/app/`
const OPTIONS = { expectedErrors: /the server responded with a status of 40[13]/ }
const NO_SCOPE = 'This key cannot read devices. It needs the scope device:read.'

const updated = (page: Page) => page.locator('#updated').textContent()

async function enter(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.keyboard.press('Enter')
}

describe('Fleet says that it is loading', () => {
  test('while it is', async () => {
    const page = await openPage('about:blank', OPTIONS)
    await page.route('**/devices?*', () => undefined)
    await page.goto(`${FLEET}#key=demo-operations-key`)
    await page.getByText('Loading…').waitFor()
  })

  test('not when nothing is asked for: with no key, a wrong one, one without scope, a forgotten one', async () => {
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
  test('is still there after a look at Fleet', async () => {
    const page = await openPage(`${address}/app/menus#key=demo-menus-only-key`, OPTIONS)
    await page.locator('.group').first().waitFor()
    await page.getByRole('link', { name: 'Fleet' }).click()
    await page.getByText(NO_SCOPE).waitFor()
    await page.reload()
    await page.getByText(NO_SCOPE).waitFor()
    await page.getByRole('link', { name: 'Menus' }).click()
    await page.locator('.group').first().waitFor()
  })

  test.each([360, 1440])('can be forgotten, or replaced, on Fleet %s wide', async (width) => {
    const page = await openPage(`${FLEET}#key=demo-menus-only-key`, {
      ...OPTIONS,
      viewport: { width, height: 800 },
    })
    await page.getByText(NO_SCOPE).waitFor()
    await photograph(page, `fleet-no-scope-${width}`)
    await expectNothingBeside(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Forget key' }).click()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    expect(await page.getByText(NO_SCOPE).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Forget key' }).isVisible()).toBe(false)

    await enter(page, 'demo-menus-only-key')
    await page.getByText(NO_SCOPE).waitFor()
    await enter(page, 'demo-operations-key')
    await page.locator('.card').first().waitFor()
    await page.reload()
    await page.locator('.card').first().waitFor()
  })
})

test('a key that is not valid is forgotten', async () => {
  const page = await openPage(`${FLEET}#key=no-such-key`, OPTIONS)
  await page.getByText('This key is not valid').waitFor()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  expect(await page.getByRole('button', { name: 'Forget key' }).isVisible()).toBe(false)
})
