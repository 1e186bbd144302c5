import { expect, test } from 'vitest'
import { expectGoodLook, openPage, WINDOWS } from '../support/browser.ts'
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
    './app/',
    './app/board?theme=burger',
    './app/menus',
    './app/stock',
    './docs',
    './openapi.json',
  ])
  for (const link of links)
    expect((await fetch(new URL(String(link), address))).status, String(link)).toBe(200)
})

test('pages that need JavaScript say so', async () => {
  for (const path of ['/app/', '/app/menus', '/app/stock']) {
    const page = await openPage(`${address}${path}`, { javaScriptEnabled: false })
    expect(await page.locator('noscript').innerText()).toContain('needs JavaScript')
  }
})
