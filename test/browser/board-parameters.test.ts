import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { CAFE, EMPTY, openBoard, startBoardService } from '../support/board.ts'
import { BURGER_BAR } from '../support/board-menus.ts'
import { expectAccessible, openPage, takeScreenshot } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'

const { server } = await startBoardService([CAFE, BURGER_BAR, EMPTY])
const { address } = server
afterAll(() => server.stop())

describe.each(LOOKS)('the look %s', (theme) => {
  test('meets WCAG 2.2 AA and best practices', async () => {
    const page = await openBoard(address, `menus=cafe&theme=${theme}&title=The%20Kettle&currency=EUR`)
    await takeScreenshot(page, `board-${theme}`)
    expect(await page.locator('html').getAttribute('data-look')).toBe(theme)
    await expectAccessible(page)
  })

  test('meets them with several pages, labels and pills', async () => {
    const page = await openBoard(address, `menus=burger-bar&theme=${theme}&distance=5`)
    expect(await page.locator('.page').count()).toBeGreaterThan(1)
    await expectAccessible(page)
  })
})

test('prices are formatted for the currency and the locale', async () => {
  const page = await openBoard(address, 'menus=cafe&currency=eur&locale=de-AT')
  const price = page.locator('.row', { hasText: 'Lemonade' }).locator('.price')
  const expected = new Intl.NumberFormat('de-AT', { style: 'currency', currency: 'EUR' }).format(4.2)
  expect(await price.textContent()).toBe(expected)
  expect(await page.locator('html').getAttribute('lang')).toBe('de-AT')
  expect(await page.locator('.sold-out').first().textContent()).toBe('Ausverkauft')
})

test('prices are plain numbers without a currency', async () => {
  const page = await openBoard(address, 'menus=cafe&locale=en-GB')
  expect(await page.locator('.row', { hasText: 'Lemonade' }).locator('.price').textContent()).toBe('4.20')
})

test('prices and times have Latin digits if the locale asks for them', async () => {
  const page = await openBoard(address, 'menus=cafe&currency=egp&locale=ar-EG-u-nu-latn')
  const price = page.locator('.row', { hasText: 'Lemonade' }).locator('.price')
  expect(await price.textContent()).toMatch(/4\.20.*ج\.م\./)
  expect(await page.locator('html').getAttribute('lang')).toBe('ar-EG-u-nu-latn')
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
})

test.each([
  ['zh-TW', 'zh-Hant-TW'],
  ['zh', 'zh-Hans-CN'],
  ['ja', 'ja'],
])('the locale %s marks the page as %s, which chooses the shapes of its characters', async (locale, lang) => {
  const page = await openBoard(address, `menus=cafe&locale=${locale}`)
  expect(await page.locator('html').getAttribute('lang')).toBe(lang)
})

test('invalid values fall back to defaults', async () => {
  const query = 'menus=cafe&currency=EURO&locale=_nonsense_&theme=pink'
  const page = await openBoard(address, query, { locale: 'en-US' })
  expect(await page.locator('html').getAttribute('data-look')).toBe('slate')
  expect(await page.locator('html').getAttribute('lang')).toBe('en-US')
  expect(await page.locator('.row', { hasText: 'Lemonade' }).locator('.price').textContent()).toBe('4.20')
})

test('a right-to-left locale puts prices on the left', async () => {
  const page = await openBoard(address, 'menus=cafe&locale=ar-EG&currency=EGP')
  await takeScreenshot(page, 'board-rtl')
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  const row = page.locator('.row', { hasText: 'Lemonade' })
  const [name, price] = [await row.locator('.name').boundingBox(), await row.locator('.price').boundingBox()]
  expect(price?.x).toBeLessThan(name?.x ?? 0)
  await expectAccessible(page)
})

test('the title parameter is the heading of the board', async () => {
  const page = await openBoard(address, `menus=cafe&title=${encodeURIComponent('<b>Kettle</b> & Co')}`)
  expect(await page.locator('h1').textContent()).toBe('<b>Kettle</b> & Co')
  expect(await page.title()).toBe('<b>Kettle</b> & Co')
})

test('groups select as they do for /v1/groups', async () => {
  const page = await openBoard(address, 'menus=cafe&groups=group-Breakfast')
  expect(await page.locator('h2').allTextContents()).toEqual(['Breakfast'])
})

test('an empty menu shows a message', async () => {
  const page = await openPage(`${address}/app/board?menus=empty&locale=en#key=${KEY}`)
  const message = page.getByText('Nothing on the menu right now.')
  await message.waitFor()
  await expectAccessible(page)
})

test('without a key the page says where its link is made', async () => {
  const page = await openPage(`${address}/app/board?menus=cafe`)
  await page.getByText(`make its link on a computer, on this page: ${address}/app/menus`).waitFor()
  await expectAccessible(page)
})
