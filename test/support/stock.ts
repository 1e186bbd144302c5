import type { Locator, Page } from 'playwright-core'
import { CAFE, SMALL } from './board.ts'
import { openPage, type PageOptions } from './browser.ts'
import { device, KEY } from './documents.ts'

const key = (value: string, scopes: readonly string[], menus: readonly string[]) => ({
  key: value,
  name: value,
  user: 'ops',
  scopes,
  menus,
})

export const KEYS = {
  cook: 'key-of-a-cook',
  manager: KEY,
  board: 'key-of-a-board',
  dashboard: 'key-of-a-wall',
}

const ALL_DAY = { ...CAFE, name: 'All Day', location: { restaurantName: 'Copper Kettle', name: 'Quayside' } }

/** Two menus, keys that may change one or both of them or none, and a device. */
export const RESTAURANT = {
  users: [{ id: 'ops', name: 'Operations' }],
  menus: [ALL_DAY, SMALL],
  devices: [device('screen-1', { access: [{ user: 'ops', level: 'update' }] })],
  apiKeys: [
    key(KEYS.cook, ['menu:write'], ['cafe']),
    key(KEYS.manager, ['menu:write', 'device:heartbeat'], ['cafe', 'small']),
    key(KEYS.board, [], ['cafe']),
    key(KEYS.dashboard, ['device:read'], []),
  ],
}

const PHONE = { viewport: { width: 360, height: 740 }, locale: 'en-US' }

/** Opens the page for the kitchen, and waits until it shows items. */
export async function openStock(
  address: string,
  options: PageOptions = {},
  keyOf = KEYS.cook,
): Promise<Page> {
  const page = await openPage(`${address}/app/stock#key=${keyOf}`, { ...PHONE, ...options })
  await page.locator('.item').first().waitFor()
  return page
}

/** The row of an item in its group. */
export function rowOf(page: Page, name: string): Locator {
  return page.locator('[id^="group-"] .item').filter({ has: page.getByText(name, { exact: true }) })
}

export function switchOf(page: Page, name: string): Locator {
  return rowOf(page, name).getByRole('switch')
}

/** The names of the items that are sold out. */
export function soldOutNames(page: Page): Promise<string[]> {
  return page.locator('.is-out .name').allTextContents()
}

/** The bodies of the changes that a page sends from now on, without those that change nothing. */
export function recordPatches(page: Page): unknown[] {
  const bodies: unknown[] = []
  page.on('request', (request) => {
    const body: unknown = request.method() === 'PATCH' ? request.postDataJSON() : {}
    if (JSON.stringify(body) !== '{}') bodies.push(body)
  })
  return bodies
}
