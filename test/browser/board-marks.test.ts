/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { marksFor } from '../../src/boards/shared/marks.ts'
import { soldOutItem } from '../../src/boards/shared/sold-out.ts'
import { wordsFor } from '../../src/boards/shared/words.ts'
import { isEnvelope } from '../../src/browser/menu/menu-fields.ts'
import { DIETS } from '../../src/lib/food/mark-names.ts'
import { openBoard, startBoardService } from '../support/board.ts'
import { expectAccessible, takeScreenshot } from '../support/browser.ts'
import { DINER, LONG, SKEWERS } from '../support/labelled-menu.ts'

const { server } = await startBoardService([DINER, LONG, SKEWERS])
const { address } = server
afterAll(() => server.stop())

const row = (page: Page, name: string) => page.locator('.page:visible .row', { hasText: name })
const marks = async (page: Page, name: string) => row(page, name).locator('.mark').allTextContents()
const legend = (page: Page) => page.locator('#footnotes .legend')

test('letters follow the names, in the order of the legend, and the legend explains those of the menu', async () => {
  const page = await openBoard(address, 'menus=diner&locale=en-GB')
  await takeScreenshot(page, 'board-marks-letters')
  expect(await marks(page, 'Tofu Bowl')).toEqual(['S', 'VG'])
  expect(await marks(page, 'Fish Pie')).toEqual(['G', 'F', 'M'])
  expect(await legend(page).textContent()).toBe(
    'G gluten · F fish · S soya · M milk · N nuts · V vegetarian · VG vegan · GF gluten-free · H halal',
  )
  await expectAccessible(page)
})

test('numbers are those of the 14 allergens, and diets keep their letters', async () => {
  const page = await openBoard(address, 'menus=diner&locale=de&marks=numbers')
  await takeScreenshot(page, 'board-marks-numbers')
  expect(await marks(page, 'Fish Pie')).toEqual(['1', '4', '7'])
  expect(await marks(page, 'Tofu Bowl')).toEqual(['6', 'VG'])
  expect(await legend(page).textContent()).toMatch(
    /^1 Gluten · 4 Fisch · 6 Soja · 7 Milch · 8 Schalenfrüchte · V vegetarisch/,
  )
  expect(await legend(page).getAttribute('lang')).toBe('de')
})

test('without marks there is no legend either', async () => {
  const page = await openBoard(address, 'menus=diner&marks=none')
  expect(await page.locator('.mark').count()).toBe(0)
  expect(await legend(page).textContent()).toBe('')
})

test.each([
  ['en-GB', 'Ask us about allergens'],
  ['de', 'Fragen Sie uns nach Allergenen'],
])('a sentence can be in place of the marks: %s', async (locale, sentence) => {
  const page = await openBoard(address, `menus=diner&marks=ask&locale=${locale}`)
  await takeScreenshot(page, `board-marks-ask-${locale}`)
  expect(await page.locator('.mark').count()).toBe(0)
  expect(await legend(page).textContent()).toBe(sentence)
  await expectAccessible(page)
})

test.each(['letters', 'numbers'])('in the United States, wheat is marked as wheat: %s', async (style) => {
  const page = await openBoard(address, `menus=diner&locale=en-US&marks=${style}`)
  expect(await marks(page, 'Latte')).toEqual(['W', style === 'letters' ? 'M' : '7', 'V'])
  expect(await marks(page, 'Fish Pie')).not.toContain('W')
  expect(await legend(page).textContent()).toMatch(/^(?:G|1) gluten · W wheat · /)
})

test.each([
  ['es-US', 'trigo'],
  ['zh-US', '小麥'],
  ['vi-US', 'lúa mì'],
  ['sv-US', 'wheat'],
])('the legend names wheat in each language of the United States: %s', (locale, wheat) => {
  const found = marksFor('letters', locale).of(['allergen:wheat', 'allergen:gluten'])
  expect(found.map(({ text }) => text)).toEqual(['G', 'W'])
  expect(found[1]?.meaning).toBe(wheat)
})

test.each(['es-MX', 'es'])('outside of them, wheat is marked as gluten: %s', (locale) => {
  const found = marksFor('letters', locale).of(['allergen:wheat'])
  expect(found.map(({ meaning }) => meaning)).toEqual(['gluten'])
})

test('an unknown allergen is written out, and other tags are not shown', async () => {
  const page = await openBoard(address, 'menus=diner')
  expect(await marks(page, 'House Salad')).toEqual(['GF', 'star anise'])
  expect(await marks(page, 'Roast Lamb')).toEqual(['H'])
  expect(await marks(page, 'Soup of the Day')).toEqual([])
})

test('an allergen of one size is marked, and a diet only if all sizes suit it', async () => {
  const page = await openBoard(address, 'menus=diner&locale=en-GB')
  expect(await marks(page, 'Latte')).toEqual(['G', 'M', 'V'])
  expect(await row(page, 'Ice Cream').locator('.choices li').last().textContent()).toBe('Nut N')
  expect(await marks(page, 'Cheese')).toEqual(['M'])
})

test('a sold-out item has the allergens of options of its options, and no diet of an option', () => {
  const item = {
    id: 'sauce',
    name: 'Sauce',
    tags: [],
    items: [],
    description: null,
    price: 1,
    calories: null,
    inStock: true,
  }
  const mustard = { ...item, price: 0.5, tags: ['allergen:mustard', 'diet:vegan'] }
  const option = { ...item, price: 0.5, tags: ['diet:vegan'], items: [mustard] }
  const soldOut = soldOutItem({ ...item, tags: ['allergen:milk', 'diet:halal'], items: [option] }, undefined)
  expect(soldOut.shown.tags).toEqual(['allergen:milk', 'diet:halal', 'allergen:mustard'])
})

