import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { expectGoodLook, openPage, WINDOWS } from '../support/browser.ts'
import { startDemo } from '../support/process.ts'

const { address } = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })
const ALL_DAY = '5303e8e5-d12b-45d6-aad5-5950c0f65a95'

async function openDialog(options = {}): Promise<Page> {
  // A preview that is replaced while it loads cannot load the rest of its files.
  const expected = { expectedErrors: /net::ERR_FAILED/ }
  const page = await openPage(`${address}/app/menus#key=demo-operations-key`, { ...expected, ...options })
  await page.locator('.group').first().waitFor()
  await page.getByRole('button', { name: 'Make a board' }).click()
  return page
}

const preview = (page: Page) => page.frameLocator('iframe')
const boardOf = async (page: Page) => new URL(String(await page.locator('#board').getAttribute('href')))
const colours = (page: Page) =>
  page.locator('.qr-code').evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement
    const pixels =
      (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? []
    return new Set(pixels).size
  })

test.each(WINDOWS)('is accessible and fits a window of $width px, in light and dark', async (viewport) => {
  const page = await openDialog({ viewport, screen: viewport })
  // Also on a phone the preview is that of a television, which has pages.
  await preview(page).locator('.page:visible').first().waitFor()
  await expect.poll(() => colours(page)).toBe(2)
  await expectGoodLook(page, 'make-board')
})

test('the link and the preview have only what is selected and entered, and the key in the fragment', async () => {
  const page = await openDialog()
  expect([...(await boardOf(page)).searchParams.keys()]).toEqual(['menus'])
  await page.getByRole('checkbox', { name: 'Specials' }).check()
  await page.getByLabel('Title').fill('The Copper Kettle')
  await page.getByLabel('Language').selectOption('de')
  await page.getByLabel('Currency').selectOption('EUR')
  await page.getByLabel('Size in inches').fill('65')
  await page.getByLabel('Screens side by side').selectOption('Screen 1 of 2')
  await preview(page).getByText('The Copper Kettle').first().waitFor()
  await preview(page).getByText('Gratis').first().waitFor()
  const board = await boardOf(page)
  expect(board.origin + board.pathname).toBe(`${address}/app/board`)
  const { groups, ...parameters } = Object.fromEntries(board.searchParams)
  expect(parameters).toEqual({
    menus: ALL_DAY,
    title: 'The Copper Kettle',
    locale: 'de',
    currency: 'EUR',
    diagonal: '65',
    screen: '1of2',
  })
  expect(groups).toBeTruthy()
  expect(board.hash).toBe('#key=demo-operations-key')
  await expect.poll(() => page.locator('iframe').getAttribute('src')).toBe(board.href)
})

test('each look is chosen by its picture, and the preview turns, without an entry in the history for each address', async () => {
  const page = await openDialog()
  await preview(page).locator('.page:visible').first().waitFor()
  const lengthBefore = await page.evaluate(() => history.length)
  const looks = page.locator('#looks input')
  expect(await looks.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual(LOOKS)
  await page.locator('.look', { hasText: 'wine' }).click()
  await preview(page).locator('html[data-look="wine"] .page:visible').first().waitFor()
  await page.getByRole('radio', { name: 'Portrait' }).check()
  const box = await page.locator('.screen').boundingBox()
  expect(box?.height).toBeGreaterThan(box?.width ?? 0)
  await page.locator('.look', { hasText: 'cafe' }).click()
  await preview(page).locator('html[data-look="cafe"] .page:visible').first().waitFor()
  expect(await page.evaluate(() => history.length)).toBe(lengthBefore)
})

test('the command creates a key for the menus of the board, and a key of the board replaces that of the page', async () => {
  const page = await openDialog()
  expect(await page.locator('.share .command pre').textContent()).toBe(
    `signage keys create --user USER --name Board --menu ${ALL_DAY}`,
  )
  await page.getByLabel('Key of the board').fill('demo-quayside-key')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await boardOf(page)).hash).toBe('#key=demo-quayside-key')
  await preview(page).locator('.page:visible').first().waitFor()
  // Escape closes the dialog, and neither a board nor a key stays in the page.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('iframe').count()).toBe(0)
  expect(await page.content()).not.toMatch(/demo-(operations|quayside)-key/)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('make-board')
})
