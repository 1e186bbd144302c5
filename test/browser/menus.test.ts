import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectGoodLook,
  expectNoSidewaysScroll,
  openPage,
  WINDOWS,
} from '../support/browser.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseUrl } from '../support/database.ts'
import { group, item, KEY, menu, menusDocument } from '../support/documents.ts'
import { startDemo, startServer } from '../support/process.ts'

const { address } = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })
const DEMO_MENUS = `${address}/app/menus#key=demo-operations-key`
const REJECTED = /the server responded with a status of 401/

async function serve(document: object) {
  const environment = { DATABASE_URL: await newDatabaseUrl() }
  const put = async (next: object) => {
    const { code, stderr } = await signage(['import', '-'], { environment, input: JSON.stringify(next) })
    expect(code, stderr).toBe(0)
  }
  await put(document)
  const server = await startServer({ ...environment, MAX_EVENT_LOOP_DELAY_MS: '0' })
  return { ...server, put, menus: `${server.address}/app/menus#key=${KEY}` }
}

const shown = (page: Page, amount: string) => page.locator('#amount', { hasText: amount }).waitFor()

describe('with the menus of the demo', () => {
  test.each(WINDOWS)('is accessible and fits a window of $width px, in light and dark', async (viewport) => {
    const page = await openPage(DEMO_MENUS, { viewport })
    await shown(page, '2 groups')
    await expectGoodLook(page, 'menus')
  })

  test('the address of the page contains the selected menus, but not the key', async () => {
    const page = await openPage(DEMO_MENUS)
    await shown(page, '2 groups')
    await page.getByRole('checkbox', { name: 'Kids Menu' }).check()
    await shown(page, '4 groups')
    await page.getByRole('checkbox', { name: 'All Day' }).uncheck()
    await shown(page, '2 groups')
    expect(page.url()).toBe(`${address}/app/menus?menus=0235544a-d4c8-4354-ae12-512e6c643be6`)
    await page.reload()
    await shown(page, '2 groups')
    await page.getByRole('checkbox', { name: 'Kids Menu' }).uncheck()
    await page.getByText('Choose a menu.').waitFor()
    expect(await page.getByRole('button', { name: 'Make a board' }).isDisabled()).toBe(true)
    expect(await page.locator('.group, #developers').count()).toBe(0)
    await expectAccessible(page)
  })

  test('an item shows its price, calories and tags, and says in words that it is out of stock', async () => {
    const page = await openPage(DEMO_MENUS)
    await shown(page, '2 groups')
    const feta = page.locator('.item', { hasText: 'Whipped Feta' })
    expect(await feta.innerText()).toMatch(/^Whipped Feta\s+Sold out\s+7\.25\s+280 kcal\s+diet:vegetarian$/)
    const fish = page.locator('.item', { hasText: 'Market Fish' })
    expect(await fish.locator('.price').innerText()).toBe('')
    const water = page.locator('.item', { hasText: 'Tap Water' })
    expect(await water.locator('.price').innerText()).toBe('0.00')
    const steak = page.locator('.item', { hasText: 'Flat Iron Steak' })
    expect(await steak.locator('.item .name').allInnerTexts()).toEqual(['Regular', 'Large'])
  })

  test('groups are collapsed and expanded with the keyboard', async () => {
    const page = await openPage(DEMO_MENUS)
    await shown(page, '2 groups')
    expect(await page.locator('.group').count()).toBe(7)
    await page.locator('summary', { hasText: 'Specials' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Tap Water').waitFor({ state: 'hidden' })
    await expectAccessible(page)
    await page.keyboard.press('Space')
    await page.getByText('Tap Water').waitFor()
  })

  test('the search finds items at any depth, by their groups too', async () => {
    const page = await openPage(DEMO_MENUS)
    await shown(page, '2 groups')
    const search = page.getByRole('searchbox')
    await search.fill('vegan')
    await shown(page, '2 items')
    expect(await page.locator('.item .name').allInnerTexts()).toEqual([
      'Tomato and Basil Soup',
      'Miso Aubergine',
    ])
    await page.getByText('Food › Mains › Bowls').waitFor()
    await expectAccessible(page)
    await search.fill('FLAT mains')
    await page.locator('.item > .line', { hasText: 'Flat Iron Steak' }).waitFor()
    await search.fill('no such dish')
    await shown(page, 'No matches')
    await search.fill('')
    expect(await page.locator('.group').count()).toBe(7)
  })

  test('the tags of the groups in view are listed, and selecting some requests groups that have all of them', async () => {
    const page = await openPage(DEMO_MENUS)
    await page.getByRole('checkbox', { name: 'course:main' }).check()
    await shown(page, '3 groups')
    await page.getByRole('checkbox', { name: 'diet:vegetarian' }).check()
    await shown(page, '1 group')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('tag')
    expect(await page.locator('#tags').innerText()).toMatch(/^course:main\s+diet:vegetarian$/)
    await expectAccessible(page)
    await page.reload()
    await shown(page, '1 group')
    await page.getByRole('checkbox', { name: 'course:main' }).uncheck()
    await page.getByRole('checkbox', { name: 'diet:vegetarian' }).uncheck()
    await page.getByRole('checkbox', { name: 'location:Provence, France' }).check()
    await shown(page, '1 group')
    await page.getByRole('heading', { name: 'Menus', exact: true }).waitFor()
  })

  test('the request for what is in view is a command for developers, which is copied with and without the Clipboard API', async () => {
    const page = await openPage(DEMO_MENUS, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.getByText('For developers').click()
    await page.getByRole('checkbox', { name: 'course:main' }).check()
    await shown(page, '3 groups')
    const command = await page.locator('#developers pre').innerText()
    const [, url = ''] = /^curl --compressed -H 'X-API-Key: KEY' '(.*)'$/.exec(command) ?? []
    const response = await fetch(url, { headers: { 'x-api-key': 'demo-operations-key' } })
    const { groups } = (await response.json()) as { groups: { name: string }[] }
    expect(await page.locator('#tree > div > .group > summary .name').allInnerTexts()).toEqual(
      groups.map(({ name }) => name),
    )
    await expectAccessible(page)
    const read = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: 'Copy command' }).click()
    await expect.poll(read).toBe(command)
    await page.evaluate(async () => {
      const readText = navigator.clipboard.readText.bind(navigator.clipboard)
      await navigator.clipboard.writeText('')
      Object.defineProperty(navigator, 'clipboard', { value: { readText } })
    })
    await page.getByRole('button', { name: /Cop(y|ied) command/ }).click()
    await expect.poll(read).toBe(command)
  })

  test('an invalid key is rejected with an explanation, and a key is forgotten on request', async () => {
    const page = await openPage(`${address}/app/menus`, { expectedErrors: REJECTED })
    await expectAccessible(page)
    await page.getByLabel('API key').fill('no-such-key')
    await page.keyboard.press('Enter')
    await page.getByText('This key is not valid').waitFor()
    await page.getByLabel('API key').fill('demo-menus-only-key')
    await page.keyboard.press('Enter')
    await shown(page, 'group')
    await page.getByRole('button', { name: 'Forget key' }).click()
    expect(await page.locator('.group').count()).toBe(0)
    expect(await page.content()).not.toContain('demo-menus-only-key')
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })
})

describe('with unusual data', () => {
  test('markup is shown as text, and long names do not widen the page', async () => {
    const name = `<b onclick=alert(1)>${'Überlänge'.repeat(12)}</b>`
    const odd = item(name, { id: 'i', description: name, tags: [name], price: 1234.5, calories: 1200 })
    const { menus } = await serve(
      menusDocument(menu('m', { name, groups: [group(name, { id: 'g', tags: [name], items: [odd] })] })),
    )
    const page = await openPage(menus, { viewport: { width: 360, height: 740 }, locale: 'de-DE' })
    await page.getByText('1.234,50').waitFor()
    await page.getByRole('button', { name: 'Filter:' }).click()
    expect(await page.getByText(name).count()).toBeGreaterThan(5)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  test('groups of two menus may have the same ids', async () => {
    const twin = (id: string) =>
      menu(id, { groups: [group('g', { items: [item(`of ${id}`, { id: 'i' })] })] })
    const { menus } = await serve(menusDocument(twin('one'), twin('two')))
    const page = await openPage(menus)
    await page.getByRole('checkbox', { name: 'two' }).check()
    await shown(page, '2 groups')
    expect(await page.locator('.item .name').allInnerTexts()).toEqual(['of one', 'of two'])
  })

  test('the price stays on the line of a name that has several', async () => {
    const odd = item('Slowly braised '.repeat(9).trim(), { price: 18.5, inStock: false })
    const { menus } = await serve(menusDocument(menu('m', { groups: [group('Mains', { items: [odd] })] })))
    const page = await openPage(menus, { viewport: { width: 360, height: 740 } })
    const name = await page.locator('.line .name').boundingBox()
    const price = await page.locator('.line .price').boundingBox()
    expect(name?.height).toBeGreaterThan(2 * (price?.height ?? 0))
    expect(price?.y).toBe(name?.y)
    await expectNoSidewaysScroll(page)
  })

  test('a phone shows the menu first, and what is selected on the button that shows the filters', async () => {
    const { menus } = await serve(
      menusDocument(menu('lunch', { groups: [group('Soups', { tags: ['hot'] })] })),
    )
    const page = await openPage(menus, { viewport: { width: 390, height: 844 } })
    await page.getByText('Soups').waitFor()
    expect(await page.locator('#selection').isVisible()).toBe(false)
    const filter = page.getByRole('button', { name: 'Filter: lunch', expanded: false })
    await filter.click()
    await page.getByRole('checkbox', { name: 'hot' }).check()
    await page.getByRole('button', { name: 'Filter: lunch, hot', expanded: true }).click()
    expect(await page.locator('#selection').isVisible()).toBe(false)
  })

  test('on a phone, a long name of an item that is out of stock has most of the width', async () => {
    const soup = item('Roasted tomato and red pepper soup with basil oil', { inStock: false, price: 6.5 })
    const { menus } = await serve(
      menusDocument(menu('lunch', { groups: [group('Soups', { items: [soup] })] })),
    )
    const page = await openPage(menus, { viewport: { width: 390, height: 844 } })
    const line = page.locator('.item .line')
    const [whole, name] = [await line.boundingBox(), await line.locator('.name').boundingBox()]
    expect((name?.width ?? 0) / (whole?.width ?? 1)).toBeGreaterThan(0.7)
  })

  test('a key without menus gets an explanation, and the first steps', async () => {
    const { menus } = await serve(menusDocument())
    const page = await openPage(menus)
    await page.getByText('This key has no menu access yet.').waitFor()
    expect(await page.locator('.command pre').allTextContents()).toEqual([
      'signage template menu.xlsx',
      'signage import menu.xlsx',
      'signage keys grant KEY_ID MENU',
    ])
    expect(await page.locator('.notice').count()).toBe(0)
    await expectAccessible(page)
  })

  test('a large menu is collapsed, and a search shows the first matches', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => item(`Dish ${index}`, { price: index / 100 }))
    const { menus } = await serve(menusDocument(menu('m', { groups: [group('Wide', { items })] })))
    const page = await openPage(menus)
    await shown(page, '1 group')
    expect(await page.locator('.item').count()).toBe(0)
    const atOnce = await page.locator('.group summary').evaluate(async (summary: HTMLElement) => {
      summary.click()
      const items = document.getElementsByClassName('item')
      while (items.length === 0) await new Promise(requestAnimationFrame)
      return items.length
    })
    expect(atOnce).toBeLessThan(1000)
    await page.getByText('Dish 999', { exact: true }).waitFor({ state: 'attached' })
    await page.getByRole('searchbox').fill('dish')
    await shown(page, '1,000 items, the first 200')
    expect(await page.locator('.item').count()).toBe(200)
    await page.getByRole('searchbox').fill('dish 999')
    await shown(page, '1 item')
  })

  test('a change of the menu is shown without a reload', async () => {
    const { menus, put } = await serve(menusDocument(menu('m', { groups: [group('Soups')] })))
    const page = await openPage(menus, { hasClock: true })
    await page.getByText('Soups').waitFor()
    await put(menusDocument(menu('m', { groups: [group('Stews')] })))
    await page.clock.fastForward(16_000)
    await page.getByText('Stews').waitFor()
  })
})