test.each(['3.5', '4'])(
  'marks are beside names where slightly smaller text leaves room, at a distance of %s m',
  async (distance) => {
    const query = `menus=skewers&theme=grill&locale=ar-EG&distance=${distance}&currency=EGP`
    const page = await openBoard(address, query, { viewport: { width: 1080, height: 1920 } })
    const alone = await page.locator('.page:visible .name:has(.marks)').evaluateAll((names) =>
      names.flatMap((name) => {
        const [text = name, marks = name] = name.children
        const lastLine = [...text.getClientRects()].pop()
        return marks.getBoundingClientRect().top > (lastLine?.bottom ?? 0) - 5 ? name.textContent : []
      }),
    )
    expect(alone).toEqual([])
  },
)

describe.each([
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
])('several pages on a $width × $height screen', (viewport) => {
  test('each have the legend of their own marks, below the menu', async () => {
    const page = await openBoard(address, 'menus=long&locale=en', { viewport })
    await takeScreenshot(page, `board-marks-long-${viewport.width}`)
    expect(await legend(page).textContent()).toBe('M milk · V vegetarian')
    await page.keyboard.press('ArrowLeft')
    await row(page, 'Nut Cake').waitFor()
    expect(await legend(page).textContent()).toContain('N nuts')
    const space = await page.evaluate(() => ({
      columns: [...document.querySelectorAll('.page:not([hidden]) .column')].map(
        (column) => column.getBoundingClientRect().bottom,
      ),
      notes: document.querySelector('#footnotes')?.getBoundingClientRect(),
      footer: document.querySelector('footer')?.getBoundingClientRect().top ?? 0,
    }))
    expect(Math.max(...space.columns)).toBeLessThanOrEqual((space.notes?.top ?? 0) + 1)
    expect(space.notes?.bottom).toBeLessThanOrEqual(space.footer + 1)
  })
})

/** Two letters are enough for every language that has a code of its own there. */
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const LANGUAGES = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second))
const KNOWN = new Set([
  ...LANGUAGES.map((language) => wordsFor(language).language),
  ...['pt-BR', 'en-US', 'hi', 'ja', 'ko', 'pl', 'th', 'tr', 'uk', 'vi', 'zh-Hans', 'zh-Hant'],
])
const ALL_TAGS = [
  ...[
    'gluten',
    'crustaceans',
    'eggs',
    'fish',
    'peanuts',
    'soya',
    'milk',
    'nuts',
    'celery',
    'mustard',
    'sesame',
  ],
  ...['sulphites', 'lupin', 'molluscs'],
].map((slug) => `allergen:${slug}`)
const DIET_TAGS = DIETS.map(([slug]) => `diet:${slug}`)

test.each([...KNOWN])('every mark has a word in the language %s', (language) => {
  expect(marksFor('letters', language).language).toBe(language)
  const [wheat] = marksFor('letters', `${language.replace(/-(?:US|BR)$/, '')}-US`).of(['allergen:wheat'])
  expect(wheat?.meaning === 'wheat').toBe(language.startsWith('en'))
  const found = marksFor('letters', language).of([...ALL_TAGS, ...DIET_TAGS])
  expect(found.map(({ tag }) => tag)).toEqual([...ALL_TAGS, ...DIET_TAGS])
  const meanings = found.map(({ meaning }) => meaning)
  expect(new Set(meanings).size).toBe(20)
  expect(meanings).not.toContain('')
  const english = marksFor('letters', 'en').of(['allergen:milk'])[0]?.meaning
  expect(meanings.includes(english)).toBe(language.startsWith('en'))
})

test('letters are unique, and numbers go from 1 to 14', () => {
  const texts = (style: 'letters' | 'numbers', tags: readonly string[]) =>
    marksFor(style, 'en')
      .of(tags)
      .map(({ text }) => text)
  expect(new Set(texts('letters', [...ALL_TAGS, ...DIET_TAGS])).size).toBe(20)
  expect(texts('numbers', ALL_TAGS)).toEqual(Array.from({ length: 14 }, (_, index) => `${index + 1}`))
})

test.each([
  ['de-AT', 'de'],
  ['zh-TW', 'zh-Hant'],
  ['zh', 'zh-Hans'],
  ['pt-AO', 'pt'],
  ['en-GB', 'en'],
  ['sv-SE', 'en'],
])('the meanings for the locale %s are in %s', (locale, language) => {
  expect(marksFor('letters', locale).language).toBe(language)
})

test('a menu that was stored before boards read tags is still a menu, and one with other tags than texts is not', () => {
  const stored = {
    id: 'i',
    name: 'Tea',
    description: null,
    price: null,
    calories: null,
    inStock: true,
    items: [],
  }
  const menuOf = (item: object) => ({
    groups: [{ id: 'g', name: 'Drinks', description: null, groups: [], items: [item] }],
  })
  expect(isEnvelope(menuOf(stored))).toBe(true)
  expect(isEnvelope(menuOf({ ...stored, tags: ['diet:vegan'] }))).toBe(true)
  expect(isEnvelope(menuOf({ ...stored, tags: [7] }))).toBe(false)
})
