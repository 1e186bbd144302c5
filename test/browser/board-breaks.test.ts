/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { openBoard, startBoardService } from '../support/board.ts'
import { takeScreenshot } from '../support/browser.ts'
import { group, item, menu } from '../support/documents.ts'
import { LABELLED_BAR, TAKEAWAY } from '../support/more-menus.ts'
import { paintedOn } from '../support/painted.ts'

const SCREENS = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
]
const LAWS = ['us', 'ca-on', 'gb-eng']
const HEADING = 'Rindfleischetikettierungsüberwachungsspezialitäten'
const cups = (name: string) =>
  item(name, {
    items: ['Klein', 'Groß'].map((size, n) => ({ ...item(size, { price: 3 + n }), id: `${name}-${size}` })),
  })
/** German words, which are written in one. */
const COMPOUNDS = menu('compounds', {
  groups: [
    group(HEADING, {
      items: [
        item('Donaudampfschifffahrtskapitänsfrühstück', {
          price: 12.5,
          description: 'Mit Marillenmarmeladenpalatschinkenfüllung und Schlagobershaube',
          tags: ['allergen:gluten', 'allergen:milk'],
        }),
        item('Kartoffelpuffer', { price: 7 }),
        item('Backhendl', { price: 11 }),
      ],
    }),
    group('Kaffeehausspezialitätenauswahl', { items: [cups('Melange'), cups('Verlängerter')] }),
    group('Suppen', {
      items: ['Frittatensuppe', 'Grießnockerlsuppe', 'Leberknödelsuppe'].map((name) =>
        item(name, { price: 5 }),
      ),
    }),
  ],
})

/** A label and a choice that are longer than a line, and a label that is the name of a function. */
const TALKATIVE = menu('talkative', {
  groups: [
    group('Pies', {
      items: [
        item('Steak Pie', { price: 1_250_000, tags: ['label:a_favourite_of_all_who_ever_came_to_eat_here'] }),
        item('Ice Cream', {
          price: 5,
          tags: ['label:constructor'],
          items: [item(HEADING.repeat(2)), item('Vanilla')],
        }),
      ],
    }),
  ],
})
const SENTENCE = menu('sentence', {
  groups: [
    group('Karte', {
      items: [
        item('Gulaschsuppe mit Semmelknödeln', { price: 8.9 }),
        item('Schwammerlgröstl', { price: 16.5, inStock: false }),
      ],
    }),
  ],
})

const { server } = await startBoardService([COMPOUNDS, SENTENCE, TAKEAWAY, LABELLED_BAR, TALKATIVE])
afterAll(() => server.stop())

