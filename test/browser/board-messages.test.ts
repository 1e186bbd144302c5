import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { hashKey, keyId } from '../../src/auth/credential.ts'
import { CAFE, EMPTY, openBoard, startBoardService } from '../support/board.ts'
import { openPage, photograph } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'

const REFUSED = { expectedErrors: /^Failed to load resource: .* 401/ }
const NOT_VALID = 'The key in this screen’s address is not valid.'
const NOT_ANY_MORE = 'This screen’s access has expired.'
const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]

const { server } = await startBoardService([CAFE, EMPTY])
const board = `${server.address}/app/board?locale=en&title=Crumb`
afterAll(() => server.stop())

const message = (page: Page, text: string) => page.locator('#message', { hasText: text }).waitFor()

/** How far the text of an element is from the middle of the screen, sideways. */
function offCentre(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right } = range.getBoundingClientRect()
    return Math.abs((left + right - window.innerWidth) / 2)
  })
}

describe.each(SCREENS)('on a screen of $width by $height', (viewport) => {
  test.each([
    ['no key', '&menus=cafe', 'The address of a board has the form'],
    ['a wrong key', '&menus=cafe#key=wrong', NOT_VALID],
    ['an empty menu', `&menus=empty#key=${KEY}`, 'Nothing on the menu right now.'],
  ])('title and message stand in the middle: %s', async (name, address, text) => {
    const page = await openPage(board + address, { viewport, ...REFUSED })
    await message(page, text)
    await photograph(page, `board-${name.replaceAll(' ', '-')}-${viewport.width}`)
    expect(await offCentre(page, '#title')).toBeLessThan(2)
    expect(await offCentre(page, '#message')).toBeLessThan(2)
  })
})

describe('a key that is refused', () => {
  test('and never worked on this screen is not valid', async () => {
    const page = await openPage(`${board}&menus=cafe#key=mistyped`, REFUSED)
    await message(page, NOT_VALID)
    await page.reload()
    await message(page, NOT_VALID)
  })

  test('is called so in the language of the board', async () => {
    const page = await openPage(`${server.address}/app/board?locale=de#key=mistyped`, REFUSED)
    await message(page, 'Der Schlüssel in der Adresse dieses Bildschirms ist nicht gültig.')
    expect(await page.locator('#message').getAttribute('lang')).toBe('de')
  })

  test('but worked on this screen is not valid any more; a mistyped one beside it never was', async () => {
    const other = await startBoardService([CAFE])
    const address = `${other.server.address}/app/board?locale=en&menus=cafe`
    const page = await openBoard(other.server.address, 'locale=en&menus=cafe', REFUSED)
    const kept = () => page.evaluate(async () => (await (await caches.open('board-answers')).keys()).length)
    await expect.poll(kept).toBe(1)
    await other.run('keys', 'revoke', keyId(hashKey(KEY)))
    await page.reload()
    await message(page, NOT_ANY_MORE)
    await page.reload()
    await message(page, NOT_ANY_MORE)
    await page.goto(`${address}#key=mistyped`)
    await message(page, NOT_VALID)
    await other.server.stop()
  })
})
