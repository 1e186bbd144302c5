import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import guides from '../../src/pages/reference/guides.json' with { type: 'json' }
import {
  expectGoodLook,
  expectNoSidewaysScroll,
  openPage,
  takeScreenshot,
  WINDOWS,
} from '../support/browser.ts'
import { startProxy } from '../support/http-proxy.ts'
import { startDemo } from '../support/process.ts'

const { address } = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })
const KEY = '#key=demo-quayside-key'

/** A proxy puts a path in front of the service. */
const behindProxy = `${await startProxy(address, ({ request, pass }) => {
  request.url = request.url?.replace(/^\/in\/front/, '')
  return pass()
})}/in/front`

/** Sends the request of the first route from the page, and returns the response that it shows. */
async function tryFirstRoute(page: Page) {
  await page
    .getByRole('button', { name: /^Test Request/ })
    .first()
    .click()
  const [response] = await Promise.all([
    page.waitForResponse((each) => each.url().includes('/devices/')),
    page.getByRole('button', { name: /^Send/ }).first().click(),
  ])
  return response
}

test('the routes fit any window', async () => {
  const page = await openPage(`${address}/docs${KEY}`)
  await page.getByRole('heading', { name: 'One device' }).first().waitFor()
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport)
    await expectNoSidewaysScroll(page)
    await takeScreenshot(page, `docs-${viewport.width}`)
  }
})

test.each([address, behindProxy])('a request is sent with the key of the address: %s', async (front) => {
  const page = await openPage(`${front}/docs/${KEY}`)
  const response = await tryFirstRoute(page)
  expect(response.url()).toBe(`${front}/devices/c4%3A23%3A60%3A91%3Ac0%3A03`)
  expect(response.status()).toBe(200)
  await page.getByText('Quayside Window').first().waitFor()
  expect(page.url()).not.toContain('demo-quayside-key')
})

test('the guides are pages, which fit any window and whose links work', async () => {
  const page = await openPage(`${address}/docs`)
  await page.getByRole('link', { name: 'Follow menus from a program' }).waitFor()
  for (const name of ['Authentication', 'Errors', 'Paging', 'Limits', 'Freshness'])
    await page.getByRole('heading', { name, exact: true }).first().waitFor()
  expect(await page.getByPlaceholder(/^(Token|Key)$/).count()).toBe(
    await page.getByPlaceholder(/^\w/).count(),
  )
  expect(await page.getByText('Bearer: bearer').filter({ visible: true }).count()).toBe(0)
  const addresses = new Set((await linksOf(page)).filter((link) => link.includes('/docs/')))
  expect(addresses.size).toBe(Object.keys(guides).length)
  const links = new Set<string>()
  const guide = await openPage('about:blank', { javaScriptEnabled: false })
  for (const one of addresses) {
    await guide.goto(one)
    expect(await guide.getByRole('heading', { level: 1 }).count()).toBe(1)
    for (const link of await linksOf(guide)) links.add(link)
  }
  for (const link of links) await expectWorking(link)
})

const linksOf = (page: Page) =>
  page
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => new URL(link.getAttribute('href') ?? '', document.baseURI).href))

async function expectWorking(link: string): Promise<void> {
  const response = await fetch(link)
  expect(response.status, link).toBe(200)
  const { hash } = new URL(link)
  if (hash) expect(await response.text(), link).toContain(`id="${hash.slice(1)}"`)
}

test.each(WINDOWS)(
  'a guide is accessible and fits a window of $width px, in light and dark',
  async (viewport) => {
    const page = await openPage(`${address}/docs/follow-menus`, { viewport })
    await expectGoodLook(page, 'guide')
  },
)
