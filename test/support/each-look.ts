/// <reference lib="dom" />
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LOOKS } from '../../src/boards/looks.ts'
import { expectInSafeArea } from './board-layout.ts'
import { measureContrast } from './contrast.ts'

/** WCAG 2.2: 1.4.3. */
const MIN_CONTRAST = 4.5

/** Boards in all looks. A function is called for each of them. */
export type EachLook = (check: (page: Page, look: string) => Promise<unknown>) => Promise<void>

/**
 * Opens a board in each look, in a browser context of its own, so that a test waits only once for what happens to all.
 * @param open gets the parameters of the look; guests stand near, so that all of a menu is on the first page
 */
export async function inEachLook(open: (look: string) => Promise<Page>): Promise<EachLook> {
  const boards = await Promise.all(
    LOOKS.map(async (look) => ({ look, page: await open(`theme=${look}&distance=1`) })),
  )
  return async (check) => {
    const checkOne = async ({ look, page }: (typeof boards)[number]) => {
      await check(page, look).catch((cause) => {
        throw new Error(`In the look ${look}`, { cause })
      })
    }
    await Promise.all(boards.map(checkOne))
  }
}

/** Checks that all texts on the screen are readable, and that this sentence is one of them, inside of what televisions show. */
export async function expectReadable(page: Page, selector: string): Promise<void> {
  const sentence = page.locator(selector)
  const { x = 0, y = 0, width = 0, height = 0 } = (await sentence.boundingBox()) ?? {}
  const text = (await sentence.textContent()) ?? ''
  expectInSafeArea([{ text, left: x, right: x + width, top: y, bottom: y + height }], page.viewportSize())
  const painted = await measureContrast(page)
  expect(painted.filter((one) => text.includes(one.text))).not.toEqual([])
  expect(painted.filter(({ contrast }) => contrast < MIN_CONTRAST)).toEqual([])
}
