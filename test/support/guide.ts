import { copyFileSync, realpathSync } from 'node:fs'
import { expect } from 'vitest'
import { createAskingShell } from './asking-shell.ts'
import { temporaryFolder } from './database.ts'
import { readPage } from './markdown.ts'
import { type ServerProcess, startServer, startSignage } from './process.ts'

const ADDRESS = 'http://localhost:3000'
/** The folder in which the reader of a page works. */
const READERS_FOLDER = '/home/me/menus'
const fixtures = new URL('../fixtures/formats/', import.meta.url)

/** Starts the service, with variables in front. */
const SERVE = /^([A-Z_]+=\S+ )*npx signage serve\n$/

function variablesIn(code: string): Record<string, string> {
  return Object.fromEntries(
    Array.from(code.matchAll(/([A-Z_]+)=(\S+)/g), ([, name = '', value = '']) => [name, value]),
  )
}

interface Step {
  /** Commands in `text` are not run, unless they are `signage` commands that run until they are stopped. */
  readonly language: 'sh' | 'text'
  readonly code: string
  /** What they print, in a block of text that follows without a sentence in between. */
  readonly output: string | undefined
}

export interface GuideOptions {
  /** Starts the service before the first step with these words, where the page has an init system do so. */
  readonly serve?: { readonly before: string; readonly variables: Readonly<Record<string, string>> }
  /** Names of fixtures by the names that the page uses. */
  readonly files?: Readonly<Record<string, string>>
  /** Called before each step with its commands and the folder, for what the reader does in another program. */
  readonly beforeStep?: (code: string, folder: string) => Promise<void> | void
}

/** What happened while the steps of a page were followed. */
export interface Followed {
  /** Where the reader works. */
  readonly folder: string
  /** The exit code of each step with its commands. */
  readonly steps: readonly { readonly code: string; readonly exitCode: number }[]
  /** The last address of a board that was printed. */
  readonly board: string
  /** The groups that a board at that address shows. */
  readonly groups: () => Promise<readonly GuideGroup[]>
  /** Stops the commands that watch files. They run on after the last step. */
  readonly stopWatching: () => Promise<void>
}

export interface GuideItem {
  readonly name: string
  readonly price: number | null
  readonly inStock: boolean
  readonly items: readonly GuideItem[]
}

export interface GuideGroup {
  readonly name: string
  readonly groups: readonly GuideGroup[]
  readonly items: readonly GuideItem[]
}

/**
 * Follows the steps of a page in a temporary folder, in their order, and checks that they print what the page shows. Keys
 * may differ, and a line `…` stands for any lines. `signage` is the packed command, of which the first run and each that
 * goes on is a process.
 */
export async function followGuide(
  page: string,
  { files = {}, beforeStep, serve }: GuideOptions = {},
): Promise<Followed> {
  const folder = realpathSync(temporaryFolder())
  for (const [name, fixture] of Object.entries(files))
    copyFileSync(new URL(fixture, fixtures), `${folder}/${name}`)
  const database = { DATABASE_URL: `sqlite:${folder}/data/signage.db` }
  const runShell = createAskingShell(folder)
  const steps: { code: string; exitCode: number }[] = []
  const watches: { stop(): Promise<number | null> }[] = []
  let server: ServerProcess | undefined
  let board = ''

  for (const { language, code, output } of stepsOf(page)) {
    await beforeStep?.(code, folder)
    if (serve !== undefined && server === undefined && code.includes(serve.before))
      server = await startServer({ ...database, ...serve.variables })
    if (language === 'sh') await run(code, output)
    else if (SERVE.test(code)) server = await startServer({ ...database, ...variablesIn(code) })
    else if (/^(npx )?signage .* --watch\b/.test(code)) await watch(code, output)
  }
  return { folder, steps, board, groups, stopWatching }

  async function stopWatching(): Promise<void> {
    for (const one of watches) expect(await one.stop()).toBe(0)
  }

  async function run(code: string, shown: string | undefined): Promise<void> {
    const { exitCode, output } = await runShell(withAddress(code))
    steps.push({ code, exitCode })
    board = /http\S+\/app\/board\S+/.exec(output)?.[0] ?? board
    if (shown !== undefined) expectShown(output, shown, code)
  }

  async function watch(code: string, shown = ''): Promise<void> {
    const args = Array.from(
      code.trim().matchAll(/"([^"]*)"|(\S+)/g),
      ([, quoted, word]) => quoted ?? word ?? '',
    )
    const process = startSignage(args.slice(args.indexOf('signage') + 1), {}, folder)
    watches.push(process)
    await expect.poll(() => general(process.output())).toBe(general(shown))
  }

  function withAddress(text: string): string {
    return server === undefined ? text : text.replaceAll(ADDRESS, server.address)
  }

  function general(text: string): string {
    const address = server?.address ?? ADDRESS
    return generalize(text.replaceAll(address, ADDRESS).replaceAll(folder, READERS_FOLDER))
  }

  function expectShown(output: string, shown: string, code: string): void {
    const [first = '', ...others] = general(shown).split(/^…\n/m)
    const parts = [first, ...others].map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    // curl prints no line break after a body.
    if (others.length === 0) expect(general(output).trimEnd(), code).toBe(first.trimEnd())
    else expect(general(output), code).toMatch(new RegExp(`^${parts.join('[^]*')}$`))
  }

  async function groups(): Promise<readonly GuideGroup[]> {
    const url = new URL(withAddress(board))
    expect((await fetch(url)).status).toBe(200)
    const key = new URLSearchParams(url.hash.slice(1)).get('key') ?? ''
    const menus = url.searchParams.get('menus') ?? ''
    const response = await fetch(`${url.origin}/v1/groups?menus=${encodeURIComponent(menus)}`, {
      headers: { 'X-API-Key': key },
    })
    return (await response.json()).groups
  }
}

/** The blocks of commands of a page. */
function stepsOf(page: string): readonly Step[] {
  const blocks = /^```(sh|text)\n([\s\S]*?)^```\n(?:\n```text\n([\s\S]*?)^```$)?/gm
  return Array.from(readPage(page).matchAll(blocks), ([, language, code = '', output]) => ({
    language: language === 'sh' ? 'sh' : 'text',
    code,
    output,
  }))
}

/** Keys and times differ with each run. */
function generalize(text: string): string {
  return text.replace(/\b(sgn|key)_\w+/g, '$1_').replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
}