/** Returns the words of names that are in more than one line. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('.page')) one.hidden = false
    const linesOf = (text: Node, start: number, length: number) => {
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, start + length)
      return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
    }
    const textsIn = (name: Element) => {
      const walker = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      return texts
    }
    return [...document.querySelectorAll('.name > [dir]')].flatMap(textsIn).flatMap((text) => {
      const words = [...(text.textContent ?? '').matchAll(/\S+/g)]
      return words.filter(({ 0: word, index }) => linesOf(text, index, word.length) > 1).map(([word]) => word)
    })
  })
}

describe.each(LOOKS)('in the look %s', (look) => {
  test.each(SCREENS)('words of both languages stay whole in the names of a board: %j', async (viewport) => {
    const query = `menus=takeaway&theme=${look}&currency=GBP&locale=en-GB`
    const page = await openBoard(server.address, query, { viewport })
    expect(await brokenWords(page)).toEqual([])
  })

  test('words stay whole in names beside calories below prices', async () => {
    // One of the laws in turn: they differ by a letter or two of what is behind the calories.
    const law = LAWS[LOOKS.indexOf(look) % LAWS.length]
    const query = `menus=labelled-bar&labelling=${law}&theme=${look}&currency=CAD&locale=en-CA`
    const page = await openBoard(server.address, query, { viewport: { width: 1920, height: 1080 } })
    expect(await brokenWords(page)).toEqual([])
  })

  test.each(SCREENS)('a heading without spaces pushes nothing away: %j', async (viewport) => {
    const query = `menus=compounds&theme=${look}&currency=EUR&locale=de-AT`
    const page = await openBoard(server.address, query, { viewport })
    await page.keyboard.press(' ')
    await takeScreenshot(page, `breaks-${look}-${viewport.width}`)
    for (let shown = await page.locator('.page').count(); shown > 0; shown--) {
      const { overlaps, outside, rows } = await paintedOn(page)
      const unseen = rows.flatMap((row) => row.unseen)
      expect({ overlaps, outside, unseen }).toEqual({ overlaps: [], outside: [], unseen: [] })
      await page.keyboard.press('ArrowRight')
    }
    expect(await textsBesideColumns(page)).toEqual([])
  })

  test('a long label, choice or title pushes nothing away', async () => {
    const query = `menus=talkative&theme=${look}&diagonal=32&locale=ja&title=${HEADING}`
    const page = await openBoard(server.address, query, { viewport: { width: 1080, height: 1920 } })
    await takeScreenshot(page, `breaks-talkative-${look}`)
    // A look may tilt labels.
    expect(await textsBesideColumns(page, 12)).toEqual([])
    expect(await paintedOn(page)).toMatchObject({ overlaps: [], outside: [] })
  })
})

/** The texts of the page that is shown that are not inside of their columns. */
function textsBesideColumns(page: Page, tolerance = 1): Promise<(string | null)[]> {
  return page.locator('.page:visible .column').evaluateAll(
    (columns, most) =>
      columns.flatMap((column) => {
        const parts = [...column.querySelectorAll('.title, .name, .price, .badge, .choices > li')]
        const { left, right } = column.getBoundingClientRect()
        const beside = parts.filter((part) => {
          const box = part.getBoundingClientRect()
          return box.left < left - most || box.right > right + most
        })
        return beside.map(({ textContent }) => textContent)
      }),
    tolerance,
  )
}

test('words that are longer than a line are hyphenated by the rules of the language of the menu, and no others', async () => {
  const page = await openBoard(server.address, 'menus=compounds&currency=EUR&locale=de-AT')
  const rulesOf = (selector: string) =>
    page
      .locator('.page:visible')
      .locator(selector)
      .evaluateAll((all) => [
        ...new Set(
          all.map((text) =>
            [getComputedStyle(text).hyphens, text.closest<HTMLElement>('[lang]')?.lang].join(' '),
          ),
        ),
      ])
  expect(await rulesOf('.long-word, .description')).toEqual(['auto de-AT'])
  expect(await rulesOf('.title, .name')).toEqual(['manual de-AT'])
})

test('a long word that fits into the next line goes there whole, and is struck through if it is sold out', async () => {
  const page = await openBoard(server.address, 'menus=sentence&currency=EUR&locale=de-AT', {
    viewport: { width: 1080, height: 1920 },
  })
  // As narrow as in a column that is hardly wider than the longest word.
  await page.locator('.page:visible .name').evaluateAll((names) => {
    for (const name of names) (name as HTMLElement).style.width = '12em'
  })
  const words = page.locator('.page:visible .long-word')
  const boxes = await words.evaluateAll((all) =>
    all.map((word) => ({
      lines: word.getClientRects()[0]?.height,
      line: parseFloat(getComputedStyle(word).lineHeight),
      struck: getComputedStyle(word).textDecorationLine,
    })),
  )
  expect(boxes.map(({ struck }) => struck)).toEqual(['none', 'none', 'line-through'])
  for (const { lines = 0, line } of boxes) expect(lines).toBeLessThan(1.5 * line)
  const [soup, dumplings] = await words.evaluateAll((all) =>
    all.map((word) => word.getBoundingClientRect().top),
  )
  expect(dumplings).toBeGreaterThan(soup ?? 0)
})
