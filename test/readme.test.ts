import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { temporaryFolder, throughDatabase } from './support/database.ts'
import { startDemo, startServer } from './support/process.ts'
import { listen } from './support/stream.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${root}README.md`, 'utf8')

/** The blocks of code in their order. */
const blocks = [...readme.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language, code = '']) => ({
  language,
  code,
}))

const folder = temporaryFolder()

/** Runs commands of the README as they stand, `npx signage` being the one built here. */
async function shell(commands: string, environment: Record<string, string> = {}): Promise<string> {
  const npx = `npx() { shift; '${process.execPath}' '${root}dist/bundle/cli.js' "$@"; }`
  const curl = `curl() { '${process.execPath}' '${root}test/support/curl.mjs' "$@"; }`
  const { stdout } = await promisify(execFile)('sh', ['-euc', `${npx}\n${curl}\n${commands}`], {
    cwd: folder,
    env: { ...process.env, ...environment },
  })
  return stdout
}

test('each example gives what is shown', async () => {
  const demo = await startDemo()
  let examples = 0
  for (const [index, { language, code }] of blocks.entries()) {
    const shown = blocks[index + 1]
    if (language !== 'sh' || shown?.language !== 'json') continue
    const answer = timeless(await shell(code.replaceAll('http://localhost:3000', demo.address)))
    expect(answer).toEqual(timeless(shown.code))
    examples += 1
  }
  expect(examples).toBe(5)
  await demo.stop()
})

/** The JSON of a text, but that the demo's heartbeats lie a fixed time before its start. */
function timeless(text: string): unknown {
  return JSON.parse(text, (name, value) => (name === 'last_heartbeat_at' ? 'then' : value))
}

test('the stream begins with the event that is shown', async () => {
  const demo = await startDemo()
  const index = blocks.findIndex(({ code }) => code.startsWith('curl -N'))
  const [, key = '', url = ''] = /X-API-Key: (\S+)' '(\S+)'/.exec(blocks[index]?.code ?? '') ?? []
  const stream = await listen(url.replace('http://localhost:3000', demo.address), { 'x-api-key': key })
  const event = await stream.next()
  const shown = blocks[index + 1]?.code ?? ''
  const [beginning = ''] = shown.split('…')
  expect(`event: ${event?.name}\nid: ${event?.id}\ndata: ${event?.data}`.startsWith(beginning)).toBe(true)
  await demo.stop()
})

test('your own menu in five minutes', async () => {
  const prepare = blocks.find(({ code }) => code.includes('keys create'))?.code ?? ''
  const ask = blocks.find(({ code }) => code.includes('menus stock'))?.code ?? ''
  const key = /The key is (sgn_\w+)/.exec(await shell(prepare))?.[1] ?? ''
  expect(existsSync(`${folder}/data/signage.db`)).toBe(true)

  const server = await startServer({ DATABASE_URL: `sqlite:${folder}/data/signage.db` })
  const answers = await shell(ask.replaceAll('http://localhost:3000', server.address), { KEY: key })
  expect(answers.match(/"inStock":\w+/g)).toEqual(['"inStock":true', '"inStock":false'])
  expect(answers).toContain('"price":6.5')
  await server.stop()
})

test('the embedding example runs as it stands', async () => {
  const code = blocks.find(({ language }) => language === 'js')?.code ?? ''
  // Beside the build, so that the package finds itself by its name.
  const file = `${root}dist/readme-example.mjs`
  writeFileSync(file, code)
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  rmSync(file)
  expect(stdout).toBe('Soups\n')
})

test('the example of the document can be imported', async () => {
  const text = readFileSync(`${root}docs/document.md`, 'utf8')
  const [, example = ''] = /```json\n(.*?)```/s.exec(text) ?? []
  expect(JSON.parse(await throughDatabase(JSON.parse(example))).menus).toHaveLength(1)
})

describe('the README', () => {
  test('names every command of the command line', async () => {
    const help = await shell('npx signage --help')
    const commands = [...help.matchAll(/^ {2}(\w+) /gm)]
      .map(([, name]) => name)
      .filter((name) => name !== 'help')
    expect(commands).toHaveLength(10)
    for (const command of commands)
      expect(readme).toContain(`| \`${command}`.replace('`export', '`import FILE`, `export'))
  })

  test('links only to files that exist', () => {
    for (const [, file] of readme.matchAll(/\]\((?!http)([^)]+)\)/g))
      expect(existsSync(`${root}${file}`), file).toBe(true)
  })
})
