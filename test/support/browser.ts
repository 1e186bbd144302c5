/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, expect, inject } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Where photographs of pages are put; not part of the repository. */
const ARTEFACTS = fileURLToPath(new URL('../artefacts/', import.meta.url))

let browser: Promise<Browser> | undefined
afterAll(async () => (await browser)?.close())

const pages: Page[] = []
let faults: string[] = []
afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close()
  const found = faults
  faults = []
  expect(found, 'what a page complained of').toEqual([])
})

export interface PageOptions extends BrowserContextOptions {
  /** What the console may say, such as that an answer was 401: a browser says so by itself. */
  readonly expectedErrors?: RegExp
  /** Other origins that the page may ask. */
  readonly mayAsk?: readonly string[]
  /** Lets the test move the clock of the page on. */
  readonly hasClock?: boolean
}

/**
 * Opens a page in a browser of its own, without anything kept from before. A fault of its scripts, a word of complaint
 * in its console, and a request to anywhere else fail the test.
 */
export async function openPage(url: string, options: PageOptions = {}): Promise<Page> {
  // The sandbox of Chromium does not run as root, which tests in containers often do.
  browser ??= chromium.launch({ executablePath: inject('chromiumPath'), args: ['--no-sandbox'] })
  const { expectedErrors, mayAsk = [], hasClock = false, ...contextOptions } = options
  const context = await (await browser).newContext(contextOptions)
  const page = await context.newPage()
  pages.push(page)
  // Less than a test has, so that it can say what it waited for.
  page.setDefaultTimeout(20_000)
  watch(page, expectedErrors, mayAsk)
  if (hasClock) await page.clock.install()
  await page.goto(url)
  return page
}

function watch(page: Page, expectedErrors: RegExp | undefined, mayAsk: readonly string[]): void {
  let origin: string | undefined
  page.on('pageerror', (error) => faults.push(String(error.stack)))
  page.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning'
    if (isFault && !expectedErrors?.test(message.text())) faults.push(message.text())
  })
  page.on('request', (request) => {
    origin ??= new URL(request.url()).origin
    const isOwn =
      [origin, ...mayAsk].some((one) => request.url().startsWith(`${one}/`)) ||
      /^(data|blob):/.test(request.url())
    if (!isOwn) faults.push(`It asked for ${request.url()}`)
  })
}

/** Photographs what is in view. */
export async function photograph(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${ARTEFACTS}${name}.png`, animations: 'disabled' })
}

/** Nothing may be wider than the window: nobody finds what is beside it. */
export async function expectNothingBeside(page: Page): Promise<void> {
  const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  const [content = 0, view = 0] = await widths()
  expect(content).toBeLessThanOrEqual(view)
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

/** The windows and colours in which each page is looked at. */
export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 360, height: 740 },
    { width: 1440, height: 900 },
    { width: 3840, height: 2160 },
  ].map((viewport) => ({ colorScheme, viewport, name: `${viewport.width}-${colorScheme}` })),
)
