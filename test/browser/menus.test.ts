import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  expectAccessible,
  expectGoodLook,
  expectNoSidewaysScroll,
  openPage,
  stopClock,
  WINDOWS,
} from '../support/browser.ts'
import { signage } from '../support/commands.ts'
import { newDatabaseUrl } from '../support/database.ts'
import { group, item, KEY, menu, menusDocument } from '../support/documents.ts'
import { startDemo, startServer } from '../support/process.ts'

const { address } = await startDemo({ MAX_EVENT_LOOP_DELAY_MS: '0' })
const DEMO_MENUS = `${address}/app/menus#key=demo-operations-key`
/** With a clock that can be stopped, because “Copied” is shown for two seconds only. */
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'], hasClock: true }
const REJECTED = /the server responded with a status of 401/

async function serve(document: object) {
  const environment = { DATABASE_URL: await newDatabaseUrl() }
  const { code, stderr } = await signage(['import', '-'], { environment, input: JSON.stringify(document) })
  expect(code, stderr).toBe(0)
  const server = await startServer({ ...environment, MAX_EVENT_LOOP_DELAY_MS: '0' })
  return { ...server, menus: `${server.address}/app/menus#key=${KEY}` }
}

const shown = (page: Page, amount: string) => page.locator('#amount', { hasText: amount }).waitFor()

