/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { expect, inject } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The folder for screenshots, which is not part of the repository. */
const ARTEFACTS = fileURLToPath(new URL('../artefacts/', import.meta.url))

let browser: Promise<Browser> | undefined
const pages: Page[] = []
let problems: string[] = []

/** Closes the pages of a test, which fails if they reported a problem. */
export async function closePages(): Promise<void> {
  for (const page of pages.splice(0)) await page.context().close()
  const found = problems
  problems = []
  expect(found, 'problems reported by a page').toEqual([])
}

export interface PageOptions extends BrowserContextOptions {
  /** Console messages that are expected. Browsers log responses such as 401 by themselves. */
  readonly expectedErrors?: RegExp
  /** Other origins that the page may send requests to. */
  readonly allowedOrigins?: readonly string[]
  /** Lets the test advance the clock of the page. */
  readonly hasClock?: boolean
  /** When that clock starts, instead of now. */
  readonly clockStart?: string
}

/**
 * Opens a page in a new browser context, without stored data. The test fails if a script throws, if the console
 * has a warning or an error, or if the page sends a request to another origin.
 */
export async function openPage(url: string, options: PageOptions = {}): Promise<Page> {
  browser ??= chromium.connect(inject('chromiumUrl'))
  const { expectedErrors, allowedOrigins = [], hasClock = false, clockStart, ...contextOptions } = options
  // Without one, a browser with windows has the language of the machine.
  const context = await (await browser).newContext({ locale: 'en-US', ...contextOptions })
  const page = await context.newPage()
  pages.push(page)
  // Shorter than the timeout of a test, so that the error names what was awaited.
  page.setDefaultTimeout(180_000)
  watch(page, expectedErrors, allowedOrigins)
  findOnlyVisibleTexts(page)
  if (hasClock) await page.clock.install(clockStart === undefined ? {} : { time: clockStart })
  await page.goto(url)
  return page
}

/** While a board is laid out again, a hidden copy of it is there as well, with which it measures. */
function findOnlyVisibleTexts(page: Page): void {
  const getByText = page.getByText.bind(page)
  page.getByText = (...text) => getByText(...text).filter({ visible: true })
}

/** Stops the clock of a page some seconds from now. From then on, only the test lets time pass, however slow the machine is. */
export async function stopClock(page: Page): Promise<void> {
  const nowMs = await page.evaluate(() => Date.now())
  // The clock runs until the page gets this.
  await page.clock.pauseAt(nowMs + 60_000)
}

function watch(page: Page, expectedErrors: RegExp | undefined, allowedOrigins: readonly string[]): void {
  let origin: string | undefined
  page.on('pageerror', (error) => problems.push(String(error.stack)))
  page.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning'
    if (isProblem && !expectedErrors?.test(message.text())) problems.push(message.text())
  })
  page.on('request', (request) => {
    origin ??= new URL(request.url()).origin
    const isOwn =
      [origin, ...allowedOrigins].some((one) => request.url().startsWith(`${one}/`)) ||
      /^(data|blob):/.test(request.url())
    if (!isOwn) problems.push(`Unexpected request for ${request.url()}`)
  })
}

/** Takes a screenshot of the window, if SCREENSHOTS is set. No test depends on it. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!process.env['SCREENSHOTS']) return
  await page.screenshot({ path: `${ARTEFACTS}${name}.png`, animations: 'disabled' })
}

/** Checks that nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth])
  const [content = 0, view = 0] = await widths()
  expect(content).toBeLessThanOrEqual(view)
}

/** Checks WCAG 2.2 AA, as far as this can be automated. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
}

/** Checks what can differ between the colour schemes, which change nothing but colours: `page-styles.test.ts` asks for that. */
function expectAccessibleColours(page: Page): Promise<void> {
  return expectNoViolations(page, ['color-contrast', 'link-in-text-block'])
}

/** @param rules tags or ids of rules */
async function expectNoViolations(page: Page, rules: readonly string[]): Promise<void> {
  // Evaluated instead of added as a script, which the policy of the pages would block.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe)
  const problems = await page.evaluate(async (runOnly) => {
    // Some colours change gradually. Old browsers, which some tests imitate, have no `Promise.allSettled`.
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
    // @ts-expect-error the line above defines axe
    const { violations } = await window.axe.run(document, { runOnly })
    return violations.map(({ id, help, nodes }: { id: string; help: string; nodes: { html: string }[] }) => ({
      id,
      help,
      nodes: nodes.map(({ html }) => html),
    }))
  }, rules)
  expect(problems).toEqual([])
}

/** The windows in which each page is tested. */
export const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
  { width: 3840, height: 2160 },
]

/** Checks the layout and the accessibility of a page in both colour schemes. The page was opened in the light one. */
export async function expectGoodLook(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await takeScreenshot(page, `${name}-${page.viewportSize()?.width}-${colorScheme}`)
    await expectNoSidewaysScroll(page)
    await (colorScheme === 'light' ? expectAccessible(page) : expectAccessibleColours(page))
  }
}
