import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, expect, inject } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Promise<Browser> | undefined
afterAll(async () => (await browser)?.close())

/** Opens a page in a browser of its own, without anything kept from before. A fault of its scripts fails the test. */
export async function openPage(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  // The sandbox of Chromium does not run as root, which tests in containers often do.
  browser ??= chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox'] })
  const context = await (await browser).newContext(options)
  const page = await context.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  await page.goto(url)
  return page
}

/** Holds a page to WCAG 2.2 AA, as far as a program can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  // As an evaluation, not as a script: the policy of our pages lets no script in.
  await page.evaluate(axe)
  const faults = await page.evaluate(async () => {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
    // @ts-expect-error axe is there since the line above
    const { violations } = await window.axe.run(document, { runOnly: tags })
    return violations.map(({ id, help, nodes }: { id: string; help: string; nodes: { html: string }[] }) => ({
      id,
      help,
      nodes: nodes.map(({ html }) => html),
    }))
  })
  expect(faults).toEqual([])
}
