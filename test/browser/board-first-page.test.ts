/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startBoardService } from '../support/board.ts'
import { openPage } from '../support/browser.ts'
import { group, item, KEY, menu } from '../support/documents.ts'

const GROUPS = 25
const ITEMS = 100
const HUGE = menu('huge', {
  groups: Array.from({ length: GROUPS }, (_, section) =>
    group(`Section ${section}`, {
      items: Array.from({ length: ITEMS }, (_, n) =>
        item(`Dish ${section}.${n}`, {
          price: 5 + n / 4,
          description: n % 3 ? null : 'Something fine beside it, and a sauce',
          tags: n % 5 ? [] : ['allergen:milk'],
        }),
      ),
    }),
  ),
})
/** The item whose price changes is on the first page. */
const CHANGED = 'item-Dish 0.0'
/** In one turn, nearly all of the time is one task. */
const MAX_SHARE = 1 / 2

const service = await startBoardService([HUGE])
const { address } = service.server
afterAll(() => service.server.stop())

/** What a page notes at each frame. */
interface Notes {
  /** The text of what is shown, without repetitions. */
  readonly shown: string[]
  /** How many items the page had when the first of them were painted. */
  firstItems: number
  readonly tasksMs: number[]
}

/** Opens a page that notes what is painted, and how long its tasks are. */
async function open(path: string, phone?: { width: number; height: number }): Promise<Page> {
  const viewport = phone ?? { width: 1920, height: 1080 }
  const page = await openPage('about:blank', { viewport, screen: viewport, reducedMotion: 'reduce' })
  await page.addInitScript(() => {
    const notes: Notes = { shown: [], firstItems: 0, tasksMs: [] }
    Object.assign(window, { notes })
    new PerformanceObserver((list) => {
      notes.tasksMs.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ entryTypes: ['longtask'] })
    const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true })
    const look = () => {
      const text = [...document.querySelectorAll('.page')]
        .filter(isShown)
        .map((one) => one.textContent)
        .join('|')
      if (text && !notes.firstItems)
        notes.firstItems = document.querySelectorAll('.page:not(.measurer) .item').length
      if (text && notes.shown.at(-1) !== text) notes.shown.push(text)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(`${address}${path}&locale=en#key=${KEY}`)
  return page
}

const notesOf = (page: Page) =>
  // @ts-expect-error the script above defines them
  page.evaluate((): Notes => window.notes)

const itemsOf = (page: Page) => page.locator('.page:not(.measurer) .item').count()

async function waitForAll(page: Page): Promise<void> {
  await expect.poll(() => itemsOf(page), { timeout: 120_000 }).toBe(GROUPS * ITEMS)
  await page.locator('.measurer').first().waitFor({ state: 'detached' })
}

const PATHS = ['/app/board?menus=huge', '/app/board?menus=huge&theme=food-court']

test.each(PATHS)('the first page of a long menu is painted before the others are ready: %s', async (path) => {
  const page = await open(path)
  const startedAt = Date.now()
  await waitForAll(page)
  const { firstItems, shown, tasksMs } = await notesOf(page)
  expect(firstItems).toBeGreaterThan(0)
  expect(firstItems).toBeLessThan((GROUPS * ITEMS) / 4)
  expect(Math.max(0, ...tasksMs)).toBeLessThan((Date.now() - startedAt) * MAX_SHARE)
  expect(shown).toHaveLength(1)
})

test('a phone shows the beginning of a long menu before the rest of it is there', async () => {
  const page = await open('/app/board?menus=huge', { width: 390, height: 844 })
  await waitForAll(page)
  const { firstItems, shown } = await notesOf(page)
  expect(firstItems).toBeLessThan((GROUPS * ITEMS) / 4)
  for (const [index, text] of shown.entries()) expect(shown[index + 1] ?? text).toContain(text)
})

test('what is shown stays until the same page of a new version is ready', async () => {
  const page = await open('/app/board?menus=huge')
  await waitForAll(page)
  await page.keyboard.press('ArrowRight')
  const second = await page.locator('.page:visible').textContent()
  await service.run('menus', 'price', CHANGED, '412.75')
  await expect
    .poll(() => page.locator('.page').first().textContent(), { timeout: 120_000 })
    .toContain('412.75')
  await waitForAll(page)
  const { shown } = await notesOf(page)
  expect(shown.slice(1)).toEqual([second])
  expect(shown[0]).not.toContain('412.75')
})
