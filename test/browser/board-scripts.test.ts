/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { openBoard, startBoardService } from '../support/board.ts'
import { fillingOf } from '../support/board-fill.ts'
import { RAMEN } from '../support/board-menus.ts'
import { takeScreenshot } from '../support/browser.ts'
import { group, item, menu } from '../support/documents.ts'
import { TAKEAWAY } from '../support/more-menus.ts'
import { paintedOn } from '../support/painted.ts'

const LANDSCAPE = { width: 1920, height: 1080 }
const PORTRAIT = { width: 1080, height: 1920 }
const SCREENS = [LANDSCAPE, PORTRAIT]
const dishes = (...names: string[]) => names.map((name, index) => item(name, { price: 18 + index }))
/** A Chinese menu with groups of which one must be split in landscape, and with marks, so that there is a legend below. */
const CHINESE = menu('chinese', {
  groups: [
    group('点心', {
      items: [
        item('虾饺皇', { price: 38, tags: ['allergen:crustaceans'] }),
        ...dishes('蟹黄烧卖', '叉烧包', '豉汁蒸凤爪', '香煎萝卜糕', '流沙包'),
      ],
    }),
    group('招牌热菜', {
      items: dishes('宫保鸡丁', '麻婆豆腐', '鱼香肉丝', '水煮牛肉', '清蒸石斑鱼配姜葱豉油', '东坡肉'),
    }),
    group('面饭', { items: dishes('兰州牛肉拉面', '扬州炒饭', '担担面') }),
    group('饮料', { items: dishes('茉莉花茶', '酸梅汤', '青岛啤酒 500 ml') }),
  ],
})
/** Names of groups that are as long as bands can be. */
const LONGEST = menu('longest', {
  groups: ['今日推荐特色', '季节精选小吃'].map((name) => ({
    ...group(name),
    items: ['甲', '乙', '丙', '丁', '戊', '己'].map((dish) => ({
      ...item(dish, { price: 20 }),
      id: name + dish,
    })),
  })),
})
const BANDS = [
  'menus=longest&currency=CNY&locale=zh-Hans',
  'menus=chinese&title=龙门茶楼&currency=CNY&locale=zh-Hans',
  'menus=ramen&title=麺屋&currency=JPY&locale=ja',
]

/** The packages with Japanese fonts are installed in the repository, but not beside the installed package. */
const NODE_PATH = fileURLToPath(new URL('../../node_modules', import.meta.url))
const { server } = await startBoardService([CHINESE, LONGEST, RAMEN, TAKEAWAY], { NODE_PATH })
afterAll(() => server.stop())

const open = (query: string, viewport = LANDSCAPE) => openBoard(server.address, query, { viewport })

/** Measures the names of groups that are shown, beside their rows. */
const bandsOn = (page: Page) =>
  page.locator('.page:visible .heading.level-2').evaluateAll((headings) =>
    headings.map((heading) => {
      const title = heading.querySelector('.title')
      const text = title?.querySelector('[dir]')?.getBoundingClientRect()
      const box = title?.getBoundingClientRect()
      const rows = heading.nextElementSibling?.getBoundingClientRect()
      return {
        mode: title && getComputedStyle(title).writingMode,
        lines: title?.querySelector('[dir]')?.getClientRects().length,
        textInBand: (box?.bottom ?? 0) - (text?.bottom ?? 0),
        bandBesideRows: (rows?.bottom ?? 0) - (box?.bottom ?? 0),
      }
    }),
  )

/** Returns the heights of rows with a name of one line and nothing below it. */
const heightsOfRows = (page: Page) =>
  page.locator('.page:visible .row:not(.highlight):not(:has(.description))').evaluateAll((rows) =>
    rows
      .filter((row) => {
        const name = row.querySelector('.name')
        return name && name.clientHeight < 1.5 * parseFloat(getComputedStyle(name).lineHeight)
      })
      .map((row) => row.getBoundingClientRect().height),
  )

describe.each(SCREENS)('in the look ramen, on a $width × $height screen', (viewport) => {
  test.each(BANDS)('names of groups are bands beside rows that are evenly spaced: %s', async (query) => {
    const page = await open(`${query}&theme=ramen`, viewport)
    await takeScreenshot(page, `bands-${/menus=(\w+)/.exec(query)?.[1]}-${viewport.width}`)
    const bands = await bandsOn(page)
    expect(bands.length).toBeGreaterThanOrEqual(2)
    for (const { mode, lines, textInBand, bandBesideRows } of bands) {
      expect(lines).toBe(1)
      expect(mode).toBe('vertical-rl')
      expect(textInBand).toBeGreaterThan(-1)
      expect(bandBesideRows).toBeGreaterThan(-2)
    }
    const heights = await heightsOfRows(page)
    expect(heights.length).toBeGreaterThan(4)
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(2)
    expect((await fillingOf(page)).clipped).toEqual([])
    const { overlaps, outside } = await paintedOn(page)
    expect({ overlaps, outside }).toEqual({ overlaps: [], outside: [] })
  })

  test('names of groups in Latin letters stay horizontal', async () => {
    const page = await open('menus=takeaway&theme=ramen&currency=CNY&locale=zh-Hans', viewport)
    const bands = await bandsOn(page)
    expect(bands.length).toBeGreaterThan(0)
    expect(new Set(bands.map(({ mode }) => mode))).toEqual(new Set(['horizontal-tb']))
  })
})

describe.each(LOOKS)('in the look %s', (look) => {
  test('letters that the font of headings lacks are bold, and those that it has are not emboldened', async () => {
    const page = await open(`menus=ramen&theme=${look}&locale=ja`)
    const headings = await page.locator('#title, .page:visible .title').evaluateAll((titles) =>
      titles.map((title) => {
        const { fontFamily, fontWeight, fontSynthesis } = getComputedStyle(title)
        const family = fontFamily.split(',')[0]
        const faces = [...document.fonts].filter(
          (face) => face.family.replaceAll('"', '') === family?.replaceAll('"', ''),
        )
        const weights = faces.map((face) => Math.max(...face.weight.split(' ').map(Number)))
        return { weight: Number(fontWeight), fontSynthesis, lightest: Math.min(...weights) }
      }),
    )
    expect(headings.length).toBeGreaterThan(1)
    for (const { weight, fontSynthesis, lightest } of headings) {
      expect(weight).toBeGreaterThanOrEqual(600)
      expect(fontSynthesis).toContain('weight')
      // From this weight on, browsers do not embolden a font.
      expect(lightest).toBeGreaterThanOrEqual(600)
    }
  })
})

test.each([
  ['menus=takeaway&locale=en-GB', 'SC'],
  ['menus=ramen&locale=ja', 'JP'],
  ['menus=takeaway&locale=zh-Hant', 'TC'],
  ['menus=takeaway&locale=zh-Hans', 'SC'],
  ['menus=takeaway&locale=ko', 'KR'],
])('Chinese characters have the shapes of the language of the board: %s', async (query, shapes) => {
  const page = await open(query)
  const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
  expect(/Noto Sans CJK (\w+)/.exec(family)?.[1]).toBe(shapes)
})
