import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { CAFE, LARGE, openBoard, SMALL, startBoardService } from '../support/board.ts'
import { expectAccessible, openPage, photograph } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
const TYPOS = `menus=cafe&menus=lunhc&theme=Paper&currency=${encodeURIComponent('€')}&locale=deutsch`

const { server, run } = await startBoardService([CAFE, LARGE, SMALL])
const { address } = server
afterAll(() => server.stop())

const hints = (page: Page) => page.locator('#hints p')
const MENU_HINT = /^Unknown menu/

async function expectNoOverlap(page: Page): Promise<void> {
  const boxes = await Promise.all([
    page.locator('#menu').boundingBox(),
    page.locator('#hints').boundingBox(),
    page.locator('#dots').boundingBox(),
  ])
  const [menu, hint, dots] = boxes.map((box) => ({
    top: box?.y ?? 0,
    bottom: (box?.y ?? 0) + (box?.height ?? 0),
  }))
  expect(menu?.bottom).toBeLessThanOrEqual(hint?.top ?? 0)
  expect(hint?.bottom).toBeLessThanOrEqual(dots?.top ?? 0)
}

describe.each(SCREENS)('on a screen of $width by $height', (viewport) => {
  test('what is mistyped in the address is told below the menu, for a minute', async () => {
    const page = await openBoard(address, TYPOS, { viewport, hasClock: true, locale: 'en-US' })
    await hints(page).filter({ hasText: MENU_HINT }).waitFor()
    expect((await hints(page).allTextContents()).toSorted()).toEqual([
      'Unknown currency “€”. Use a three-letter code, such as EUR.',
      'Unknown locale “deutsch”. Use a language tag, such as de-AT.',
      'Unknown menu “lunhc”. The page /app/menus lists the menus of this key.',
      'Unknown theme “Paper”. Use slate, paper or chalk.',
    ])
    await page.getByText('Lemonade').waitFor()
    await photograph(page, `board-hints-${viewport.width}`)
    await expectNoOverlap(page)
    await expectAccessible(page)

    const before = (await page.locator('#menu').boundingBox())?.height ?? 0
    await page.clock.fastForward(61_000)
    await expect.poll(() => hints(page).count()).toBe(0)
    await expect.poll(async () => (await page.locator('#menu').boundingBox())?.height).toBeGreaterThan(before)
    await page.locator('.row', { hasText: 'Lemonade' }).waitFor()
    await photograph(page, `board-hints-gone-${viewport.width}`)
  })
})

test('a menu that the key does not have is told, and after a minute only the calm sentence stays', async () => {
  const page = await openPage(`${address}/app/board?menus=lunhc&locale=en#key=${KEY}`, { hasClock: true })
  await hints(page).filter({ hasText: '“lunhc”' }).waitFor()
  await page.getByText('Nothing on the menu right now.').waitFor()
  await photograph(page, 'board-hints-no-menu')
  await page.clock.fastForward(61_000)
  await expect.poll(() => hints(page).count()).toBe(0)
  expect(await page.locator('#message').textContent()).toBe('Nothing on the menu right now.')
})

test.each([
  ['several ids with a comma', 'menus=cafe,lunhc'],
  ['a list as JSON', `menus=${encodeURIComponent('["cafe","lunhc"]')}`],
])('finds the unknown menu among %s', async (_, query) => {
  const page = await openBoard(address, `${query}&locale=en`)
  await hints(page).filter({ hasText: 'menu “lunhc”.' }).waitFor()
  expect(await hints(page).count()).toBe(1)
})

test.each([
  ['all is well', 'menus=cafe,small&menus=["large"]&theme=chalk&currency=eur&locale=de-AT'],
  ['values are empty', 'menus=&theme=&currency=&locale='],
  ['nothing is given', ''],
])('no hint is given where %s', async (_, query) => {
  const page = await openPage('about:blank')
  const menus = page
    .waitForResponse((response) => response.url().endsWith('/v1/menus'))
    .catch(() => undefined)
  await page.goto(`${address}/app/board?${query}#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  if (query.includes('menus=cafe')) expect((await menus)?.status()).toBe(200)
  expect(await hints(page).count()).toBe(0)
})

test('a hint is text, whatever the address holds, and no longer than it must be', async () => {
  const markup = `<b onclick=alert(1)>${'x'.repeat(3000)}`
  const many = Array.from({ length: 300 }, (_, n) => `menu-${n}`).join(',')
  const query = `menus=cafe,${many}&theme=${encodeURIComponent(markup)}&locale=ar-EG`
  const page = await openBoard(address, query)
  await hints(page).filter({ hasText: 'menu-0' }).waitFor()
  await photograph(page, 'board-hints-long')
  expect(await page.locator('#hints b').count()).toBe(0)
  expect(await page.locator('#hints').getAttribute('dir')).toBe('ltr')
  for (const text of await hints(page).allTextContents()) expect(text.length).toBeLessThan(200)
  await expectNoOverlap(page)
})

test('a board does without hints where their script does not come', async () => {
  const page = await openPage('about:blank', { expectedErrors: /net::ERR_/ })
  await page.route('**/app/board/hints.js', (route) => route.abort())
  await page.goto(`${address}/app/board?menus=cafe&theme=Paper#key=${KEY}`)
  await page.getByText('Lemonade').waitFor()
  expect(await hints(page).count()).toBe(0)
})

test('while it cannot be asked which menus the key has, the board goes on, and asks again', async () => {
  const page = await openPage('about:blank', { expectedErrors: /net::ERR_/ })
  await page.route('**/v1/menus', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.goto(`${address}/app/board?menus=cafe&menus=lunhc#key=${KEY}`)
  await page.getByText('Lemonade').waitFor()
  await failed
  expect(await hints(page).count()).toBe(0)
  expect(await page.locator('#mark').isVisible()).toBe(false)
  await page.unroute('**/v1/menus')
  await run('menus', 'stock', 'item-Lemonade', 'out')
  await hints(page).filter({ hasText: '“lunhc”' }).waitFor()
})
