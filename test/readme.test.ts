import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAskingShell } from './support/asking-shell.ts'
import { temporaryFolder, throughDatabase } from './support/database.ts'
import { codeBlock, codeBlocks, readPage } from './support/markdown.ts'
import { type ServerProcess, startDemo, startServer } from './support/process.ts'

const ADDRESS = 'http://localhost:3000'
const FIRST_MENU = 'docs/tutorials/first-menu.md'
const FIRST_SCREEN = 'docs/tutorials/first-wall-screen.md'
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = temporaryFolder()

const runShell = createAskingShell(folder)

/** Runs commands of a page as they stand. `npx signage` is the packed command, `curl` a few lines of Node. */
async function shell(commands: string, key = ''): Promise<string> {
  const curl = `curl() { '${process.execPath}' '${root}test/support/curl.mjs' "$@"; }`
  const { exitCode, output } = await runShell(`KEY='${key}'\n${curl}\n${commands}`)
  expect(exitCode, output).toBe(0)
  return output
}

describe('with the demo running', () => {
  let demo: ServerProcess
  beforeAll(async () => {
    demo = await startDemo()
  })
  afterAll(() => demo.stop())

  const blocks = codeBlocks('README.md')
  const requests = blocks.filter(({ language, code }) => language === 'sh' && code.startsWith('curl'))

  test('the README has a request for each interface', () => {
    expect(requests).toHaveLength(2)
  })

  test.each(requests)('$code', async (request) => {
    const output = await shell(request.code.replaceAll(ADDRESS, demo.address))
    const shown = blocks[blocks.indexOf(request) + 1]
    if (shown?.language === 'json') expect(JSON.parse(output)).toEqual(JSON.parse(shown.code))
    else expect(JSON.parse(output).total).toBeGreaterThan(0)
  })

  test('the address of the board works', async () => {
    const [, url = '', key = ''] = /<(http:[^#]+)#key=([^>]+)>/.exec(readPage('README.md')) ?? []
    const at = (path: string) => path.replace(ADDRESS, demo.address)
    expect((await fetch(at(url))).status).toBe(200)
    expect((await fetch(at(`${ADDRESS}/v1/menus`), { headers: { 'X-API-Key': key } })).status).toBe(200)
  })

  test('the wrong header gives the error that the README names', async () => {
    const headers = { 'X-API-Key': 'demo-operations-key' }
    const response = await fetch(`${demo.address}/devices`, { headers })
    expect(response.status).toBe(401)
    expect(readPage('README.md')).toContain(`401 ${(await response.json()).message}`)
  })
})

test('the tutorials work from the first command to the last', async () => {
  const block = (path: string, heading: RegExp) =>
    codeBlock(path, ({ language, heading: found }) => language === 'sh' && heading.test(found))
  const imported = await shell(block(FIRST_MENU, /^1/))
  expect(imported).toContain('1 menu')
  const KEY = /The key is (sgn_\w+)/.exec(await shell(block(FIRST_MENU, /^2/)))?.[1] ?? ''
  expect(existsSync(`${folder}/data/signage.db`)).toBe(true)

  const server = await startServer({ DATABASE_URL: `sqlite:${folder}/data/signage.db` })
  const read = (heading: RegExp) => shell(block(FIRST_MENU, heading).replaceAll(ADDRESS, server.address), KEY)
  expect(await read(/^4/)).toContain('"price":6.5,')
  expect(await read(/^5/)).toContain('"inStock":false')

  const board = await shell(block(FIRST_SCREEN, /^1/))
  const boardKey = /#key=(sgn_\w+)/.exec(board)?.[1] ?? ''
  await shell(block(FIRST_SCREEN, /^2/))
  const headers = { 'X-API-Key': boardKey }
  const groups = await (await fetch(`${server.address}/v1/groups?menus=lunch`, { headers })).text()
  expect(groups).toContain('"price":6.95,')

  await shell(block(FIRST_SCREEN, /^3/))
  const dashboard = await shell(block(FIRST_SCREEN, /^4/))
  const authorization = `Bearer ${/#key=(sgn_\w+)/.exec(dashboard)?.[1]}`
  const devices = await (await fetch(`${server.address}/devices`, { headers: { authorization } })).json()
  expect(devices).toMatchObject({ total: 1, data: [{ name: 'Front window', is_online: true }] })
  await server.stop()
})

test('the tarball of the README has the name that npm pack gives it', () => {
  const { name, version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  expect(codeBlock('README.md', ({ code }) => code.includes('npm pack'))).toContain(
    `/${name}-${version}.tgz `,
  )
})

test('the image that the README builds is the one that it starts, and has the command', () => {
  const commands = codeBlock('README.md', ({ code }) => code.startsWith('docker'))
  const [, built, started, command] =
    /^docker build -t (\S+) \. && docker run .* (\S+) (\S+) demo$/m.exec(commands) ?? []
  expect(started).toBe(built)
  expect(readPage('Dockerfile')).toContain(`ln -s /app/dist/bundle/cli.js /usr/local/bin/${command}\n`)
})

test('the example of the import file can be imported', async () => {
  const example = codeBlock('docs/reference/import-file.md', ({ language }) => language === 'json')
  expect(JSON.parse(await throughDatabase(JSON.parse(example))).menus).toHaveLength(1)
})
