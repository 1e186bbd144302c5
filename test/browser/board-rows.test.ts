/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { LARGE, openBoard, startBoardService } from '../support/board.ts'
import { openPage, takeScreenshot } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'
import { THREE_SIZES } from '../support/more-menus.ts'
import { CHICKEN_SHOP } from '../support/row-menus.ts'

/** Each look on a wide screen, on one that stands upright and is read from right to left, and on a phone. */
const SCREENS = [
  ['en-US', { width: 1920, height: 1080 }],
  ['ar-AE', { width: 1080, height: 1920 }],
  ['de', { width: 390, height: 844 }],
] as const
/** In pixels. */
const IN_LINE = 3
/** Items with one price, each with one that has sizes in the same group. */
const SINGLES = [
  ['Loaded Wrap', 'Tenders'],
  ['Loose Leaf Tea', 'Masala Chai'],
] as const

const { server } = await startBoardService([CHICKEN_SHOP, LARGE, THREE_SIZES])
const { address } = server
afterAll(() => server.stop())

const row = (page: Page, name: string) =>
  page.locator('.page:visible :is(.row, tr)', { hasText: name }).last()

/** Opens the basic board in a current browser, which can measure it. */
async function openBasic(query: string): Promise<Page> {
  const page = await openPage('about:blank', { viewport: { width: 1920, height: 1080 } })
  await page.addInitScript('delete HTMLScriptElement.prototype.noModule')
  await page.goto(`${address}/tv?${query}#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  return page
}

/** Returns the distances of a single price from the left and the right of the prices of sizes, in em. */
async function marginsOfSingle(page: Page, name: string, sized: string): Promise<readonly number[]> {
  const [single, columns] = await Promise.all([
    row(page, name).locator(':is(.price, .amount) >> nth=-1').boundingBox(),
    row(page, sized)
      .locator(':is(.price, .amount)')
      .evaluateAll((prices) => {
        const boxes = prices.map((price) => price.getBoundingClientRect())
        return {
          left: Math.min(...boxes.map(({ left }) => left)),
          right: Math.max(...boxes.map(({ right }) => right)),
          em: Number.parseFloat(getComputedStyle(prices[0] ?? document.body).fontSize),
        }
      }),
  ])
  const { x = 0, width = 0 } = single ?? {}
  return [(x - columns.left) / columns.em, (columns.right - x - width) / columns.em]
}

test.each(LOOKS)('a single price is in the middle of all sizes, and below none: %s', async (look) => {
  for (const [locale, viewport] of SCREENS) {
    const query = `menus=chicken-shop&theme=${look}&currency=USD&locale=${locale}`
    const page = await openBoard(address, query, { viewport })
    await takeScreenshot(page, `board-rows-${look}-${viewport.width}`)
    for (const [name, sized] of SINGLES) {
      const [start = 0, end = 0] = await marginsOfSingle(page, name, sized)
      expect(Math.min(start, end), `${name}, ${locale}`).toBeGreaterThan(0.5)
      // Columns are a little wider than their prices.
      expect(Math.abs(start - end), `${name}, ${locale}`).toBeLessThan(1)
    }
  }
})

test.each(['en-US', 'he'])('the basic board has a single price across all sizes: %s', async (locale) => {
  const page = await openBasic(`menus=chicken-shop&currency=USD&locale=${locale}`)
  await takeScreenshot(page, `basic-board-rows-${locale}`)
  for (const [name] of SINGLES) {
    const price = row(page, name).locator('td').last()
    const labels = await page.locator('table', { hasText: name }).last().locator('th').count()
    expect(labels).toBeGreaterThan(1)
    expect(await price.getAttribute('colspan')).toBe(`${labels}`)
    const distance = await price.locator('.amount').evaluate((amount) => {
      const text = document.createRange()
      text.selectNodeContents(amount)
      const [own, cell] = [text, amount.closest('td') ?? amount].map((one) => one.getBoundingClientRect())
      return Math.abs((own?.left ?? 0) + (own?.right ?? 0) - (cell?.left ?? 0) - (cell?.right ?? 0)) / 2
    })
    expect(distance).toBeLessThan(IN_LINE)
  }
})

test.each(['slate', 'food-court'])(
  'what says how to learn a price stays where there are no descriptions: %s',
  async (look) => {
    const page = await openBoard(address, `menus=large,chicken-shop&theme=${look}&locale=en-GB`)
    const texts = await page
      .locator('.page .row > .description')
      .evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).display !== 'none').map((one) => one.textContent),
      )
    expect(texts).toEqual(['Ask us which it is', 'Ask for today’s catch and its price'])
  },
)

test('the basic board keeps what says how to learn a price, too', async () => {
  const page = await openBasic('menus=large,chicken-shop&locale=en-GB')
  await page.locator('.page.none:visible').waitFor()
  const texts = await page
    .locator('.page tbody .description')
    .evaluateAll((all) =>
      all.filter((one) => getComputedStyle(one).display !== 'none').map((one) => one.textContent),
    )
  expect(texts).toContain('Ask for today’s catch and its price')
  expect(texts).not.toContain('Haddock in beer batter')
})

describe.each(['board', 'basic board'])('on the %s', (kind) => {
  const open = (query: string) => (kind === 'board' ? openBoard(address, query) : openBasic(query))
  const priceOf = async (page: Page, name: string) =>
    (await row(page, name).locator(':is(.price, .amount)').allTextContents()).filter((text) => text !== '')

  test.each([
    ['en-US', 'Free', '$1.50'],
    ['de', 'Gratis', '1,50\u00a0$'],
  ])(
    'a price of 0 is a word, and an option at no extra cost has no price: %s',
    async (locale, word, price) => {
      const page = await open(`menus=chicken-shop&currency=USD&locale=${locale}`)
      expect(new Set(await priceOf(page, 'Tap Water'))).toEqual(new Set([word]))
      expect(await page.locator('.page:visible').innerText()).not.toMatch(/0[.,]00/)
      expect(await priceOf(page, 'Tartare Sauce')).toEqual([])
      expect(new Set(await priceOf(page, 'Mushy Peas'))).toEqual(new Set([price]))
    },
  )
})

test.each(LOOKS)('a column that goes on with a group has its name, and no other words: %s', async (look) => {
  const page = await openBoard(address, `menus=chicken-shop,three-sizes&theme=${look}&locale=en-IE`)
  const leads = await page.locator('.page .repeated').evaluateAll((all) =>
    all.map((lead) => {
      const title = lead.querySelector('.title')
      return { name: title?.textContent ?? '', visibility: title && getComputedStyle(title).visibility }
    }),
  )
  const names = await page.locator('.page .heading:not(.repeated) .title').allTextContents()
  expect(leads.length).toBeGreaterThan(0)
  for (const { name, visibility } of leads) {
    expect(names).toContain(name)
    expect(visibility).toBe('visible')
  }
})
