import { spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { signage } from './support/commands.ts'
import { runSql, temporaryFolder } from './support/database.ts'
import { KEY } from './support/documents.ts'
import { CLI } from './support/process.ts'

const folder = temporaryFolder()
const environment = { DATABASE_URL: join(folder, 'signage.db') }

/** `script` of util-linux gives a command a terminal. */
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')

/** Runs a command on a terminal. */
async function runOnTerminal(args: readonly string[]) {
  const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`)
  const child = spawn('script', ['-qec', command.join(' '), '/dev/null'], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return { stdout: await text(child.stdout) }
}

describe.runIf(hasScript)('what is exported', () => {
  const name = 'Soup\u001b]0;owned\u0007\u009b31m\u202e'
  const menus = [{ id: 'm', name, groups: [{ name: 'g', description: 'one\ntwo' }] }]

  test.each([
    [['export', '--as', 'table', '--menu', 'm']],
    [['export', '--menu', 'm']],
    [['menus', 'show', 'm', '--json']],
  ])('by %j sends no commands to a terminal, and is exact elsewhere', async (args) => {
    const input = JSON.stringify({ menus })
    expect((await signage(['import', '-'], { environment, input })).code).toBe(0)
    // As it was stored before texts were normalised.
    await runSql(environment.DATABASE_URL, `UPDATE menus SET name = '${name}' WHERE id = 'm'`)
    const { stdout } = await runOnTerminal(args)
    expect(stdout).toContain(String.raw`Soup\u001b]0;owned\u0007\u009b31m\u202e`)
    expect(stdout.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    const piped = (await signage(args, { environment })).stdout
    expect(piped).toContain(args.includes('table') ? name : JSON.stringify(name))
  })
})

test.runIf(hasScript)('long work on a terminal begins with a line that names the work', async () => {
  const keyFile = join(folder, 'service.key')
  writeFileSync(keyFile, KEY, { mode: 0o600 })
  const { stdout } = await runOnTerminal(['pull', 'http://127.0.0.1:1', '--key-file', keyFile])
  expect(stdout).toMatch(/^Pulling …\r?\n.*cannot be read/)
})