async function copied(page: Page, form: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${form}` }).click()
  await page.getByRole('button', { name: `Copied ${form}` }).waitFor()
  return page.evaluate(() => navigator.clipboard.readText())
}

describe('with the menus of the demo', () => {
  test.each(WINDOWS)('is accessible and fits a window of $width px, in light and dark', async (viewport) => {
    const page = await openPage(DEMO_MENUS, { viewport })
    await shown(page, '7 groups, 14 items')
    await expectGoodLook(page, 'menus')
  })

  test('the address of the page contains the selected menus, but not the key', async () => {
    const page = await openPage(DEMO_MENUS)
    await shown(page, '7 groups, 14 items')
    await page.getByRole('checkbox', { name: 'Kids Menu' }).check()
    await shown(page, '11 groups, 23 items')
    await page.getByRole('checkbox', { name: 'All Day' }).uncheck()
    await shown(page, '4 groups, 9 items')
    expect(page.url()).toBe(`${address}/app/menus?menus=0235544a-d4c8-4354-ae12-512e6c643be6`)
    await page.reload()
    await shown(page, '4 groups, 9 items')
    await page.getByRole('checkbox', { name: 'Kids Menu' }).uncheck()
    await page.getByText('Choose a menu.').waitFor()
    await expectAccessible(page)
  })

  test('an item shows its price, calories and tags, and says in words that it is out of stock', async () => {
    const page = await openPage(DEMO_MENUS)
    await shown(page, '7 groups, 14 items')
    const feta = page.locator('.item', { hasText: 'Whipped Feta' })
    expect(await feta.innerText()).toMatch(
      /^Whipped Feta\s+Out of stock\s+7\.25\s+280 cal\s+diet:vegetarian$/,
    )
    const fish = page.locator('.item', { hasText: 'Market Fish' })
    expect(await fish.locator('.price').innerText()).toBe('')
    const water = page.locator('.item', { hasText: 'Tap Water' })
    expect(await water.locator('.price').innerText()).toBe('0.00')
    const steak = page.locator('.item', { hasText: 'Flat Iron Steak' })
    expect(await steak.locator('.item .name').allInnerTexts()).toEqual(['Regular', 'Large'])
  })

  test('groups are collapsed and expanded, also with the keyboard', async () => {
    const page = await openPage(DEMO_MENUS)
    await shown(page, '7 groups, 14 items')
    await page.getByRole('button', { name: 'Collapse all' }).click()
    expect(await page.locator('.item').count()).toBe(0)
    expect(await page.locator('.group').count()).toBe(2)
    await expectAccessible(page)
    await page.locator('summary', { hasText: 'Specials' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Tap Water').waitFor()
    await page.keyboard.press('Space')
    await page.getByText('Tap Water').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Expand all' }).click()
    expect(await page.locator('.group').count()).toBe(7)
  })

  test('the search finds groups and items at any depth', async () => {
    const page = await openPage(DEMO_MENUS)
    await shown(page, '7 groups, 14 items')
    await page.getByRole('button', { name: 'Collapse all' }).click()
    const search = page.getByRole('searchbox')
    await search.fill('vegan')
    await page.getByText('2 items', { exact: true }).waitFor()
    expect(await page.locator('.item .name').allInnerTexts()).toEqual([
      'Tomato and Basil Soup',
      'Miso Aubergine',
    ])
    await page.getByText('Food › Mains › Bowls').waitFor()
    await search.fill('GRILL charcoal')
    await page.getByText('1 group', { exact: true }).waitFor()
    await expectAccessible(page)
    await search.fill('no such dish')
    await page.getByText('No matches').waitFor()
    await search.fill('')
    expect(await page.locator('.group').count()).toBe(2)
  })

  test('the tags of the groups in view are listed, and selecting some requests groups that have all of them', async () => {
    const page = await openPage(DEMO_MENUS)
    await page.getByRole('checkbox', { name: 'course:main 3' }).check()
    await shown(page, '3 groups, 7 items')
    await page.getByRole('checkbox', { name: 'diet:vegetarian 1' }).check()
    await shown(page, '1 group, 2 items')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('tag')
    expect(await page.locator('#tags').innerText()).toMatch(/^course:main\s+1\s+diet:vegetarian\s+1$/)
    await expectAccessible(page)
    await page.reload()
    await shown(page, '1 group, 2 items')
    await page.getByRole('checkbox', { name: 'course:main' }).uncheck()
    await page.getByRole('checkbox', { name: 'diet:vegetarian' }).uncheck()
    await page.getByRole('checkbox', { name: 'location:Provence, France 1' }).check()
    await shown(page, '1 group, 2 items')
    await page.getByRole('heading', { name: 'Menus', exact: true }).waitFor()
  })

  test('copied requests return what is in view, and the key is shown only on request', async () => {
    const page = await openPage(DEMO_MENUS, CLIPBOARD)
    await page.getByText('For developers').click()
    await page.getByRole('checkbox', { name: 'course:main 3' }).check()
    await shown(page, '3 groups')
    await stopClock(page)
    expect(await page.locator('#formats').innerText()).not.toContain('demo-operations-key')
    const url = await copied(page, 'URL')
    const response = await fetch(url, { headers: { 'x-api-key': 'demo-operations-key' } })
    const { metadata, groups } = (await response.json()) as { metadata: unknown; groups: { name: string }[] }
    expect(metadata).toEqual({ groups: { total: 3 } })
    expect(await page.locator('#tree > .group > summary .name').allInnerTexts()).toEqual(
      groups.map(({ name }) => name),
    )
    expect(await copied(page, 'curl')).toBe(`curl --compressed -H 'X-API-Key: demo-operations-key' '${url}'`)
    const program = await copied(page, 'fetch')
    const run = new Function(`return (async () => { ${program}; return groups })()`)
    expect(await run()).toEqual(groups)
    await page.clock.resume()
    await page.getByLabel('Show key').check()
    expect(await page.locator('#formats').innerText()).toContain('demo-operations-key')
    await expectAccessible(page)
  })

  test('copies without the Clipboard API', async () => {
    const page = await openPage(DEMO_MENUS, CLIPBOARD)
    await page.getByText('For developers').click()
    await shown(page, '7 groups')
    await stopClock(page)
    await page.evaluate(() => {
      const read = navigator.clipboard.readText.bind(navigator.clipboard)
      Object.defineProperty(navigator, 'clipboard', { value: { readText: read } })
    })
    expect(await copied(page, 'URL')).toMatch(/^http:.*\/v1\/groups\?menus=/)
  })

  test('shows the size and the time of the response', async () => {
    const page = await openPage(DEMO_MENUS)
    await page.getByText('For developers').click()
    await page.locator('#transferred', { hasText: /^[\d.,]+ (kB|bytes?)$/ }).waitFor()
    await page.locator('#uncompressed', { hasText: /^[\d.,]+ (kB|bytes?)$/ }).waitFor()
    await page.locator('#duration', { hasText: /^[\d.,]+ ms$/ }).waitFor()
  })

  test('an invalid key is rejected with an explanation, and a key is forgotten on request', async () => {
    const page = await openPage(`${address}/app/menus`, { expectedErrors: REJECTED })
    await expectAccessible(page)
    await page.getByLabel('API key').fill('no-such-key')
    await page.keyboard.press('Enter')
    await page.getByText('This key is not valid').waitFor()
    await page.getByLabel('API key').fill('demo-menus-only-key')
    await page.keyboard.press('Enter')
    await shown(page, 'groups')
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

  test('groups of two menus with the same ids are all counted, also with a tag', async () => {
    const tags = ['hot']
    const twin = (id: string) =>
      menu(id, { groups: [group('g', { tags, groups: [group('inner', { tags, items: [item('i')] })] })] })
    const { menus } = await serve(menusDocument(twin('one'), twin('two')))
    const page = await openPage(menus)
    await page.getByRole('checkbox', { name: 'two' }).check()
    await shown(page, '4 groups, 2 items')
    await page.getByRole('checkbox', { name: 'hot 4' }).check()
    await page.getByRole('checkbox', { name: 'hot 4', checked: true }).waitFor()
    await shown(page, '4 groups, 2 items')
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
    await page.getByRole('checkbox', { name: 'hot 1' }).check()
    await page.getByRole('button', { name: 'Filter: lunch, hot', expanded: true }).click()
    expect(await page.locator('#selection').isVisible()).toBe(false)
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
    expect(await page.locator('#notice').textContent()).toBe('')
    await expectAccessible(page)
  })

  test('ten thousand items in one group, and as many in a hundred groups, are shown in batches', async () => {
    const items = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        item(`${prefix} ${index}`, { price: index / 100, tags: [`t${index % 7}`] }),
      )
    const many = Array.from({ length: 100 }, (_, index) =>
      group(`Group ${index}`, { tags: [`tag ${index}`], items: items(`G${index} dish`, 100) }),
    )
    const wide = group('Wide', { items: items('Dish', 10_000) })
    const { menus } = await serve(menusDocument(menu('m', { groups: [wide, ...many] })))
    const page = await openPage(menus)
    await shown(page, '101 groups, 20,000 items')
    expect(await page.locator('.item').count()).toBe(0)
    await page.getByText('Wide').click()
    await page.getByText('Dish 99', { exact: true }).waitFor({ state: 'attached' })
    expect(await page.locator('.item').count()).toBeLessThanOrEqual(200)
    await page.getByRole('button', { name: 'Show 100 more' }).scrollIntoViewIfNeeded()
    await page.getByText('Dish 199', { exact: true }).waitFor({ state: 'attached' })
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('dish 9999')
    await page.getByText('1 item', { exact: true }).waitFor()
    await page.getByRole('searchbox').fill('dish')
    await page.locator('#matches', { hasText: '20,000 items' }).waitFor()
    expect(await page.locator('.item').count()).toBeLessThanOrEqual(200)
    await page.getByRole('button', { name: 'Show all 100 tags' }).click()
    expect(await page.locator('#tags li:visible').count()).toBe(100)
  })
})
