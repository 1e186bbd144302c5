/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { CAFE, openBoard, startBoardService } from '../support/board.ts'
import { takeScreenshot } from '../support/browser.ts'
import { measureContrast } from '../support/contrast.ts'
import { group, item, menu } from '../support/documents.ts'

/** The fonts that a board in Latin letters loads. */
const FONTS: Readonly<Record<(typeof LOOKS)[number], readonly string[]>> = {
  slate: ['Archivo Variable', 'Roboto Condensed Variable'],
  burger: ['Barlow Condensed', 'Bebas Neue'],
  cafe: ['Caveat Brush', 'Nunito Sans Variable'],
  wine: ['Cormorant Garamond Variable', 'EB Garamond Variable'],
  'food-court': ['Archivo Variable', 'Roboto Condensed Variable'],
  ramen: ['Dela Gothic One', 'Noto Sans JP Variable'],
  grill: ['Cairo Variable', 'Reem Kufi'],
}
/** WCAG 2.2: 1.4.6 for what guests look for, and 1.4.3 for everything else. */
const MIN_CONTRAST = { nameOrPrice: 7, other: 4.5 }
const UNAVAILABLE = {
  expectedErrors: /^Failed to load resource: net::ERR_|^An unknown error occurred when fetching the script/,
}
const SOON = { timeout: 180_000 }

/** Texts in scripts that the fonts of most looks do not have, and the font that has them. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'Noto Sans Arabic Variable': 'مشاوي مشكلة',
  'Noto Sans Hebrew Variable': 'חומוס עם טחינה',
  'Noto Sans Thai Variable': 'ผัดไทยกุ้งสด',
  'Noto Sans Devanagari Variable': 'पालक पनीर',
  'Noto Sans JP Variable': '豚骨ラーメン',
}
const ALL_SCRIPTS = menu('scripts', {
  groups: Object.values(SCRIPTS).map((text) =>
    group(text, {
      items: [item(text, { price: 12, description: text })],
      groups: [group(`${text} 2`, { items: [item(`${text} 2`, { price: 9, description: text })] })],
    }),
  ),
})

/** The look grill has Arabic letters itself. */
function scriptFonts(look: string): string[] {
  return Object.keys(SCRIPTS).filter((font) => look !== 'grill' || !font.includes('Arabic'))
}

/** The packages with Japanese fonts are installed in the repository, but not beside the installed package. */
const NODE_PATH = fileURLToPath(new URL('../../node_modules', import.meta.url))
const { server } = await startBoardService([CAFE, ALL_SCRIPTS], { NODE_PATH })
const { address } = server
afterAll(() => server.stop())

/** The families of the fonts that the page has loaded. */
function loadedFonts(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded')
    return [...new Set(loaded.map(({ family }) => family.replaceAll('"', '')))].sort()
  })
}

/** The paths of the loaded files of a kind. */
function loadedFiles(page: Page, extension: string): Promise<string[]> {
  return page.evaluate((end) => {
    const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
    return [...new Set(names.map(({ pathname }) => pathname))].filter((path) => path.endsWith(end))
  }, extension)
}

function stylesOf(look: string): string[] {
  return ['/app/board/index.css', `/app/board/looks/${look}.css`]
}

async function expectContrast(page: Page): Promise<void> {
  const texts = await measureContrast(page)
  const minOf = (where: string) =>
    /^(name|price)$/.test(where) ? MIN_CONTRAST.nameOrPrice : MIN_CONTRAST.other
  const places = texts.map(({ where }) => where)
  expect(places).toEqual(expect.arrayContaining(['title', 'name', 'price', 'sold-out', 'calories', 'option']))
  expect(texts.filter(({ where, contrast }) => contrast < minOf(where))).toEqual([])
}

/** Guests who stand near can read small text, so that all of a menu is on the first page. */
const ONE_PAGE = 'distance=1'

describe.each(LOOKS)('the look %s', (look) => {
  test('loads its own styles and fonts from the service and no others, and has readable colours', async () => {
    const query = `menus=cafe&theme=${look}&title=The%20Kettle&currency=EUR&locale=en&${ONE_PAGE}`
    const page = await openBoard(address, query, { viewport: { width: 1920, height: 1080 } })
    expect(await loadedFonts(page)).toEqual(FONTS[look])
    expect(await loadedFiles(page, '.css')).toEqual(stylesOf(look))
    const families = await page.evaluate(() => getComputedStyle(document.body).fontFamily)
    expect(await page.evaluate((names) => document.fonts.check(`1em ${names}`), families)).toBe(true)
    await takeScreenshot(page, `look-${look}`)
    await expectContrast(page)
  })

  test('shows every script in a font of the service, neither slanted nor spaced', async () => {
    const page = await openBoard(address, `menus=scripts&theme=${look}&locale=ja`)
    await expect.poll(() => loadedFonts(page), SOON).toEqual(expect.arrayContaining(scriptFonts(look)))
    const styles = await page
      .locator('.title, .name, .description')
      .evaluateAll((all) =>
        all
          .map((one) => getComputedStyle(one))
          .map(({ fontStyle, letterSpacing }) => [fontStyle, letterSpacing]),
      )
    expect(styles.length).toBeGreaterThanOrEqual(6 * Object.keys(SCRIPTS).length)
    for (const style of styles) expect(style).toEqual(['normal', 'normal'])
  })

  test('leaves room for the signs above and below the letters of Thai or Urdu', async () => {
    const locale = LOOKS.indexOf(look) % 2 === 0 ? 'th' : 'ur'
    const page = await openBoard(address, `menus=cafe&theme=${look}&locale=${locale}`)
    const heights = await page
      .locator('.title, .name, .description')
      .evaluateAll((all) =>
        all
          .map((one) => getComputedStyle(one))
          .map(({ lineHeight, fontSize }) => parseFloat(lineHeight) / parseFloat(fontSize)),
      )
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(1.5)
  })
})

test('looks and fonts stay after a reload while the service is unavailable', async () => {
  const service = await startBoardService([CAFE])
  const opened: { look: (typeof LOOKS)[number]; page: Page }[] = []
  for (const look of LOOKS) {
    const query = `menus=cafe&theme=${look}&locale=en&title=The%20Kettle&${ONE_PAGE}`
    const page = await openBoard(service.server.address, query, UNAVAILABLE)
    const stored = (name: string) =>
      page.evaluate(async (cache) => (await (await caches.open(cache)).keys()).map(({ url }) => url), name)
    await expect.poll(() => stored('board-menus'), SOON).toHaveLength(1)
    // From then on, the worker has cached the page and answers for it.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    const fonts = (await loadedFiles(page, '.woff2')).map((path) => service.server.address + path)
    await expect.poll(() => stored('board-files'), SOON).toEqual(expect.arrayContaining(fonts))
    opened.push({ look, page })
  }
  await service.server.stop('SIGKILL')
  for (const { look, page } of opened) {
    await page.reload()
    await page.locator('.page:visible', { hasText: 'Lemonade' }).waitFor(SOON)
    expect(await loadedFonts(page)).toEqual(FONTS[look])
    expect(await loadedFiles(page, '.css')).toEqual(stylesOf(look))
  }
}, 240_000)

test('without the fonts of a language, its boards link to none', async () => {
  const service = await startBoardService([CAFE])
  const page = await openBoard(service.server.address, 'menus=cafe&theme=ramen&locale=ja')
  expect(await loadedFiles(page, '.css')).toEqual(stylesOf('ramen'))
})
