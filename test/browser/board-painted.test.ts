import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LABELLINGS } from '../../src/boards/labellings.ts'
import { LOOKS } from '../../src/boards/looks.ts'
import { marksFor } from '../../src/boards/shared/marks.ts'
import { startBoardService } from '../support/board.ts'
import { openPage, takeScreenshot } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'
import { CROWDED, DINER, LONG } from '../support/labelled-menu.ts'
import { countPages, paintedOn, type Row } from '../support/painted.ts'

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 1280, height: 720 },
]
const PHONE = { width: 390, height: 844 }
/** Longer than any page is shown. */
const PAGE_MS = 41_000
const MENUS = { diner: DINER, long: LONG, crowded: CROWDED }

const { server } = await startBoardService(Object.values(MENUS))
afterAll(() => server.stop())

/** Each menu, and each law with the menu that fits on one page, whose text grows with its sentence. */
const CASES = [
  ['crowded', 'none'],
  ['crowded', 'ca-on'],
  ['long', 'us'],
  ...LABELLINGS.map((labelling) => ['diner', labelling] as const),
] as const

interface Dish {
  readonly tags?: readonly string[]
  readonly items?: readonly Dish[]
  readonly groups?: readonly Dish[]
}

/** The allergens of an item, with those of its sizes and options, as they are marked. */
function allergensOf({ tags = [], items = [] }: Dish): string[] {
  const own = marksFor('letters', 'en').of(tags.filter((tag) => tag.startsWith('allergen:')))
  return [...own.map(({ text }) => text), ...items.flatMap(allergensOf)]
}

/** The allergens of each item of a menu, each once, in reading order. */
function allergensIn(groups: readonly Dish[]): string[][] {
  return groups.flatMap(({ items = [], groups: children = [] }) => [
    ...items.map((item) => sorted(allergensOf(item))),
    ...allergensIn(children),
  ])
}

const sorted = (marks: readonly string[]) => [...new Set(marks)].sort()
const ALL_ALLERGENS = new Set(allergensIn(CROWDED.groups as Dish[]).flat())

/** The allergens that are painted in the rows of each item, which may go on in the next column or page. */
function allergensOn(rows: readonly Row[]): string[][] {
  const items: string[][] = []
  for (const { isItem, marks } of rows) {
    if (isItem) items.push([])
    items.at(-1)?.push(...marks.filter((mark) => ALL_ALLERGENS.has(mark)))
  }
  return items.map(sorted)
}

async function open(page: Page, path: string, menu: keyof typeof MENUS): Promise<void> {
  await page.goto('about:blank')
  await page.goto(`${server.address}${path}&locale=en#key=${KEY}`)
  const items = page.locator('.page:not(.hidden-page) :is(.row.item, tr.item)')
  await expect.poll(() => items.count()).toBe(allergensIn(MENUS[menu].groups as Dish[]).length)
}

/** Looks at each page of the board, checks that no text lies on other text, and returns the rows. */
async function rowsOf(page: Page, turn: () => Promise<unknown>): Promise<Row[]> {
  const rows: Row[] = []
  const pages = await countPages(page)
  for (let shown = 0; shown < pages; shown++) {
    const painted = await paintedOn(page)
    expect(painted).toMatchObject({ overlaps: [], outside: [] })
    rows.push(...painted.rows)
    if (pages > 1) await turn()
  }
  return rows
}

function expectAllMarks(rows: readonly Row[], menu: keyof typeof MENUS): void {
  expect(rows.flatMap(({ unseen }) => unseen)).toEqual([])
  expect(allergensOn(rows)).toEqual(allergensIn(MENUS[menu].groups as Dish[]))
}

const VIEWPORTS = [...SCREENS, PHONE]

/** A case for each look on each screen, in turn, so that each case is on several looks and screens. */
function casesFor(look: (typeof LOOKS)[number], viewport: (typeof VIEWPORTS)[number]) {
  const place = LOOKS.indexOf(look) + VIEWPORTS.indexOf(viewport)
  return CASES.filter((_, index) => index === place % CASES.length)
}

describe.each(LOOKS)('in the look %s', (look) => {
  test.each(VIEWPORTS)('all marks are painted, and no text on other text: %j', async (viewport) => {
    const page = await openPage('about:blank', { viewport, screen: viewport, reducedMotion: 'reduce' })
    for (const [menu, labelling] of casesFor(look, viewport)) {
      await open(page, `/app/board?menus=${menu}&theme=${look}&labelling=${labelling}`, menu)
      await takeScreenshot(page, `painted-${look}-${menu}-${labelling}-${viewport.width}`)
      await page.keyboard.press(' ')
      expectAllMarks(await rowsOf(page, () => page.keyboard.press('ArrowRight')), menu)
    }
  })
})

/** Screens that are read from so far that names, legend and sentence hardly leave each other room. */
const FAR = [
  [{ width: 1366, height: 768 }, 'theme=wine&labelling=gb-eng&diagonal=32&marks=numbers'],
  [{ width: 1920, height: 1080 }, 'theme=slate&labelling=ca-on&distance=5&title=Grill'],
  [{ width: 2560, height: 1080 }, 'theme=food-court&distance=5&title=Grill'],
  [{ width: 1080, height: 1080 }, 'theme=burger&labelling=us&diagonal=75&distance=8'],
] as const

test.each(FAR)(
  'read from far, all marks are painted, and no text on other text: %j %s',
  async (viewport, query) => {
    const page = await openPage('about:blank', { viewport, reducedMotion: 'reduce' })
    await open(page, `/app/board?menus=crowded&${query}`, 'crowded')
    await takeScreenshot(page, `painted-far-${viewport.width}`)
    await page.keyboard.press(' ')
    const rows = await rowsOf(page, () => page.keyboard.press('ArrowRight'))
    expect(rows.flatMap(({ unseen }) => unseen)).toEqual([])
    expect(rows.flatMap(({ marks }) => marks).length).toBeGreaterThan(0)
  },
)

test.each([...SCREENS, PHONE])('all marks of the basic board are painted: %j', async (viewport) => {
  const page = await openPage('about:blank', { viewport, screen: viewport })
  await page.addInitScript('delete HTMLScriptElement.prototype.noModule')
  await page.clock.install()
  for (const menu of ['diner', 'crowded', 'long'] as const) {
    await open(page, `/tv?menus=${menu}&labelling=ca-on`, menu)
    await takeScreenshot(page, `painted-basic-${menu}-${viewport.width}`)
    const rows = await rowsOf(page, () => page.clock.fastForward(PAGE_MS))
    // A row that is higher than a column goes on in the next, which may be on another page.
    expect(rows.flatMap(({ marks }) => marks)).toHaveLength(await page.locator('.page .mark').count())
  }
})
