/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { openBoard, startBoardService } from '../support/board.ts'
import { openPage } from '../support/browser.ts'
import { group, item, KEY, menu } from '../support/documents.ts'
import { DINER } from '../support/labelled-menu.ts'
import { typeOn } from '../support/type.ts'

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
] as const
/** 20 and 16 minutes of arc on 55 inches from 3 m, in pixels: what the capitals of names and of everything else must have. */
const CAPITAL_PX = { main: 27.5, detail: 22 }
/** Six minutes of arc. A person with full sight sees a sixth of that. */
const ZERO_PX = 8.2
const LAWS = ['us', 'ca-on', 'gb-eng'] as const

/** Headings and names in scripts that some of the looks have no letters for. */
const TEXTS: Readonly<Record<string, string>> = {
  'ar-EG': 'مشاوي',
  he: 'חומוס',
  ja: '豚骨',
  ko: '불고기',
  th: 'ผัดไทย',
  uk: 'Борщ',
}
const SCRIPTS = menu('scripts', {
  groups: Object.values(TEXTS).map((text) =>
    group(text, {
      items: [item(text, { price: 10.5, calories: 200 }), item(`${text} 2`, { price: 30 })],
      groups: [group(`${text} 2`, { items: [item(`${text} 3`, { price: 9 })] })],
    }),
  ),
})
const ONE = menu('one', { groups: [group('Today', { items: [item('Fish and Chips', { price: 14.5 })] })] })
const NESTED = menu('nested', {
  groups: [
    group('Wines', {
      description: 'By the glass',
      items: [
        item('House', { price: 5, tags: ['label:new'], description: 'Dry' }),
        item('Cava', { price: 6 }),
      ],
      groups: [
        group('France', {
          items: [item('Chablis', { price: 8, inStock: false })],
          groups: [group('Loire', { items: [item('Sancerre', { price: 9 })] })],
        }),
      ],
    }),
  ],
})
const SOLD_OUT = menu('sold-out', {
  groups: [
    group('Mains', {
      items: [
        item('Pie', { price: 12, tags: ['label:new'], description: 'Mash', calories: 700, inStock: false }),
        item('Toast', {
          price: 9,
          inStock: false,
          tags: ['allergen:gluten'],
          items: [item('Egg', { price: 2, tags: ['allergen:eggs'], description: 'Poached' })],
        }),
        item('Water', { price: 0 }),
        item('Soup', {
          price: 6,
          items: [item('Bread', { price: 1, inStock: false, description: 'Rye', calories: 90 })],
        }),
      ],
    }),
  ],
})

const { server } = await startBoardService([DINER, SCRIPTS, ONE, NESTED, SOLD_OUT])
afterAll(() => server.stop())

async function show(page: Page, query: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${server.address}/app/board?${query}#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  await page.locator('.hidden-page').first().waitFor({ state: 'detached' })
}

/** A browser for boards that are shown one after another. */
const openFor = (viewport: (typeof SCREENS)[number]) =>
  openPage('about:blank', { viewport, reducedMotion: 'reduce' })

/** The screens in turn, so that each look and each law is on both. */
const screenFor = (look: (typeof LOOKS)[number], law: (typeof LAWS)[number]) =>
  (LOOKS.indexOf(look) + LAWS.indexOf(law)) % 2 === 0 ? SCREENS[0] : SCREENS[1]

/** Arabic, whose zeros are the smallest, and two of the five others in turn. */
function localesFor(look: (typeof LOOKS)[number]): readonly string[] {
  const others = Object.keys(TEXTS).filter((locale) => locale !== 'ar-EG')
  const first = 2 * LOOKS.indexOf(look)
  return ['ar-EG', ...[...others, ...others].slice(first % 5, (first % 5) + 2)]
}

describe.each(LOOKS)('in the look %s', (look) => {
  test.each(LAWS)('sentences and calories are as noticeable as names: %s', async (law) => {
    const page = await openFor(screenFor(look, law))
    await show(page, `menus=diner&theme=${look}&labelling=${law}&locale=en`)
    const { names, calories, statement } = await typeOn(page)
    expect(calories.length).toBeGreaterThan(5)
    const largest = Math.max(...calories.map(({ sizePx }) => sizePx))
    const [name] = names
    for (const one of calories) {
      expect(one).toMatchObject({ family: name?.family, colour: name?.colour })
      expect(one.sizePx).toBeGreaterThanOrEqual(name?.sizePx ?? Infinity)
      expect(one.weight).toBeGreaterThanOrEqual(name?.weight ?? Infinity)
    }
    expect(statement[0]).toMatchObject({ family: name?.family, weight: name?.weight })
    expect(statement[0]?.sizePx).toBeGreaterThanOrEqual(largest)
  })

  test.each(SCREENS)(
    'the capitals of all text are as high as guests need, and marks are in one piece: %j',
    async (viewport) => {
      const page = await openFor(viewport)
      await show(page, `menus=nested&theme=${look}&locale=en&title=Diner`)
      await expectHighCapitals(page)
      await show(page, `menus=diner&theme=${look}&locale=en&title=Diner`)
      await expectHighCapitals(page)
      await expectMarksInOnePiece(page)
    },
  )

  test('headings are bold in every script, and zeros are seen', async () => {
    const page = await openFor(SCREENS[0])
    for (const locale of localesFor(look)) {
      await show(page, `menus=scripts&theme=${look}&locale=${locale}&title=${TEXTS[locale]}`)
      const { headings, zeroPx } = await typeOn(page)
      for (const { weight, text } of headings) expect(weight, `${locale} ${text}`).toBeGreaterThanOrEqual(600)
      if (locale === 'ar-EG') expect(zeroPx).toBeGreaterThanOrEqual(ZERO_PX)
    }
  })

  test('the only item of a menu is not far from its price', async () => {
    const page = await openBoard(server.address, `menus=one&theme=${look}`, { viewport: SCREENS[0] })
    const [name, price] = [
      await page.locator('.item .name').boundingBox(),
      await page.locator('.item .price').boundingBox(),
    ]
    const gap = (price?.x ?? Infinity) - (name?.x ?? 0) - (name?.width ?? 0)
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThan(6 * (name?.height ?? 0))
  })
})

async function expectHighCapitals(page: Page): Promise<void> {
  const { all } = await typeOn(page)
  for (const { text, isMain, capitalPx } of all)
    expect(capitalPx, text).toBeGreaterThanOrEqual((isMain ? CAPITAL_PX.main : CAPITAL_PX.detail) - 0.05)
}

async function expectMarksInOnePiece(page: Page): Promise<void> {
  const lines = await page.locator('.page:visible .marks').evaluateAll((all) =>
    all.map((marks) => {
      const tops = Array.from(marks.children, (mark) => Math.round(mark.getBoundingClientRect().top))
      return new Set(tops).size
    }),
  )
  expect(lines.length).toBeGreaterThan(5)
  expect(new Set(lines)).toEqual(new Set([1]))
}

describe('what is sold out', () => {
  test.each([
    ['none', 'PieSold out', 'BreadSold out'],
    ['us', 'Pie 700\u00a0CalSold out', 'Bread 90\u00a0CalSold out'],
  ])('is one row, with its allergens, and calories if a law demands them: %s', async (law, pie, bread) => {
    const page = await openBoard(server.address, `menus=sold-out&locale=en&labelling=${law}`)
    const rows = await page.locator('.row').allTextContents()
    expect(rows).toEqual([pie, 'Toast G ESold out', 'WaterFree', 'Soup6', bread])
    expect(await page.locator('.badge').count()).toBe(0)
  })
})
