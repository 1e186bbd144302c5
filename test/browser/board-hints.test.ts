import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { CAFE, LARGE, openBoard, SMALL, startBoardService } from '../support/board.ts'
import { expectAccessible, openPage, takeScreenshot } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
const TYPOS = `menus=cafe&menus=lunhc&theme=Paper&currency=${encodeURIComponent('€')}&locale=deutsch`

const { server } = await startBoardService([CAFE, LARGE, SMALL, { ...SMALL, id: 'lunch,dinner' }])
const { address } = server
afterAll(() => server.stop())

const hints = (page: Page) => page.locator('#hints p')
const MENU_HINT = /^Unknown menu/

async function expectNoOverlap(page: Page): Promise<void> {
  const boxes = await Promise.all([
    page.locator('#menu').boundingBox(),
    page.locator('#hints').boundingBox(),
    page.locator('#pages').boundingBox(),
  ])
  const [menu, hint, pages] = boxes.map((box) => ({
    top: box?.y ?? 0,
    bottom: (box?.y ?? 0) + (box?.height ?? 0),
  }))
  expect(menu?.bottom).toBeLessThanOrEqual(hint?.top ?? 0)
  // Browsers round each of them to a 64th of a pixel.
  expect(hint?.bottom).toBeLessThanOrEqual((pages?.top ?? 0) + 0.1)
}

describe.each(SCREENS)('on a $width × $height screen', (viewport) => {
  test('mistakes in the address are listed below the menu for one minute', async () => {
    const page = await openBoard(address, TYPOS, { viewport, hasClock: true, locale: 'en-US' })
    await hints(page).filter({ hasText: MENU_HINT }).waitFor()
    expect((await hints(page).allTextContents()).map((hint) => hint.split('.')[0])).toEqual([
      'Unknown locale “deutsch”',
      'Unknown theme “Paper”',
      'Unknown currency “€”',
      'Unknown menu “lunhc”',
    ])
    await page.getByText('Lemonade').waitFor()
    await takeScreenshot(page, `board-hints-${viewport.width}`)
    await expectNoOverlap(page)
    await expectAccessible(page)

    const before = (await page.locator('#menu').boundingBox())?.height ?? 0
    await page.clock.fastForward(61_000)
    await expect.poll(() => hints(page).count()).toBe(0)
    await expect.poll(async () => (await page.locator('#menu').boundingBox())?.height).toBeGreaterThan(before)
    await page.locator('.page:not(.hidden-page) .row', { hasText: 'Lemonade' }).waitFor()
    await takeScreenshot(page, `board-hints-gone-${viewport.width}`)
  })
})

test('an unknown menu is reported for one minute, then only the message for an empty menu remains', async () => {
  const page = await openPage(`${address}/app/board?menus=lunhc&locale=en#key=${KEY}`, { hasClock: true })
  await hints(page).filter({ hasText: '“lunhc”' }).waitFor()
  await page.getByText('Nothing on the menu right now.').waitFor()
  await takeScreenshot(page, 'board-hints-no-menu')
  await page.clock.fastForward(61_000)
  await expect.poll(() => hints(page).count()).toBe(0)
  expect(await page.locator('#message').textContent()).toBe('Nothing on the menu right now.')
})

test('a comma in the id of a menu is no mistake', async () => {
  const page = await openBoard(
    address,
    'menus=lunch,dinner&menus=["lunch,dinner"]&menus=cafe,["lunhc"]&menus=small,brunch',
  )
  await hints(page).filter({ hasText: MENU_HINT }).waitFor()
  expect(await hints(page).allTextContents()).toEqual([
    'Unknown menu “["lunhc"]”, “brunch”. The page /app/menus lists the menus of this key.',
  ])
})

test.each([
  [
    'all values are valid',
    'menus=cafe,small&menus=["large"]&theme=cafe&currency=eur&locale=de-AT&diagonal=65&distance=2.5&screen=1of2&soldout=hide',
  ],
  ['values are empty', 'menus=&theme=&currency=&locale=&diagonal=&distance=&screen=&soldout='],
  ['there are no parameters', ''],
])('shows no hints if %s', async (_, query) => {
  const page = await openPage('about:blank')
  const menus = page
    .waitForResponse((response) => response.url().endsWith('/v1/menus'))
    .catch(() => undefined)
  await page.goto(`${address}/app/board?${query}#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  if (query.includes('menus=cafe')) expect((await menus)?.status()).toBe(200)
  expect(await hints(page).count()).toBe(0)
})

test('each mistake in other parameters is listed, and the defaults are used', async () => {
  const wrong = {
    ...{ marks: 'icons', labelling: 'usa' },
    ...{ diagonal: 'tall', distance: '3m', screen: '4of3', maxpages: 'few', soldout: 'remove' },
  }
  const page = await openBoard(address, `menus=small&${new URLSearchParams(wrong)}`)
  await page.getByText('Treacle Tart').waitFor()
  expect(await hints(page).allTextContents()).toEqual(
    Object.entries(wrong).map(
      ([name, value]) => `Unknown ${name} “${value}”. The reference of the board at /docs has the values.`,
    ),
  )
})

test('a screen that is too small for its distance is reported', async () => {
  const page = await openBoard(address, 'menus=cafe&diagonal=24&distance=5')
  expect(await hints(page).allTextContents()).toEqual([
    'A screen of 24 inches is too small to be read from 5 metres.',
  ])
})

test('hints show markup as text, and are short even for long values', async () => {
  const markup = `<b onclick=alert(1)>${'x'.repeat(3000)}`
  const many = Array.from({ length: 300 }, (_, n) => `menu-${n}`).join(',')
  const query = `menus=cafe,${many}&theme=${encodeURIComponent(markup)}&locale=ar-EG`
  const page = await openBoard(address, query)
  await hints(page).filter({ hasText: 'menu-0' }).waitFor()
  await takeScreenshot(page, 'board-hints-long')
  expect(await page.locator('#hints b').count()).toBe(0)
  expect(await page.locator('#hints').getAttribute('dir')).toBe('ltr')
  for (const text of await hints(page).allTextContents()) expect(text.length).toBeLessThan(200)
  await expectNoOverlap(page)
})

test('descriptions stay up to as many pages as the address allows', async () => {
  const [plain, long, short] = await Promise.all(
    ['', '&maxpages=20', '&maxpages=2'].map((more) => openBoard(address, `menus=large&locale=en${more}`)),
  )
  const descriptions = (page: Page | undefined) => page?.locator('.page:visible .description:visible').count()
  expect(await descriptions(plain)).toBe(0)
  expect(await descriptions(long)).toBeGreaterThan(0)
  expect(await long?.locator('.page').count()).toBeLessThanOrEqual(20)
  expect(await descriptions(short)).toBe(0)
})
