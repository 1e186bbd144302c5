import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { untilSignal } from '../src/commands/shared/until-signal.ts'
import { signage } from './support/commands.ts'
import { runSql, temporaryFolder } from './support/database.ts'
import { KEY } from './support/documents.ts'
import { CLI } from './support/process.ts'

const folder = temporaryFolder()
const environment = { DATABASE_URL: join(folder, 'signage.db') }

/** `script` of util-linux gives a command a terminal. */
const hasScript = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')

/** Runs a command on a terminal. If it asks, this is typed. */
async function runOnTerminal(typed: string, args: readonly string[]) {
  const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`)
  const child = spawn('script', ['-qec', command.join(' '), '/dev/null'], {
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let stdout = ''
  let hasAnswered = false
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    if (hasAnswered || !stdout.includes('[y/N]')) return
    hasAnswered = true
    child.stdin.write(typed)
  })
  const [code] = await once(child, 'close')
  return { code, stdout }
}

describe.runIf(hasScript)('keys revoke on a terminal', () => {
  let id = ''
  const revoked = async () => {
    const { stdout } = await signage(['keys', 'list', '--json'], { environment })
    return JSON.parse(stdout)[0].revokedAt !== null
  }
  const revoke = (typed: string, ...options: string[]) =>
    runOnTerminal(typed, ['keys', 'revoke', ...options, id])

  beforeAll(async () => {
    const document = {
      users: [{ id: 'ops', name: 'o' }],
      apiKeys: [{ key: KEY, name: 'Lobby', user: 'ops' }],
    }
    const input = JSON.stringify(document)
    expect((await signage(['import', '-'], { environment, input })).code).toBe(0)
    id = JSON.parse((await signage(['keys', 'list', '--json'], { environment })).stdout)[0].id
  })

  test.each([
    ['n and Enter', 'n\r'],
    ['Enter', '\r'],
    ['Ctrl+D', '\u0004'],
    ['Ctrl+C', '\u0003'],
  ])('leaves the key valid if %s is typed', async (_, typed) => {
    const { code, stdout } = await revoke(typed)
    expect(code).toBe(1)
    expect(stdout).toContain(`Revoke ${id} (Lobby)? This cannot be undone. [y/N]`)
    expect(stdout).toContain('Nothing was changed, because it was not confirmed.')
    expect(await revoked()).toBe(false)
  })

  test('does not ask for confirmation with --yes', async () => {
    const { code, stdout } = await revoke('', '--yes')
    expect(code).toBe(0)
    expect(stdout).not.toContain('[y/N]')
    expect(await revoked()).toBe(true)
  })

  test('revokes the key after confirmation', async () => {
    const args = ['keys', 'create', '--user', 'ops', '--name', 'Second', '--json']
    id = JSON.parse((await signage(args, { environment })).stdout).id
    const { code, stdout } = await revoke('y\r')
    expect(stdout).toContain('[y/N]')
    expect(stdout).toContain(`Revoked ${id}.`)
    expect(code).toBe(0)
  })
})

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
    const { stdout } = await runOnTerminal('', args)
    expect(stdout).toContain(String.raw`Soup\u001b]0;owned\u0007\u009b31m\u202e`)
    expect(stdout.replaceAll('\r\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    const piped = (await signage(args, { environment })).stdout
    expect(piped).toContain(args.includes('table') ? name : JSON.stringify(name))
  })
})

describe('untilSignal', () => {
  const listeners = () => ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => process.listenerCount(signal))

  test('removes its handlers when the work is done, and when it fails', async () => {
    const before = listeners()
    const seen = await untilSignal('nothing was done', async () => listeners())
    expect(seen).toEqual(before.map((count) => count + 1))
    expect(listeners()).toEqual(before)
    const failing = untilSignal('nothing was done', () => Promise.reject(new Error('failed')))
    await expect(failing).rejects.toThrow('failed')
    expect(listeners()).toEqual(before)
  })
})

describe.runIf(hasScript)('users delete on a terminal', () => {
  test.each([
    ['n\r', 1, 'Nothing was changed, because it was not confirmed.'],
    ['y\r', 0, 'Deleted the user temporary with 0 keys and access to 0 devices.'],
  ])('asks, and obeys %j', async (typed, exitCode, message) => {
    await signage(['users', 'add', 'temporary'], { environment })
    const { code, stdout } = await runOnTerminal(typed, ['users', 'delete', 'temporary'])
    const what = 'the user temporary with 0 keys and access to 0 devices'
    expect(stdout).toContain(`Delete ${what}? This cannot be undone. [y/N]`)
    expect(stdout).toContain(message)
    expect(code).toBe(exitCode)
  })
})

test.runIf(hasScript)(
  'long work on a terminal says each second for how long it has been going on',
  async () => {
    const keyFile = join(folder, 'service.key')
    writeFileSync(keyFile, KEY, { mode: 0o600 })
    const { code, stdout } = await runOnTerminal('', ['pull', 'http://127.0.0.1:1', '--key-file', keyFile])
    expect(stdout).toMatch(/Pulling: \d+ s/)
    expect(stdout).toContain('cannot be read')
    expect(code).toBe(1)
  },
)
