import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { expectAccessible, expectGoodLook, openPage, WINDOWS } from '../support/browser.ts'
import { startDemo } from '../support/process.ts'

const { address } = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })

test.each(WINDOWS)(
  'the front page is accessible and fits a window of $width px, in light and dark',
  async (viewport) => {
    const page = await openPage(address, { viewport })
    await expectGoodLook(page, 'front')
  },
)

test('all links of the front page work, without JavaScript', async () => {
  const page = await openPage(address, { javaScriptEnabled: false })
  expect(await page.title()).toContain('signage-service')
  const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.sort()).toEqual([
    '#main',
    './',
    './app/',
    './app/',
    './app/menus',
    './app/menus',
    './app/menus',
    './app/stock',
    './app/stock',
    './docs',
    './docs',
    './docs/guarantees',
    './openapi.json',
    './readyz',
  ])
  for (const link of links)
    expect((await fetch(new URL(String(link), address))).status, String(link)).toBe(200)
})

test('a key in the address opens the front page, and the other pages', async () => {
  const page = await openPage(`${address}/#key=demo-quayside-key`)
  await page.getByText('The key of this tab opens All Day').waitFor()
  await page.getByText('Service is ready').waitFor()
  await page.locator('iframe.is-shown[title="Board of All Day"]').waitFor()
  await expectAccessible(page)
  await page.locator('nav').getByRole('link', { name: 'Menus' }).click()
  await page.locator('.group').first().waitFor()
  await page.goto(address)
  await page.getByRole('button', { name: 'Forget key' }).click()
  await page.getByLabel('API key').waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
})

test('pages that need JavaScript say so', async () => {
  for (const path of ['/app/', '/app/menus', '/app/stock']) {
    const page = await openPage(`${address}${path}`, { javaScriptEnabled: false })
    expect(await page.locator('noscript').innerText()).toContain('needs JavaScript')
  }
})

test.each([
  ['/', 11_400],
  ['/app/', 24_900],
  ['/app/menus', 17_300],
  ['/app/stock', 20_300],
])('the scripts of %s weigh at most %i bytes, gzipped', async (path, most) => {
  const html = await (await fetch(`${address}${path}`)).text()
  const names = Array.from(html.matchAll(/(?:href|src)="([^"]+\.js)"/g), ([, name]) => name ?? '')
  expect(names).toHaveLength(2)
  const scripts = names.map(async (name) => (await fetch(new URL(name, address + path))).text())
  const weight = (await Promise.all(scripts)).reduce((sum, script) => sum + gzipSync(script).length, 0)
  expect(weight).toBeLessThanOrEqual(most)
})
