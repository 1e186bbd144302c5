import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { damage } from './support/broken-files.ts'
import { signage } from './support/commands.ts'
import { exportOf, temporaryFolder } from './support/database.ts'
import { device, devicesDocument } from './support/documents.ts'
import { codeBlock, codeBlocks, readPage } from './support/markdown.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const BACKUPS = 'docs/how-to/back-up-and-restore.md'
const doctor = codeBlock('docs/how-to/troubleshoot.md', ({ language }) => language === 'sh')
const [backUp = '', restore = '', ...others] = codeBlocks(BACKUPS)
  .filter(({ language }) => language === 'sh')
  .map(({ code }) => code)

const folder = temporaryFolder()
const file = `${folder}/data/signage.db`

/** Runs commands of a page as they stand, `npx signage` being the one built here. */
async function shell(commands: string): Promise<string> {
  const npx = `npx() { shift; '${process.execPath}' '${root}dist/bundle/cli.js' "$@"; }`
  const { stdout } = await promisify(execFile)('sh', ['-euc', `${npx}\n${commands}`], {
    cwd: folder,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', DATABASE_URL: `sqlite:${file}` },
  })
  return stdout
}

test('its commands look at a database, back it up, and restore it once it is damaged', async () => {
  const input = JSON.stringify(devicesDocument(...Array.from({ length: 500 }, (_, n) => device(`d${n}`))))
  const environment = { DATABASE_URL: file }
  expect((await signage(['import', '-'], { environment, input })).code).toBe(0)
  expect(others).toEqual([])
  expect(await shell(doctor)).toMatch(/^ok {7}database/m)
  await shell(backUp)
  const before = await exportOf(file)
  damage(file)
  await expect(shell(doctor)).rejects.toThrow()
  expect(await shell(restore)).not.toMatch(/^fault/m)
  expect(await exportOf(file)).toBe(before)
  expect(readdirSync(folder).filter((name) => name.startsWith('damaged-'))).toHaveLength(1)
})

test('every check of the doctor is on the page about troubles', async () => {
  const environment = { DATABASE_URL: file, PORT: '0' }
  const { stdout } = await signage(['doctor', '--json'], { environment })
  const findings: { check: string }[] = JSON.parse(stdout)
  for (const { check } of findings)
    expect(readPage('docs/how-to/troubleshoot.md')).toContain(`\n- \`${check}\``)
  expect(findings.length).toBeGreaterThan(6)
})
