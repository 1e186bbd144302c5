import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startBoardService } from '../support/board.ts'
import { openPage, takeScreenshot } from '../support/browser.ts'
import { KEY } from '../support/documents.ts'
import { countPages, type Painted, paintedOn } from '../support/painted.ts'
import { missingOf, type RandomBoard, randomBoards } from '../support/random-boards.ts'

const SEED = Number(process.env['BOARDS_SEED'] ?? 1)
const COUNT = Number(process.env['BOARDS'] ?? 6)
/** Longer than any page is shown. */
const PAGE_MS = 41_000

const boards = randomBoards(SEED, COUNT)
const { server } = await startBoardService(boards.map(({ menu }) => menu))
afterAll(() => server.stop())

/** Looks at all pages of a screen. */
async function lookAt(page: Page, turn: () => Promise<unknown>): Promise<Painted[]> {
  const looks: Painted[] = []
  const pages = await countPages(page)
  for (let shown = 0; shown < pages; shown++) {
    looks.push(await paintedOn(page))
    if (pages > 1) await turn()
  }
  return looks
}

async function screenOf({ menu, query, viewport }: RandomBoard, screen: string): Promise<Painted[]> {
  const page = await openPage('about:blank', { viewport, screen: viewport, reducedMotion: 'reduce' })
  await page.goto(`${server.address}/app/board?menus=${menu.id}&${query}${screen}#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  await page.locator('.hidden-page').first().waitFor({ state: 'detached' })
  await page.keyboard.press(' ')
  await takeScreenshot(page, `complete-${SEED}-${menu.id}${screen}`)
  return lookAt(page, () => page.keyboard.press('ArrowRight'))
}

const named = boards.map(
  (board, index) =>
    [`seed ${SEED}, board ${index}, ${board.query} on ${board.screens} screens`, board] as const,
)

function expectComplete(board: RandomBoard, looks: readonly Painted[]): void {
  const overlaps = looks.flatMap((look) => look.overlaps)
  expect({ missing: missingOf(board, looks), overlaps }).toEqual({ missing: [], overlaps: [] })
}

test.each(named)('nothing of a menu is on no page: %s', async (_, board) => {
  const looks: Painted[] = []
  for (let screen = 1; screen <= board.screens; screen++)
    looks.push(...(await screenOf(board, board.screens > 1 ? `&screen=${screen}of${board.screens}` : '')))
  expectComplete(board, looks)
})

test.each(named)('nothing of a menu is on no page of the basic board: %s', async (_, board) => {
  const { menu, query, viewport } = board
  const page = await openPage('about:blank', { viewport, screen: viewport })
  await page.addInitScript('delete HTMLScriptElement.prototype.noModule')
  await page.clock.install()
  await page.goto(`${server.address}/tv?menus=${menu.id}&${query}#key=${KEY}`)
  await page.locator('.page:visible').waitFor()
  await takeScreenshot(page, `complete-basic-${SEED}-${menu.id}`)
  expectComplete(board, await lookAt(page, () => page.clock.fastForward(PAGE_MS)))
})
