import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { CAFE, EMPTY, startBoardService } from '../support/board.ts'
import { openPage, takeScreenshot } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'
import { expectReadable } from '../support/each-look.ts'

const REJECTED = { expectedErrors: /^Failed to load resource: .* 401/ }
const INVALID_KEY = 'The key in this screen’s address is not valid.'
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]

const { server } = await startBoardService([CAFE, EMPTY])
const board = `${server.address}/app/board?locale=en&title=Crumb`
afterAll(() => server.stop())

const message = (page: Page, text: string) => page.locator('#message', { hasText: text }).waitFor()

/** Returns the horizontal distance of a text from the middle of the screen. */
function offCentre(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right } = range.getBoundingClientRect()
    return Math.abs((left + right - window.innerWidth) / 2)
  })
}

describe.each(LOOKS)('the look %s', (look) => {
  test.each([
    ['no key', '&menus=cafe', 'To show a menu on this screen, make its link on a computer'],
    ['an empty menu', `&menus=empty#key=${KEY}`, 'Nothing on the menu right now.'],
  ])('has title and message in the middle, and readable: %s', async (name, address, text) => {
    const page = await openPage(`${board}&theme=${look}${address}`)
    await message(page, text)
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport)
      await takeScreenshot(page, `board-${name.replaceAll(' ', '-')}-${look}-${viewport.width}`)
      expect(await offCentre(page, '#title')).toBeLessThan(look === 'food-court' ? Infinity : 2)
      expect(await offCentre(page, '#message')).toBeLessThan(2)
      await expectReadable(page, '#message')
    }
  })
})

test('a rejected key is reported as invalid', async () => {
  const page = await openPage(`${board}&menus=cafe#key=mistyped`, REJECTED)
  await message(page, INVALID_KEY)
  await page.reload()
  await message(page, INVALID_KEY)
})
