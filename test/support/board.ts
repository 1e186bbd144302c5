/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { openPage, type PageOptions } from './browser.ts'
import { signage } from './commands.ts'
import { newDatabaseUrl } from './database.ts'
import { group, item, KEY, menu } from './documents.ts'
import { type ServerProcess, startServer } from './process.ts'

/** A service with its own menus in a database file, and functions that change them from another process. */
export interface BoardService {
  readonly server: ServerProcess
  readonly environment: Record<string, string>
  /** Runs the command on the same database. */
  readonly run: (...args: string[]) => Promise<void>
  readonly load: (document: unknown) => Promise<void>
}

/** @param more variables of the environment of the service */
export async function startBoardService(
  menus: readonly { id: string }[],
  more: Record<string, string> = {},
): Promise<BoardService> {
  const environment = { DATABASE_URL: await newDatabaseUrl(), LOG_LEVEL: 'warn', ...more }
  const apiKeys = [{ key: KEY, name: 'board', user: 'ops', menus: menus.map(({ id }) => id) }]
  const load = (document: unknown) =>
    runSignage(['import', '--allow-removals', '-'], JSON.stringify(document))
  const runSignage = async (args: string[], input = '') => {
    const { code, stderr } = await signage(args, { environment, input })
    if (code !== 0) throw new Error(stderr)
  }
  await load({ users: [{ id: 'ops', name: 'Operations' }], menus, apiKeys })
  const server = await startServer({ ...environment, LOG_LEVEL: 'info', MAX_EVENT_LOOP_DELAY_MS: '0' })
  return { server, environment, run: (...args) => runSignage(args), load }
}

/** Opens a board and waits until it shows a menu. */
export async function openBoard(
  address: string,
  query: string,
  options: PageOptions = {},
  key = KEY,
): Promise<Page> {
  const page = await openPage(`${address}/app/board?${query}#key=${key}`, {
    reducedMotion: 'reduce',
    ...options,
  })
  await page.locator('.page:visible').waitFor()
  // The pages of a long menu follow, and fonts that arrive late make the board lay all out once more.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.locator('#menu[aria-busy=false]').waitFor()
  return page
}

/** How many menus the page has stored, to show them when the service is unavailable. */
export function storedMenus(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await caches.open('board-menus')).keys()).length)
}

const sizes = (owner: string, small: number, large: number, isLargeOut = false) => [
  { ...item('Small', { price: small, calories: 120 }), id: `${owner}-small` },
  { ...item('Large', { price: large, calories: 180, inStock: !isLargeOut }), id: `${owner}-large` },
]

/** A café menu with sizes, options, descriptions, calories, sold-out items and an item without a price. */
export const CAFE = menu('cafe', {
  groups: [
    group('Espresso Bar', {
      items: [
        item('Espresso', { price: 2.6, calories: 5 }),
        item('Flat White', { price: 3.6, items: sizes('flat', 3.6, 4.3) }),
        item('Cappuccino', { price: 3.5, items: sizes('capp', 3.5, 4.2) }),
        item('Latte', { price: 3.7, items: sizes('latte', 3.7, 14.5, true) }),
      ],
    }),
    group('Cold', {
      items: [
        item('Cold Brew', { price: 4.4, description: 'Steeped for eighteen hours' }),
        item('Iced Oat Latte', { price: 4.9, inStock: false }),
        item('Lemonade', { price: 4.2, calories: 130 }),
      ],
    }),
    group('Breakfast', {
      items: [
        item('Avocado Toast', {
          price: 9.5,
          description: 'Lime, chilli, toasted seeds',
          items: [item('Poached Egg', { price: 1.8 }), item('Smoked Salmon', { price: 4 })],
        }),
        item('Granola Bowl', { price: 7.8, description: 'Greek yoghurt, honey, summer berries' }),
        item('Soup of the Day', { price: null, description: 'Ask us, and for its price' }),
      ],
    }),
    group('Lunch', {
      groups: [
        group('Soups', {
          items: [item('Roast Tomato', { price: 6.5 }), item('Leek and Potato', { price: 6 })],
        }),
        group('Sandwiches', {
          items: ['Ham and Gruyère', 'Chicken Caesar', 'Grilled Halloumi'].map((name) =>
            item(name, { price: 8.5 }),
          ),
        }),
      ],
    }),
  ],
})

export const SMALL = menu('small', {
  groups: [
    group('Today', {
      items: ['Fish and Chips', 'Mushroom Pie', 'Treacle Tart'].map((name, n) =>
        item(name, { price: 6.5 + n }),
      ),
    }),
  ],
})

/** 300 items. */
export const LARGE = menu('large', {
  groups: Array.from({ length: 20 }, (_, section) =>
    group(`Section ${section}`, {
      items: Array.from({ length: 15 }, (_, n) =>
        item(`Dish ${section}.${n}`, {
          price: 5 + n / 4,
          calories: n % 2 ? 300 + n : null,
          description: n % 3 ? null : 'Something fine beside it, and a sauce',
        }),
      ),
    }),
  ),
})

export const EMPTY = menu('empty')
