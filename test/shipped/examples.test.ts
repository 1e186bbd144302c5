import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../../bench/machine/free-port.ts'
import { temporaryFolder } from '../support/database.ts'
import { BASE_ENVIRONMENT } from '../support/environment.ts'
import { codeBlock, codeBlocks } from '../support/markdown.ts'
import { linkInstallation } from '../support/package.ts'
import { startServer } from '../support/process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** A project in which the package is installed, with the examples in it. */
const folder = temporaryFolder()
const environment = {
  ...BASE_ENVIRONMENT,
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
  HOME: folder,
  npm_config_offline: 'true',
}
const running = new Set<ChildProcess>()

beforeAll(() => {
  linkInstallation(inject('installation'), folder)
  symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'))
  cpSync(join(root, 'examples'), folder, { recursive: true })
})

afterAll(() => {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
})

const text = (file: string) => readFileSync(join(folder, file), 'utf8')

test('the Vitest tests of the README and of the guide pass', async () => {
  const readme = codeBlock('README.md', ({ language, code }) => language === 'js' && code.includes('vitest'))
  writeFileSync(join(folder, 'readme.test.js'), readme)
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--no-isolate', '--maxWorkers=1', '--testTimeout=150000', '--hookTimeout=150000'],
    {
      cwd: folder,
      env: { ...environment, NO_COLOR: '1' },
    },
  )
  expect(stdout).toMatch(/Test Files +2 passed/)
  expect(stdout).toMatch(/Tests +3 passed/)
})

test('the command of the README and the guide runs a service that is seeded in memory', async () => {
  const pages = ['README.md', 'docs/how-to/test-your-application.md']
  const lines = pages
    .flatMap(codeBlocks)
    .filter(({ code }) => code.startsWith('DATABASE_URL=sqlite::memory:'))
  expect(lines).toHaveLength(2)
  for (const code of new Set(lines.map(({ code }) => code))) {
    const [, url = '', file = ''] = /^DATABASE_URL=(\S+) npx signage serve --seed (\S+)\n$/.exec(code) ?? []
    const server = await startServer({ DATABASE_URL: url }, ['--seed', join(folder, file)])
    const headers = { 'X-API-Key': 'test-key' }
    expect(await (await fetch(`${server.address}/v1/groups`, { headers })).text()).toContain('"Tomato"')
    expect(await server.stop()).toBe(0)
  }
})

test('the script for any language starts a service, reads from it, and stops it', async () => {
  const port = String(await freePort())
  const curl = `curl() { '${process.execPath}' '${root}test/support/curl.mjs' "$@"; }`
  const script = text('serve-fixture.sh').replaceAll('3999', port)
  const { stdout } = await promisify(execFile)('sh', ['-euc', `${curl}\n${script}`], {
    cwd: folder,
    env: environment,
  })
  expect(stdout).toContain('"Tomato"')
  await expect.poll(() => isListening(port)).toBe(false)
})

describe('the configuration for Playwright', () => {
  test('starts a seeded service at the address that it waits for', async () => {
    const port = String(await freePort())
    const [server] = await readServers(port)
    const child = spawn('sh', ['-c', server?.command ?? ''], {
      cwd: folder,
      env: { ...environment, ...server?.env },
      detached: true,
      stdio: 'ignore',
    })
    running.add(child)
    const exited = once(child, 'close')
    await expect.poll(() => isReady(server?.url ?? '')).toBe(true)
    // Playwright sends the signal to all processes of the command.
    process.kill(-(child.pid ?? 0), 'SIGTERM')
    await exited
    running.delete(child)
    await expect.poll(() => isListening(port)).toBe(false)
  })

  interface WebServer {
    readonly command: string
    readonly url: string
    readonly env: Record<string, string>
  }

  /** The servers of the configuration. Playwright itself is not installed: its `defineConfig` returns what it gets. */
  async function readServers(port: string): Promise<WebServer[]> {
    const playwright = join(folder, 'node_modules/@playwright/test')
    mkdirSync(playwright, { recursive: true })
    writeFileSync(join(playwright, 'package.json'), '{ "type": "module", "exports": "./index.js" }')
    writeFileSync(join(playwright, 'index.js'), 'export const defineConfig = (config) => config')
    const file = join(folder, 'playwright.test-config.js')
    writeFileSync(file, text('playwright.config.js').replaceAll('3999', port))
    const config = await import(pathToFileURL(file).href)
    return config.default.webServer
  }
})

async function isReady(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

async function isListening(port: string): Promise<boolean> {
  return isReady(`http://127.0.0.1:${port}/livez`)
}
